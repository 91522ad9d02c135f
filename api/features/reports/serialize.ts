import type { ReportRunStatus } from '@adire/contract/report-schedules.ts'
import type { ReportRun, ReportSchedule } from '@adire/contract/report-schedules-schemas.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { ReadContext } from '../../context.ts'
import { listRecipients } from './recipients.ts'
import { reportRuns, type reportSchedules } from './tables.ts'

export type ScheduleRecord = typeof reportSchedules.$inferSelect
export type RunRecord = typeof reportRuns.$inferSelect

function runStatus({ waitingIds, delivered }: RunRecord): ReportRunStatus {
  if (waitingIds.length > 0) return 'sending'
  return delivered > 0 ? 'sent' : 'failed'
}

export function toRunResponse(run: RunRecord): ReportRun {
  const { id, scheduleId, report, template, format, frequency, fromOn, toOn, trigger, recipients, delivered } = run
  return {
    ...{ id, scheduleId, report, template, format, frequency, trigger, recipients, delivered },
    from: fromOn,
    to: toOn,
    status: runStatus(run),
    failure: run.failure,
    createdAt: run.createdAt.toISOString(),
  }
}

/** A schedule with its recipients and last report. */
export async function toScheduleResponse(
  { tx, merchant }: ReadContext,
  { id, report, template, format, frequency, nextAt, createdAt }: ScheduleRecord,
): Promise<ReportSchedule> {
  const [last] = await tx
    .select()
    .from(reportRuns)
    .where(and(eq(reportRuns.merchantId, merchant.id), eq(reportRuns.scheduleId, id)))
    .orderBy(desc(reportRuns.createdAt), desc(reportRuns.id))
    .limit(1)
  return {
    ...{ id, report, template, format, frequency },
    recipients: await listRecipients(tx, merchant.id, id),
    nextAt: nextAt?.toISOString() ?? null,
    lastRun: last ? toRunResponse(last) : null,
    createdAt: createdAt.toISOString(),
  }
}
