import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, NoContent, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
import {
  type ReportFormat,
  type ReportFrequency,
  type ReportKind,
  reportFormats,
  reportFrequencies,
  reportNames,
  reportRunStatuses,
} from './report-schedules.ts'
import { type JournalTemplate, journalTemplates } from './reports.ts'

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as [Key, ...Key[]]

const Template = z.enum(keysOf<JournalTemplate>(journalTemplates))
const report = {
  report: describe(
    'What is reported: `transactions` started, `settlements` due, `fees` (with VAT, by day), or `journal`, of the days of a period.',
    z.enum(keysOf<ReportKind>(reportNames)),
  ),
  format: describe(
    'File format: `csv` or `xlsx`. A journal is always `csv`.',
    z.enum(keysOf<ReportFormat>(reportFormats)),
  ),
}
const frequency = describe(
  '`daily`: each day, sent at 06:00 on the next. `weekly`: Monday to Sunday, sent on Monday. `monthly`: each calendar month, sent on ' +
    'the first day of the next. All in Lagos.',
  z.enum(keysOf<ReportFrequency>(reportFrequencies)),
)

/** What a person sets in a schedule. */
export const NewReportSchedule = z.object({
  ...report,
  template: describe(
    'Layout of a journal, as in `downloadJournal`. Ignored for other reports.',
    z._default(Template, 'general'),
  ),
  frequency,
  recipientIds: describe(
    'Ids of the users who get the email: 1 to 20 members of the business with a verified email address (`listReportRecipients`).',
    z
      .array(Id)
      .check(
        z.minLength(1, 'Choose who gets the report'),
        z.maxLength(20, 'Choose at most 20 people'),
        z.refine(isUnique, 'Name each person once'),
      ),
  ),
})

function isUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length
}

export const ReportRecipient = describe(
  'Member of the business with a verified email address.',
  z.object({
    id: Id,
    name: describe('First and last name. Null if none is set.', z.nullable(z.string())),
    email: z.string(),
  }),
)
export type ReportRecipient = z.infer<typeof ReportRecipient>

export const ReportRun = describe(
  'One report of a period, sent to its recipients as a link. Kept for 90 days.',
  z.object({
    id: Id,
    scheduleId: Id,
    ...report,
    template: describe('Layout of a journal. Null for other reports.', z.nullable(Template)),
    frequency,
    from: describe('First day (Lagos).', Day),
    to: describe('Last day (Lagos), included.', Day),
    trigger: describe('`schedule`, or `request` for one sent by `sendReportNow`.', z.enum(['schedule', 'request'])),
    status: describe(
      '`sending` until every recipient has the email, `sent`, or `failed` when nobody could be sent the email.',
      z.enum(reportRunStatuses),
    ),
    recipients: describe('Number of recipients.', z.int()),
    delivered: describe('Number of recipients who have the email.', z.int()),
    failure: describe('Why an email was not sent, in words. Null without a failure.', z.nullable(z.string())),
    createdAt: Timestamp,
  }),
)
export type ReportRun = z.infer<typeof ReportRun>

export const ReportSchedule = describe(
  'A report that is emailed regularly to members of the business, as a link that requires signing in.',
  z.object({
    id: Id,
    ...report,
    template: describe('Layout of a journal. Null for other reports.', z.nullable(Template)),
    frequency,
    recipients: describe(
      'Recipients who may still get it: those who left the business are not included.',
      z.array(ReportRecipient),
    ),
    nextAt: describe('When it is sent next. Null while it is paused.', z.nullable(Timestamp)),
    lastRun: describe('The last report. Null before the first.', z.nullable(ReportRun)),
    createdAt: Timestamp,
  }),
)
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const listReportSchedules = {
  description: 'Scheduled reports, oldest first; at most 10.',
  input: inputSchema({}),
  output: z.object({ content: z.array(ReportSchedule) }),
}

export const listReportRecipients = {
  description: 'Members who may get reports: those with a verified email address, at most 100.',
  input: inputSchema({}),
  output: z.object({ content: z.array(ReportRecipient) }),
}

export const createReportSchedule = {
  description:
    'Schedules a report. It is sent first when the next period ends. 409 `report_schedule_exists` when another schedule sends the same ' +
    'report, as often and in the same format, to the same people, also while it is paused; 409 `too_many_report_schedules` when the ' +
    'business has 10; 422 at `recipientIds` for somebody who is not a member with a verified email address, at `format` for a journal ' +
    'in `xlsx`.',
  input: inputSchema(NewReportSchedule.shape),
  output: ReportSchedule,
}

export const updateReportSchedule = {
  description:
    'Changes a scheduled report. With another `frequency` it is sent next when a period of that frequency ends. 409 ' +
    '`report_schedule_exists` and 422 as in `createReportSchedule`.',
  input: inputSchema({ id: Id, ...NewReportSchedule.shape }),
  output: ReportSchedule,
}

const scheduleId = inputSchema({ id: Id })

export const pauseReportSchedule = {
  description: 'Pauses a scheduled report. Periods that end meanwhile are not sent later.',
  input: scheduleId,
  output: ReportSchedule,
}

export const resumeReportSchedule = {
  description: 'Resumes a paused report: it is sent when the next period ends.',
  input: scheduleId,
  output: ReportSchedule,
}

export const deleteReportSchedule = {
  description: 'Deletes a scheduled report. Reports sent already can still be opened.',
  input: scheduleId,
  output: NoContent,
}

export const sendReportNow = {
  description:
    'Sends the report of the last complete period to its recipients now, also while it is paused. 409 `report_sent` less than a ' +
    'minute after the last time.',
  input: scheduleId,
  output: ReportRun,
}

export const listReportRuns = {
  description: 'Reports that were sent or are being sent, newest first, also of deleted schedules.',
  input: inputSchema({ ...paginationFields }),
  output: Paginated(ReportRun),
}

export const getReportRun = {
  description: 'One report that was sent.',
  input: inputSchema({ id: Id }),
  output: ReportRun,
}
