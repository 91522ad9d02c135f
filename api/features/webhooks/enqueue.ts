import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueEach, enqueueJob } from '../../jobs/queue.ts'
import type { webhookDeliveries } from './tables.ts'

/** A stored delivery: one event to one endpoint. */
export type DeliveryRecord = typeof webhookDeliveries.$inferSelect

const attemptSchema = z.object({
  merchantId: z.string(),
  deliveryId: z.string(),
  endpointId: z.string(),
  number: z.int(),
})
export type DeliveryAttempt = z.infer<typeof attemptSchema>

export const deliverWebhook = defineJob('deliver-webhook', attemptSchema)
/** The same for an endpoint that is slow. With workers of its own, it delays only other slow endpoints. */
export const deliverSlowWebhook = defineJob('deliver-slow-webhook', attemptSchema)

/** A delivery whose next attempt is enqueued. */
type WaitingDelivery = Pick<
  DeliveryRecord,
  'merchantId' | 'id' | 'endpointId' | 'attempts' | 'roundStartedAt' | 'nextAttemptAt'
>

/**
 * Enqueues the next attempt of each delivery, in wall-clock time. The key names the round: the queue remembers the job of a round that ended
 * without this attempt, because the endpoint was switched off. The job has no merchant, so that moving a test clock does not
 * run it: the receiving server lives in wall-clock time, and would get the retries of 72 hours within a second.
 */
export const enqueueDeliveries = (tx: Tx, deliveries: readonly WaitingDelivery[]) =>
  enqueueEach(
    tx,
    deliverWebhook,
    deliveries.map(({ merchantId, id: deliveryId, endpointId, attempts, roundStartedAt, nextAttemptAt }) => ({
      payload: { merchantId, deliveryId, endpointId, number: attempts + 1 },
      key: `${deliveryId}:${attempts + 1}:${roundStartedAt.toISOString()}`,
      runAt: nextAttemptAt!,
    })),
  )

/** Re-enqueues, for now, deliveries whose job was lost. If the job was not lost, the duplicate exits when it finds its attempt row. */
export const reenqueueDeliveries = (
  tx: Tx,
  deliveries: readonly Omit<WaitingDelivery, 'roundStartedAt' | 'nextAttemptAt'>[],
  now: Date,
) =>
  enqueueEach(
    tx,
    deliverWebhook,
    deliveries.map(({ merchantId, id: deliveryId, endpointId, attempts }) => ({
      payload: { merchantId, deliveryId, endpointId, number: attempts + 1 },
      key: `${deliveryId}:${attempts + 1}:${now.toISOString().slice(0, 13)}`,
      runAt: now,
    })),
  )

/**
 * Leaves an attempt to the workers for slow endpoints. The key names the hour, so that an attempt whose job was lost there can be enqueued
 * again; a duplicate exits when it finds its attempt row.
 */
export const enqueueSlowDelivery = (
  tx: Tx,
  attempt: DeliveryAttempt,
  { roundStartedAt }: Pick<DeliveryRecord, 'roundStartedAt'>,
  now: Date,
) =>
  enqueueJob(tx, deliverSlowWebhook, attempt, {
    key: `${attempt.deliveryId}:${attempt.number}:${roundStartedAt.toISOString()}:${now.toISOString().slice(0, 13)}`,
  })
