import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import type { webhookDeliveries } from './tables.ts'

/** A stored delivery: one event to one endpoint. */
export type DeliveryRecord = typeof webhookDeliveries.$inferSelect

const endpointKeySchema = z.object({ merchantId: z.string(), endpointId: z.string() })
export type EndpointKey = z.infer<typeof endpointKeySchema>

/** Makes all due deliveries of one endpoint. */
export const deliverWebhooks = defineJob('deliver-webhooks', endpointKeySchema)
/** The same for an endpoint that is slow. With workers of its own, it delays only other slow endpoints. */
export const deliverSlowWebhooks = defineJob('deliver-slow-webhooks', endpointKeySchema)
/** Jobs of the version before, for one delivery each. It may still write them while its processes are replaced. */
export const earlierJobs = ['deliver-webhook', 'deliver-slow-webhook'].map((name) => defineJob(name, endpointKeySchema))

/**
 * Enqueues a job for the due deliveries of an endpoint, in wall-clock time; without `runAt` for now. The job has no merchant, so that moving a
 * test clock does not run it: the receiving server lives in wall-clock time, and would get the retries of 72 hours within a second.
 */
export const enqueueDeliveries = (
  tx: Tx,
  { merchantId, endpointId, isSlow }: EndpointKey & { isSlow?: boolean },
  runAt?: Date,
) => enqueueJob(tx, isSlow ? deliverSlowWebhooks : deliverWebhooks, { merchantId, endpointId }, { runAt })
