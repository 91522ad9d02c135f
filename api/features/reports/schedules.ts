import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import {
  type createReportSchedule,
  type deleteReportSchedule,
  type pauseReportSchedule,
  reportFrequencies,
  reportNames,
  type updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import { asc, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { requireNoEqualSchedule } from './equal-schedule.ts'
import { isSchedule } from './find-schedule.ts'
import { nextReportTime } from './periods.ts'
import { isRecipientOf, listRecipients, requireRecipients } from './recipients.ts'
import { type ScheduleRecord, toScheduleResponse } from './serialize.ts'
import { reportRecipients, reportSchedules } from './tables.ts'

type Fields = Omit<ParsedInput<typeof updateReportSchedule>, 'id'>

/** "Transactions, every week", in the audit log and in notifications. */
export const describeSchedule = ({ report, frequency }: Pick<ScheduleRecord, 'report' | 'frequency'>) =>
  `${reportNames[report]}, ${reportFrequencies[frequency].toLowerCase()}`

export async function listReportSchedulesHandler(context: MemberContext) {
  const rows = await context.tx
    .select()
    .from(reportSchedules)
    .where(eq(reportSchedules.merchantId, context.merchant.id))
    .orderBy(asc(reportSchedules.createdAt), asc(reportSchedules.id))
    .limit(limits.reportSchedules)
  const content: Awaited<ReturnType<typeof toScheduleResponse>>[] = []
  for (const row of rows) content.push(await toScheduleResponse(context, row))
  return { content }
}

/**
 * A schedule, locked.
 * @throws 404 report_schedule_not_found
 */
export async function lockSchedule({ tx, merchant }: MemberContext, id: string): Promise<ScheduleRecord> {
  const [schedule] = await tx.select().from(reportSchedules).where(isSchedule(merchant.id, id)).for('update')
  if (!schedule) throw problem.notFound('report schedule')
  return schedule
}

function toColumns({ report, template, format, frequency }: Fields) {
  if (report === 'journal' && format !== 'csv')
    throw problem.field('format', 'A journal is available only as a CSV file')
  return { report, template: report === 'journal' ? template : null, format, frequency }
}

async function setRecipients(
  { tx, merchant }: MemberContext,
  scheduleId: string,
  userIds: readonly string[],
): Promise<void> {
  const merchantId = merchant.id
  await tx.delete(reportRecipients).where(isRecipientOf(merchantId, scheduleId))
  await tx.insert(reportRecipients).values(userIds.map((userId) => ({ merchantId, scheduleId, userId })))
}

export async function createReportScheduleHandler(
  context: MemberContext,
  input: ParsedInput<typeof createReportSchedule>,
) {
  const { tx, merchant, now } = context
  const columns = toColumns(input)
  await lockMerchant(context)
  if ((await tx.$count(reportSchedules, eq(reportSchedules.merchantId, merchant.id))) >= limits.reportSchedules)
    throw problem.conflict(
      'too_many_report_schedules',
      `You can have at most ${limits.reportSchedules} scheduled reports. Delete one first`,
    )
  const recipients = await requireRecipients(context, input.recipientIds)
  await requireNoEqualSchedule(context, { ...columns, recipientIds: input.recipientIds })
  const [schedule] = await tx
    .insert(reportSchedules)
    .values({ ...columns, merchantId: merchant.id, nextAt: nextReportTime(input.frequency, now), createdAt: now })
    .returning()
  await setRecipients(context, schedule!.id, input.recipientIds)
  await recordAuditEvent(context, {
    action: 'report_schedule.created',
    object: describeSchedule(schedule!),
    after: { ...columns, recipients },
  })
  return toScheduleResponse(context, schedule!)
}

export async function updateReportScheduleHandler(
  context: MemberContext,
  { id, ...input }: ParsedInput<typeof updateReportSchedule>,
) {
  const { tx, now } = context
  const columns = toColumns(input)
  await lockMerchant(context)
  const before = await lockSchedule(context, id)
  const { report, template, format, frequency } = before
  const emailsBefore = (await listRecipients(tx, before.merchantId, id)).map(({ email }) => email)
  const recipients = await requireRecipients(context, input.recipientIds)
  const changes = changesBetween(
    { report, template, format, frequency, recipients: emailsBefore },
    { ...columns, recipients },
  )
  if (!changes) return toScheduleResponse(context, before)
  await requireNoEqualSchedule(context, { ...columns, recipientIds: input.recipientIds }, id)
  const isMoved = before.nextAt !== null && frequency !== input.frequency
  const [schedule] = await tx
    .update(reportSchedules)
    .set({ ...columns, ...(isMoved && { nextAt: nextReportTime(input.frequency, now) }) })
    .where(isSchedule(before.merchantId, id))
    .returning()
  await setRecipients(context, id, input.recipientIds)
  await recordAuditEvent(context, {
    action: 'report_schedule.updated',
    object: describeSchedule(schedule!),
    ...changes,
  })
  return toScheduleResponse(context, schedule!)
}

const pausing = (isPaused: boolean) =>
  async function setPaused(context: MemberContext, { id }: ParsedInput<typeof pauseReportSchedule>) {
    const before = await lockSchedule(context, id)
    if ((before.nextAt === null) === isPaused) return toScheduleResponse(context, before)
    const nextAt = isPaused ? null : nextReportTime(before.frequency, context.now)
    await context.tx.update(reportSchedules).set({ nextAt }).where(isSchedule(before.merchantId, id))
    await recordAuditEvent(context, {
      action: isPaused ? 'report_schedule.paused' : 'report_schedule.resumed',
      object: describeSchedule(before),
    })
    return toScheduleResponse(context, { ...before, nextAt })
  }
export const pauseReportScheduleHandler = pausing(true)
export const resumeReportScheduleHandler = pausing(false)

export async function deleteReportScheduleHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof deleteReportSchedule>,
) {
  const before = await lockSchedule(context, id)
  await context.tx.delete(reportSchedules).where(isSchedule(before.merchantId, id))
  await recordAuditEvent(context, { action: 'report_schedule.deleted', object: describeSchedule(before) })
}
