import { webhookGiveUpMs, webhookRetryDelaysMs } from '@adire/contract/webhook-events.ts'
import { and, eq, gte } from 'drizzle-orm'
import type { WebhookResponse } from '../../connectors/webhook-post.ts'
import type { Context } from '../../context.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { type DeliveryRecord, enqueueDeliveries } from './enqueue.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'

/** Time of the next attempt after `roundAttempts` attempts in a round that began at `since`; undefined after the last one. */
export function calculateNextAttemptAt(since: Date, roundAttempts: number, now: Date): Date | undefined {
  const lastAt = since.getTime() + webhookGiveUpMs
  if (now.getTime() >= lastAt) return undefined
  const delayMs = webhookRetryDelaysMs[roundAttempts - 1] ?? webhookRetryDelaysMs.at(-1)!
  return new Date(Math.min(now.getTime() + delayMs, lastAt))
}

/** Records the outcome of an attempt: delivered, to be tried again, or failed. The caller has locked the delivery. */
export async function concludeDelivery(
  context: Context,
  delivery: DeliveryRecord,
  response: WebhookResponse,
): Promise<void> {
  const { tx, realNow } = context
  const { status: lastStatus, failure } = response
  const over = { nextAttemptAt: null, endedAt: realNow, lastStatus, failure }
  if (failure === null) return void (await change(context, delivery, { ...over, state: 'delivered' }))
  // The endpoint was switched off or deleted while the request was running.
  if (delivery.state !== 'waiting') return void (await change(context, delivery, { lastStatus, failure }))
  const next =
    lastStatus === 410 ? undefined : calculateNextAttemptAt(delivery.roundStartedAt, delivery.roundAttempts, realNow)
  if (next) {
    const waiting = await change(context, delivery, { lastStatus, failure, nextAttemptAt: next })
    return enqueueDeliveries(tx, [waiting])
  }
  await change(context, delivery, { ...over, state: 'failed' })
  if (lastStatus === 410) await switchOff(context, delivery, 'It answered 410: it is gone for good.')
  else if (!(await hasArrivedSince(context, delivery)))
    await switchOff(context, delivery, 'Nothing arrived there for 72 hours.')
}

async function change({ tx }: Context, { merchantId, id }: DeliveryRecord, to: Partial<DeliveryRecord>) {
  const [changed] = await tx
    .update(webhookDeliveries)
    .set(to)
    .where(and(eq(webhookDeliveries.merchantId, merchantId), eq(webhookDeliveries.id, id)))
    .returning()
  await announceTopic(tx, merchantId, 'webhooks')
  return changed!
}

async function hasArrivedSince({ tx }: Context, { merchantId, endpointId, roundStartedAt }: DeliveryRecord) {
  const [arrived] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.merchantId, merchantId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'delivered'),
        gte(webhookDeliveries.endedAt, roundStartedAt),
      ),
    )
    .limit(1)
  return arrived !== undefined
}

export const ofEndpoint = ({ merchantId, endpointId }: Pick<DeliveryRecord, 'merchantId' | 'endpointId'>) =>
  and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.id, endpointId))

/** Switches off an endpoint that is gone, and notifies the business once. */
async function switchOff(context: Context, { merchantId, endpointId }: DeliveryRecord, why: string): Promise<void> {
  const { tx } = context
  const [off] = await tx
    .update(webhookEndpoints)
    .set({ enabled: false, disabledReason: why })
    .where(and(ofEndpoint({ merchantId, endpointId }), eq(webhookEndpoints.enabled, true)))
    .returning()
  if (!off) return
  await failWaitingDeliveries(context, merchantId, endpointId)
  await sendNotification(context, merchantId, {
    kind: 'security',
    title: 'A webhook endpoint was switched off',
    text: `${off.url}: ${why} Correct the problem, switch the endpoint on again, and resend the events that failed.`,
    path: '/settings/webhooks',
  })
}

export const switchedOff = 'The endpoint was switched off'

/**
 * Fails the pending deliveries of an endpoint that was switched off or deleted. Skips deliveries that are being sent just now:
 * that job records their outcome, and waiting for its row locks could deadlock.
 */
export async function failWaitingDeliveries(
  { tx, realNow }: Context,
  merchantId: string,
  endpointId: string,
): Promise<void> {
  await tx.$client.query(
    `update webhook_deliveries set state = 'failed', next_attempt_at = null, ended_at = $3, failure = $4
     where merchant_id = $1 and id in (
       select id from webhook_deliveries
       where merchant_id = $1 and endpoint_id = $2 and state = 'waiting' for update skip locked
     )`,
    [merchantId, endpointId, realNow, switchedOff],
  )
}
