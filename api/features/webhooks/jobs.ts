import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { inPages } from '../../jobs/scheduled-job.ts'
import { deliverDueWebhooks } from './deliver.ts'
import { deliverSlowWebhooks, deliverWebhooks, type EndpointKey, earlierJobs, enqueueDeliveries } from './enqueue.ts'
import { purgeWebhooks } from './purge.ts'

/** Delay after which a job counts as lost. Longer than an endpoint that is not slow waits for its turn. */
const lostAfterMs = 5 * 60_000
const lostAtOnce = 1_000

export const webhookJobHandlers = [
  jobHandler({
    job: deliverWebhooks,
    groupOf: ({ endpointId }) => endpointId,
    coalesces: true,
    // A hundred endpoints may begin to hang in the same seven seconds, and delay no other.
    limits: { batchSize: 1, workers: 100, perGroup: 1 },
    run: (unitOfWork, endpoint) => deliverDueWebhooks(unitOfWork, endpoint),
  }),
  jobHandler({
    job: deliverSlowWebhooks,
    groupOf: ({ endpointId }) => endpointId,
    coalesces: true,
    limits: { batchSize: 1, workers: 50, perGroup: 1 },
    run: (unitOfWork, endpoint) => deliverDueWebhooks(unitOfWork, endpoint, { isSlow: true }),
  }),
  ...earlierJobs.map((job) =>
    jobHandler({ job, run: ({ write }, endpoint) => write(({ tx }) => enqueueDeliveries(tx, endpoint)) }),
  ),
  jobHandler({
    job: defineJob('find-lost-webhooks', z.object({})),
    every: '*/5 * * * *',
    /** Finds deliveries whose job was given up, because the database was down longer than the queue retries. Those that have waited longest
     * come first: others may only be late. */
    run: ({ write }) =>
      write(async ({ tx, realNow }) => {
        const { rows } = await tx.$client.query<EndpointKey>(
          `select merchant_id as "merchantId", id as "endpointId"
           from webhook_endpoints endpoint cross join lateral (
             select next_attempt_at from webhook_deliveries delivery where delivery.merchant_id = endpoint.merchant_id
               and endpoint_id = endpoint.id and state = 'waiting' and next_attempt_at < $1
             order by next_attempt_at limit 1
           ) oldest
           order by next_attempt_at limit ${lostAtOnce}`,
          [new Date(realNow.getTime() - lostAfterMs)],
        )
        for (const endpoint of rows) await enqueueDeliveries(tx, endpoint)
      }),
  }),
  jobHandler({
    job: defineJob('purge-webhooks', z.object({})),
    every: '37 * * * *',
    async run({ write }) {
      await inPages(1, () => write(({ tx, realNow }) => purgeWebhooks(tx, realNow)))
    },
  }),
]
