import type { listFailedJobs, resolveFailedJobs } from '@adire/contract/back-office/system.ts'
import type { FailedJob } from '@adire/contract/back-office/system-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { asc, eq, isNull } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { countUpTo, toListTotal } from '../../http/page.ts'
import { resolveFailed } from '../../jobs/failed.ts'
import { failedJobs } from '../../jobs/tables.ts'
import { merchants } from '../merchants/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

/** Jobs that failed for good and wait for a person, oldest first. Without their payload, which can name payers. */
export async function listFailedJobsHandler(
  { tx }: StaffContext,
  { limit, offset }: ParsedInput<typeof listFailedJobs>,
) {
  const rows = await tx
    .select({
      job: failedJobs,
      business: { id: merchants.id, name: merchants.businessName, code: merchants.merchantCode },
    })
    .from(failedJobs)
    .leftJoin(merchants, eq(merchants.id, failedJobs.merchantId))
    .where(isNull(failedJobs.resolvedAt))
    .orderBy(asc(failedJobs.id))
    .limit(limit)
    .offset(offset)
  const content: FailedJob[] = rows.map(({ job, business }) => ({
    id: job.id,
    state: job.state,
    job: job.job,
    business,
    attempts: job.attempts,
    error: job.error,
    failedAt: job.failedAt.toISOString(),
  }))
  const total = await countUpTo(tx, failedJobs, isNull(failedJobs.resolvedAt))
  return { content, ...toListTotal(total), offset, limit }
}

/** Enqueues or discards failed jobs. One that another person has resolved meanwhile is left as it is. */
export async function resolveFailedJobsHandler(
  context: StaffContext,
  { ids, resolution }: ParsedInput<typeof resolveFailedJobs>,
) {
  const resolved = await resolveFailed(
    context.tx,
    [...new Set(ids)],
    { resolution, resolvedBy: context.staff.name },
    context.realNow,
  )
  if (resolved.length > 0)
    await recordStaffEvent(context, {
      action: resolution === 'retried' ? 'job.retried' : 'job.discarded',
      object: resolved
        .map(({ id, job }) => `${job} ${id}`)
        .join(', ')
        .slice(0, 500),
    })
  return { resolved: resolved.length }
}
