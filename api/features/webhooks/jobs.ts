import * as z from 'zod/mini'
import { job } from '../../jobs/queue.ts'
import { inPages } from '../../jobs/sweep.ts'
import { work } from '../../jobs/work.ts'
import { deliver } from './deliver.ts'
import { forgetOldWebhooks } from './forget.ts'
import { type DeliveryRecord, deliverWebhook, promiseAgain } from './promise.ts'

/** A queue that has a backlog is late without having lost anything. */
const lostAfterMs = 3_600_000
const lostAtOnce = 500

export const works = [
  work({ job: deliverWebhook, groupOf: ({ endpointId }) => endpointId, run: deliver }),
  work({
    job: job('find-lost-webhooks', z.object({})),
    every: '23 * * * *',
    /** An attempt that the queue gave up on: the database was away for longer than it tries. */
    run: ({ write }) =>
      write(async ({ tx, realNow }) => {
        const { rows } = await tx.$client.query<DeliveryRecord>(
          `select id, merchant_id as "merchantId", endpoint_id as "endpointId", attempts from webhook_deliveries
           where state = 'waiting' and next_attempt_at < $1 order by next_attempt_at limit ${lostAtOnce}`,
          [new Date(realNow.getTime() - lostAfterMs)],
        )
        await promiseAgain(tx, rows, realNow)
      }),
  }),
  work({
    job: job('forget-old-webhooks', z.object({})),
    every: '37 * * * *',
    async run({ write }) {
      await inPages(1, () => write(({ tx, realNow }) => forgetOldWebhooks(tx, realNow)))
    },
  }),
]
