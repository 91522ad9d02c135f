import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getReportRun, listReportRuns, sendReportNow } from '@adire/contract/report-schedules.ts'
import { and, eq, gt, lt, lte } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context, MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deleteMerchantPortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { isSchedule } from './find-schedule.ts'
import { lastPeriod, nextReportTime } from './periods.ts'
import { listRecipients } from './recipients.ts'
import { describeSchedule, lockSchedule } from './schedules.ts'
import { type RunRecord, type ScheduleRecord, toRunResponse } from './serialize.ts'
import { reportRuns, reportSchedules } from './tables.ts'

/** Time between two requests for one report. */
const requestPauseMs = 60_000

export const sendReportJob = defineJob(
  'send-report',
  z.object({ merchantId: z.string(), runId: z.string(), userId: z.string() }),
)

/**
 * Adds the report of the last period that is complete at `at`, and enqueues the email to each recipient. Without a recipient
 * who may get it, the report has failed, the schedule is paused and the members are notified. Undefined if the schedule has sent this
 * period already.
 */
async function addRun(
  context: Context,
  schedule: ScheduleRecord,
  { at, trigger }: { at: Date; trigger: RunRecord['trigger'] },
): Promise<RunRecord | undefined> {
  const { tx, now, realNow } = context
  const { id: scheduleId, merchantId, report, template, format, frequency } = schedule
  const { from: fromOn, to: toOn } = lastPeriod(frequency, at)
  const recipients = await listRecipients(tx, merchantId, scheduleId)
  const waitingIds = recipients.map(({ id }) => id)
  const failure = waitingIds.length === 0 ? 'None of the recipients is a member of the business any more.' : null
  const [run] = await tx
    .insert(reportRuns)
    .values({
      ...{ merchantId, scheduleId, report, template, format, frequency, fromOn, toOn, trigger, waitingIds, failure },
      recipients: waitingIds.length,
      createdAt: now,
      requestedAt: realNow,
    })
    .onConflictDoNothing()
    .returning()
  if (!run) return undefined
  for (const userId of waitingIds)
    await enqueueJob(tx, sendReportJob, { merchantId, runId: run.id, userId }, { merchantId })
  await announceTopic(tx, merchantId, 'account')
  if (failure) {
    await tx.update(reportSchedules).set({ nextAt: null }).where(isSchedule(merchantId, scheduleId))
    await notifyOfFailure(context, run, `${failure} The schedule is paused. Choose who gets the report.`)
  }
  return run
}

/** Notifies the members that a report was not sent. */
export const notifyOfFailure = (context: Context, run: RunRecord, text: string) =>
  sendNotification(context, run.merchantId, {
    kind: 'settlement',
    title: `Report not sent: ${describeSchedule(run)}`,
    text,
    path: '/reports',
  })

/**
 * Sends the report of one period that is due. Returns whether one was due: its row is locked, so two processes send it once.
 * After a pause of the whole product each missed period is sent, one call at a time.
 */
export async function sendDueReport(
  context: Context,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<boolean> {
  const { tx, now } = context
  const [schedule] = await tx
    .select()
    .from(reportSchedules)
    .where(and(isSchedule(merchantId, id), lte(reportSchedules.nextAt, now)))
    .for('update')
  if (!schedule?.nextAt) return false
  await tx
    .update(reportSchedules)
    .set({ nextAt: nextReportTime(schedule.frequency, schedule.nextAt) })
    .where(isSchedule(merchantId, id))
  return (await addRun(context, schedule, { at: schedule.nextAt, trigger: 'schedule' })) !== undefined
}

export async function sendReportNowHandler(context: MemberContext, { id }: ParsedInput<typeof sendReportNow>) {
  const { tx, now, realNow } = context
  const schedule = await lockSchedule(context, id)
  const recent = await tx.$count(
    reportRuns,
    and(
      eq(reportRuns.merchantId, schedule.merchantId),
      eq(reportRuns.scheduleId, id),
      gt(reportRuns.requestedAt, new Date(realNow.getTime() - requestPauseMs)),
    ),
  )
  if (recent > 0)
    throw problem.conflict(
      'report_sent',
      'This report was sent less than a minute ago. Wait a minute and send it again',
    )
  const run = await addRun(context, schedule, { at: now, trigger: 'request' })
  await recordAuditEvent(context, { action: 'report_schedule.sent', object: describeSchedule(schedule) })
  return toRunResponse(run!)
}

export const listReportRunsHandler = ({ tx, merchant }: MemberContext, input: ParsedInput<typeof listReportRuns>) =>
  listNewest(tx, input, {
    table: reportRuns,
    where: eq(reportRuns.merchantId, merchant.id),
    from: tx.select().from(reportRuns),
    serialize: toRunResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

export async function getReportRunHandler({ tx, merchant }: MemberContext, { id }: ParsedInput<typeof getReportRun>) {
  const [run] = await tx
    .select()
    .from(reportRuns)
    .where(and(eq(reportRuns.merchantId, merchant.id), eq(reportRuns.id, id)))
  if (!run) throw problem.notFound('report')
  return toRunResponse(run)
}

/** Purges one portion of the reports sent more than 90 days ago. Returns the number of deleted rows. */
export const purgeReportRuns = (tx: Tx, now: Date): Promise<number> =>
  deleteMerchantPortion(tx, reportRuns, lt(reportRuns.requestedAt, retentionStart(now)))
