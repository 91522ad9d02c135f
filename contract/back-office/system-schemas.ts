import * as z from 'zod/mini'
import { AnnouncementLevel } from '../announcements-schemas.ts'
import { ChannelHealth } from '../channel-health-schemas.ts'
import { Day, Id, inputSchema, MultilineText, NoContent, SingleLineText, Timestamp } from '../fields.ts'
import { Paginated, paginationFields } from '../list-schemas.ts'

const Mode = z.enum(['LIVE', 'TEST'])

export const SystemProcess = z.object({
  id: Id,
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  servers: z.array(z.string()),
  startedAt: Timestamp,
  seenAt: Timestamp,
  isGone: z.boolean(),
})
export type SystemProcess = z.infer<typeof SystemProcess>

/** Something that a person should do. */
export const SystemAlert = z.object({
  title: z.string(),
  text: z.string(),
  level: z.enum(['warning', 'danger']),
  /** Page of the back office that has more. */
  path: z.nullable(z.string()),
})
export type SystemAlert = z.infer<typeof SystemAlert>

export const getSystemState = {
  input: inputSchema({}),
  output: z.object({
    alerts: z.array(SystemAlert),
    jobs: z.object({ oldestDueSeconds: z.int(), quarantined: z.int(), dead: z.int() }),
    checkout: z.string(),
    processors: z.array(z.string()),
    channels: z.array(ChannelHealth),
    processes: z.array(SystemProcess),
    database: z.object({ version: z.string(), sizeBytes: z.int() }),
  }),
}

export const FailedJob = z.object({
  id: z.int(),
  state: z.enum(['quarantined', 'dead']),
  job: z.string(),
  business: z.nullable(z.object({ id: Id, name: z.string(), code: z.string() })),
  attempts: z.int(),
  error: z.string(),
  failedAt: Timestamp,
})
export type FailedJob = z.infer<typeof FailedJob>
export const listFailedJobs = {
  input: inputSchema({ limit: paginationFields.limit, offset: paginationFields.offset }),
  output: Paginated(FailedJob),
}
export const resolveFailedJobs = {
  input: inputSchema({
    ids: z.array(z.int().check(z.minimum(1))).check(z.minLength(1, 'Choose a job'), z.maxLength(100)),
    resolution: z.enum(['retried', 'discarded']),
  }),
  output: z.object({ resolved: z.int() }),
}

export const ProcessorEvent = z.object({
  id: Id,
  processor: z.string(),
  name: z.nullable(z.string()),
  status: z.enum(['received', 'processed', 'ignored']),
  reference: z.nullable(z.string()),
  effect: z.nullable(z.string()),
  deliveries: z.int(),
  receivedAt: Timestamp,
  processedAt: z.nullable(Timestamp),
})
export type ProcessorEvent = z.infer<typeof ProcessorEvent>
export const listProcessorEvents = {
  input: inputSchema({
    limit: paginationFields.limit,
    offset: paginationFields.offset,
    status: z.optional(z.enum(['received', 'processed', 'ignored'])),
    /** Reference of a payment or payout, ours or the processor's. */
    reference: z.optional(SingleLineText(100)),
  }),
  output: z.extend(Paginated(ProcessorEvent), {
    /** Events of the last 7 days that were rejected, and so are not stored. */
    rejected: z.array(
      z.object({ processor: z.string(), day: Day, reason: z.enum(['signature', 'address']), count: z.int() }),
    ),
  }),
}
export const replayProcessorEvent = { input: inputSchema({ id: Id }), output: ProcessorEvent }

export const WebhookHealth = z.object({
  endpointId: Id,
  business: z.object({ id: Id, name: z.string(), code: z.string() }),
  mode: Mode,
  url: z.string(),
  isEnabled: z.boolean(),
  disabledReason: z.nullable(z.string()),
  /** Deliveries of the last 24 hours. */
  delivered: z.int(),
  failed: z.int(),
  waiting: z.int(),
  lastFailure: z.nullable(z.string()),
})
export type WebhookHealth = z.infer<typeof WebhookHealth>
export const listWebhookHealth = {
  input: inputSchema({
    mode: z._default(Mode, 'LIVE'),
    limit: paginationFields.limit,
    offset: paginationFields.offset,
  }),
  output: Paginated(WebhookHealth),
}

export const Holiday = z.object({ day: Day, name: z.string() })
export type Holiday = z.infer<typeof Holiday>
export const HolidayForm = inputSchema({ day: Day, name: SingleLineText(80) })
export const listHolidays = {
  input: inputSchema({ year: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(2000), z.maximum(2200))) }),
  output: z.object({ content: z.array(Holiday) }),
}
export const saveHoliday = { input: HolidayForm, output: Holiday }
export const removeHoliday = { input: inputSchema({ day: Day }), output: NoContent }

export const StaffAnnouncement = z.object({
  id: Id,
  level: AnnouncementLevel,
  title: z.string(),
  text: z.string(),
  /** Whose dashboards show it. */
  mode: z.nullable(Mode),
  startsAt: Timestamp,
  endsAt: Timestamp,
  createdBy: z.string(),
  isOver: z.boolean(),
})
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>
export const AnnouncementForm = inputSchema({
  level: AnnouncementLevel,
  title: SingleLineText(100),
  text: MultilineText(600).check(z.minLength(1, 'Enter a text')),
  /** Optional: both modes. */
  mode: z.optional(Mode),
  /** Hours for which it is shown: 1 to 720. */
  hours: z
    .int('Enter a whole number of hours')
    .check(z.minimum(1, 'Enter 1 to 720 hours'), z.maximum(720, 'Enter 1 to 720 hours')),
})
export const listStaffAnnouncements = {
  input: inputSchema({ limit: paginationFields.limit, offset: paginationFields.offset }),
  output: Paginated(StaffAnnouncement),
}
export const publishAnnouncement = { input: AnnouncementForm, output: StaffAnnouncement }
export const endAnnouncement = { input: inputSchema({ id: Id }), output: StaffAnnouncement }
