import * as z from 'zod/mini'
import { type AuditAction, auditActions } from './audit.ts'
import { describe } from './describe.ts'
import { Actor, Day, Id, inputSchema, Timestamp } from './fields.ts'
import { asWorkbook, csvColumns, Paginated, paginationFields } from './list-schemas.ts'

const actions = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

export const AuditEvent = describe(
  'Entry of the audit log.',
  z.object({
    id: Id,
    action: z.enum(actions),
    actor: z.extend(Actor, {
      person: describe('First and last name of a user who has given them. Null for others.', z.nullable(z.string())),
    }),
    object: describe('Object of the action: "Access Bank 0000000017", "BVN". Null for none.', z.nullable(z.string())),
    before: describe(
      'Values of the changed fields before the action, without secrets. Null for none.',
      z.nullable(z.record(z.string(), z.unknown())),
    ),
    after: describe(
      'Values of the changed fields after the action, or details of the action, without secrets. Null for none.',
      z.nullable(z.record(z.string(), z.unknown())),
    ),
    ip: describe('IP address of the actor. Null when unknown.', z.nullable(z.string())),
    device: describe('Browser and system of the actor. Null when unknown.', z.nullable(z.string())),
    at: Timestamp,
    position: describe(
      'Place in the chain of the log, from 1. Null until it is linked, within a minute.',
      z.nullable(z.int()),
    ),
    hash: describe(
      'SHA-256, as hexadecimal text, of the hash of the entry before it (64 zeros for the first), a line feed and the column ' +
        '`chained` of the export. Null until it is linked.',
      z.nullable(z.string()),
    ),
  }),
)
export type AuditEvent = z.infer<typeof AuditEvent>

const filters = {
  action: z.optional(z.enum(actions)),
  actor: describe(
    'Actor, exactly as in the log: email address of a user, key (`…a1b2`), or name of an operator or the ' +
      'system. Optional, at most 254 characters.',
    z.optional(z.string().check(z.maxLength(254, 'This is too long'))),
  ),
  from: describe('First Lagos day, included. Optional.', z.optional(Day)),
  to: describe('Last Lagos day, included. Optional.', z.optional(Day)),
}

export const listAuditEvents = {
  description: "Audit log of the business and of the signed-in user's own account, newest first.",
  input: inputSchema({ ...paginationFields, ...filters }),
  output: Paginated(AuditEvent),
}

export const listAuditActors = {
  description: 'Actors in the log, in alphabetical order of their names, for the filter. At most 100.',
  input: inputSchema({}),
  output: z.object({
    content: z.array(
      z.object({
        name: describe('Value of the filter `actor`.', z.string()),
        person: describe('First and last name of a user. Null for others.', z.nullable(z.string())),
      }),
    ),
  }),
}

/** What a verification found wrong. */
export const AuditFault = z.object({
  kind: describe(
    '`changed`: the entry is not what it was when it was linked. `missing`: there is no entry with this position. `end`: the end of the ' +
      'chain was changed. `unlinked`: entries older than an hour have no place in the chain.',
    z.enum(['changed', 'missing', 'end', 'unlinked']),
  ),
  position: describe('Position of the first wrong entry. Null for `end` and `unlinked`.', z.nullable(z.int())),
  entryId: describe('Id of the changed entry. Null for others.', z.nullable(Id)),
})
export type AuditFault = z.infer<typeof AuditFault>

export const verifyAuditLog = {
  description:
    'Recomputes the hashes of the entries of the business, 2,000 at a time, in the order of their positions. Call it again with the ' +
    '`cursor` of the response until it is null. Entries about accounts of users have chains of their own and are not part of it.',
  input: inputSchema({
    cursor: describe(
      'From the response before. Optional; without it, the first entry.',
      z.optional(z.string().check(z.regex(/^\d{1,9}\.[0-9a-f]{64}$/, 'Use the cursor of the response'))),
    ),
  }),
  output: z.object({
    checked: describe('Entries that were verified so far.', z.int()),
    length: describe('Entries in the chain, with those that were deleted.', z.int()),
    deleted: describe(
      'Entries at the first positions that were deleted after the retention period of the provider. Verification begins after them.',
      z.int(),
    ),
    deletedHash: describe(
      'Hash of the last deleted entry, with which an export is verified. Null if no entry was deleted.',
      z.nullable(z.string()),
    ),
    fault: describe('The first entry that is wrong. Null if there is none so far.', z.nullable(AuditFault)),
    hash: describe(
      'Hash of the last verified entry. Noted elsewhere, it also shows a log that was written anew as a whole.',
      z.string(),
    ),
    cursor: describe(
      'Of the next portion. Null when everything was verified, or something is wrong.',
      z.nullable(z.string()),
    ),
  }),
}

export const downloadAuditEvents = {
  description: 'CSV file of all entries that match the filter, with Lagos times.',
  input: inputSchema({ ...filters, columns: csvColumns }),
  output: z.string(),
}

export const downloadAuditEventsXlsx = asWorkbook(downloadAuditEvents)
