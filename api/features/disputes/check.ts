import { hourMs } from '@adire/contract/durations.ts'
import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { connectorFor, listProcessors } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { processEach, scheduledJob } from '../../jobs/scheduled-job.ts'
import { checkDispute, enqueueResponse, sendDisputeResponse } from './enqueue.ts'
import { isUnsent } from './move.ts'
import { sendResponse } from './send-response.ts'
import { syncDispute } from './sync.ts'
import { disputes } from './tables.ts'

/** Time after which a response that was not sent is sent again, in ms: by then its own job has failed for good. */
const resendMs = 4 * hourMs

const liveWrite =
  ({ write }: JobUnitOfWork) =>
  <T>(use: (context: Context) => Promise<T>) =>
    write(use, 'LIVE')

export const processorDisputeJobHandlers = [
  jobHandler({
    job: sendDisputeResponse,
    groupOf: ({ merchantId }) => merchantId,
    run: async (jobs, key) => sendResponse(await jobs.of(key.merchantId), key),
  }),
  jobHandler({
    job: checkDispute,
    // The business is not known before the processor answers.
    groupOf: ({ reference }) => reference,
    async run(jobs, key) {
      await syncDispute({ mode: 'LIVE', config: jobs.config, write: liveWrite(jobs) }, key)
    },
  }),
]

/** Queries the disputes that are open at a processor or here, because an event about them may be lost. */
export const processorDisputeScheduledJob = scheduledJob({
  name: 'check-disputes',
  title: 'Disputes compared with processors',
  every: '37 * * * *',
  run: queryOpenDisputes(),
})

/** `limit`: of the disputes that are not in the processor's list, and of the responses to send again, at most this many in one run. */
export function queryOpenDisputes({ limit = 1_000 } = {}) {
  return async (jobs: JobUnitOfWork, merchantId?: string): Promise<number> => {
    // Only live businesses have such disputes, and their clocks do not move.
    if (merchantId !== undefined) return 0
    let checked = 0
    await processEach(listProcessors({ mode: 'LIVE', config: jobs.config }, 'disputes'), async (processor) => {
      checked += await checkProcessor(jobs, processor, limit)
    })
    return checked
  }
}

async function checkProcessor(jobs: JobUnitOfWork, processor: Processor, limit: number): Promise<number> {
  const write = liveWrite(jobs)
  const connector = connectorFor({ mode: 'LIVE', config: jobs.config, write }, 'disputes', processor)
  const there = await connector.disputes.listOpen()
  return write(async (context) => {
    const { tx, now } = context
    const find = (condition: SQL | undefined) =>
      tx
        .select()
        .from(disputes)
        .where(and(eq(disputes.processor, processor), isNull(disputes.resolvedAt), condition))
        .orderBy(asc(disputes.createdAt))
        .limit(limit)
    // Disputes in the processor's list do not count towards the limit, so that old ones do not keep newer ones from being queried.
    const onlyHere = await find(sql`${disputes.processorReference} <> all(${sql.param(there)}::text[])`)
    const references = new Set([...there, ...onlyHere.map(({ processorReference }) => processorReference)])
    for (const reference of references) await enqueueJob(tx, checkDispute, { processor, reference })
    const late = new Date(now.getTime() - resendMs)
    const unsent = await find(and(isNull(disputes.sentAt), lt(disputes.respondedAt, late)))
    for (const dispute of unsent) if (isUnsent(dispute)) await enqueueResponse(context, dispute)
    return references.size
  })
}
