import * as z from 'zod/mini'
import { Day, Id, inputSchema, SingleLineText, Timestamp } from '../fields.ts'
import { Paginated, paginationFields } from '../list-schemas.ts'
import { type StaffAction, staffActions } from './staff-audit.ts'

const actionNames = Object.keys(staffActions) as [StaffAction, ...StaffAction[]]

export const StaffEvent = z.object({
  id: Id,
  action: z.enum(actionNames),
  /** The person, or the name given to the command line. */
  actor: z.string(),
  object: z.nullable(z.string()),
  /** The business that it was about. */
  merchantId: z.nullable(Id),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
  at: Timestamp,
  /** Place in the chain. Null until it is linked, as a rule within a minute. */
  position: z.nullable(z.int()),
  hash: z.nullable(z.string()),
})
export type StaffEvent = z.infer<typeof StaffEvent>

export const listStaffEvents = {
  input: inputSchema({
    ...paginationFields,
    action: z.optional(z.enum(actionNames)),
    actor: z.optional(SingleLineText(254)),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  output: Paginated(StaffEvent),
}
export const listStaffActors = { input: inputSchema({}), output: z.object({ content: z.array(z.string()) }) }
export const checkStaffEvents = {
  input: inputSchema({}),
  output: z.object({ events: z.int(), faults: z.array(z.string()), digest: z.string() }),
}
