import type { Context } from '../../context.ts'
import { describeDevice } from '../../http/describe-device.ts'
import type { auditEvents } from './tables.ts'

type Values = Record<string, unknown>

/** What happened, in the audit log of a business or in that of the staff. */
export interface AuditedAction<Action extends string> {
  action: Action
  /** Readable name of the object: "Access Bank 0000000017", a person, a business, a payment. */
  object?: string
  /** Values before and after a change. Never a secret or a complete identity number. */
  before?: Values
  after?: Values
}

/** Columns of an event: what happened, when and from where. */
export const toAuditColumns = <Action extends string>(
  { origin, realNow }: Pick<Context, 'origin' | 'realNow'>,
  { action, object, before, after }: AuditedAction<Action>,
) => ({
  action,
  object: object ?? null,
  before: before ?? null,
  after: after ?? null,
  ip: origin.ip,
  userAgent: origin.userAgent,
  requestId: origin.requestId,
  createdAt: realNow,
})

type Row = Omit<typeof auditEvents.$inferSelect, 'action'>

/** What a response says of an event of either log, beside its action and actor. */
export const toAuditEntryResponse = ({ object, before, after, ip, userAgent, createdAt, position, hash }: Row) => ({
  object,
  before,
  after,
  ip,
  device: userAgent === null ? null : describeDevice(userAgent),
  at: createdAt.toISOString(),
  position,
  hash,
})
