import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { inPages } from '../../jobs/scheduled-job.ts'
import { attemptDelivery } from './deliver.ts'
import { type DeliveryRecord, deliverSlowWebhook, deliverWebhook, reenqueueDeliveries } from './enqueue.ts'
import { purgeWebhooks } from './purge.ts'

/** Delay after which a job counts as lost. Long, because a queue with a backlog is late without having lost anything. */
const lostAfterMs = 3_600_000
const lostAtOnce = 500

export const webhookJobHandlers = [
  jobHandler({
    job: deliverWebhook,
    groupOf: ({ endpointId }) => endpointId,
    // Sixty endpoints may begin to hang in the same seven seconds, and delay no other.
    limits: { batchSize: 1, workers: 300, perGroup: 5 },
    run: (unitOfWork, attempt) => attemptDelivery(unitOfWork, attempt, { leavesSlow: true }),
  }),
  jobHandler({
    job: deliverSlowWebhook,
    groupOf: ({ endpointId }) => endpointId,
    limits: { batchSize: 1, workers: 50, perGroup: 1 },
    run: (unitOfWork, attempt) => attemptDelivery(unitOfWork, attempt),
  }),
  jobHandler({
    job: defineJob('find-lost-webhooks', z.object({})),
    every: '23 * * * *',
    /** Finds attempts whose job was given up, because the database was down longer than the queue retries. */
    run: ({ write }) =>
      write(async ({ tx, realNow }) => {
        const { rows } = await tx.$client.query<DeliveryRecord>(
          `select id, merchant_id as "merchantId", endpoint_id as "endpointId", attempts from webhook_deliveries
           where state = 'waiting' and next_attempt_at < $1 order by next_attempt_at limit ${lostAtOnce}`,
          [new Date(realNow.getTime() - lostAfterMs)],
        )
        await reenqueueDeliveries(tx, rows, realNow)
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
