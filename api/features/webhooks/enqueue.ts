import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueEach } from '../../jobs/queue.ts'
import type { webhookDeliveries } from './tables.ts'

/** An event and where it goes, as it is kept. */
export type DeliveryRecord = typeof webhookDeliveries.$inferSelect

export const deliverWebhook = defineJob(
  'deliver-webhook',
  z.object({ merchantId: z.string(), deliveryId: z.string(), endpointId: z.string(), number: z.int() }),
)
export type DeliveryAttempt = { merchantId: string; deliveryId: string; endpointId: string; number: number }

/**
 * Promises the next attempt of each. It goes by the world's time and names no business, whose time a move of its test clock
 * would take it to: the server that is told lives in the world, and would else get 72 hours of retries in a second.
 */
export const enqueueDeliveries = (tx: Tx, deliveries: readonly DeliveryRecord[]) =>
  enqueueEach(
    tx,
    deliverWebhook,
    deliveries.map(({ merchantId, id: deliveryId, endpointId, attempts, nextAttemptAt }) => ({
      payload: { merchantId, deliveryId, endpointId, number: attempts + 1 },
      key: `${deliveryId}:${attempts + 1}`,
      runAt: nextAttemptAt!,
    })),
  )

/** The same once more, now, for those whose promise was lost. An attempt that is not lost after all finds its line written. */
export const reenqueueDeliveries = (tx: Tx, deliveries: readonly DeliveryRecord[], now: Date) =>
  enqueueEach(
    tx,
    deliverWebhook,
    deliveries.map(({ merchantId, id: deliveryId, endpointId, attempts }) => ({
      payload: { merchantId, deliveryId, endpointId, number: attempts + 1 },
      key: `${deliveryId}:${attempts + 1}:${now.toISOString().slice(0, 13)}`,
      runAt: now,
    })),
  )
