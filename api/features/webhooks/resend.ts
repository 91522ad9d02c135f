import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type resendFailedWebhooks,
  type resendWebhookDelivery,
  type sendTestWebhook,
  webhookLimits,
} from '@adire/contract/webhooks.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addEvent } from './emit.ts'
import { lockEndpoint } from './endpoints.ts'
import { type DeliveryRecord, enqueueDeliveries } from './enqueue.ts'
import { toDeliveryResponse } from './log.ts'
import { buildSample } from './samples.ts'
import type { EndpointRecord } from './secret.ts'
import { webhookDeliveries } from './tables.ts'

/** Maximum number of attempts at one delivery, including those sent again by hand. */
const maxAttempts = 200

async function lockEnabledEndpoint(context: MemberContext, id: string): Promise<EndpointRecord> {
  const endpoint = await lockEndpoint(context, id)
  if (!endpoint.enabled)
    throw problem.conflict('endpoint_disabled', 'This endpoint is switched off. Switch it on first')
  return endpoint
}

/**
 * A delivery, locked.
 * @throws 404 webhook_delivery_not_found
 */
async function lockDelivery({ tx, merchant }: MemberContext, id: string): Promise<DeliveryRecord> {
  const [delivery] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.merchantId, merchant.id), eq(webhookDeliveries.id, id)))
    .for('update')
  if (!delivery) throw problem.notFound('webhook delivery')
  return delivery
}

/** Sends a sample event to the business's own endpoint, to test it. */
export async function sendTestWebhookHandler(
  context: MemberContext,
  { id, type }: ParsedInput<typeof sendTestWebhook>,
) {
  const { tx, merchant, realNow, now } = context
  const endpoint = await lockEnabledEndpoint(context, id)
  const body = JSON.stringify({ type, timestamp: now.toISOString(), test: true, data: buildSample(type, now) })
  const event = { merchantId: merchant.id, type, body, isTest: true, createdAt: realNow }
  const [delivery] = await addEvent(tx, event, [endpoint.id])
  return toDeliveryResponse({ delivery: delivery!, url: endpoint.url })
}

export async function resendWebhookDeliveryHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof resendWebhookDelivery>,
) {
  const { tx, merchant, realNow: now } = context
  const found = await tx
    .select({ endpointId: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.merchantId, merchant.id), eq(webhookDeliveries.id, id)))
  if (!found[0]) throw problem.notFound('webhook delivery')
  // Lock order: the endpoint first, then the delivery, as in switching off.
  const endpoint = await lockEnabledEndpoint(context, found[0].endpointId)
  const delivery = await lockDelivery(context, id)
  if (delivery.attempts >= maxAttempts)
    throw problem.conflict('sent_too_often', `This was already sent ${maxAttempts} times`)
  const [again] = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', roundAttempts: 0, roundStartedAt: now, nextAttemptAt: now, endedAt: null })
    .where(and(eq(webhookDeliveries.merchantId, merchant.id), eq(webhookDeliveries.id, id)))
    .returning()
  await enqueueDeliveries(tx, again!)
  return toDeliveryResponse({ delivery: again!, url: endpoint.url })
}

export async function resendFailedWebhooksHandler(
  context: MemberContext,
  { id, from, to }: ParsedInput<typeof resendFailedWebhooks>,
): Promise<{ resent: number; left: boolean }> {
  const { tx, merchant, realNow } = context
  if (from > to) throw problem.field('from', 'The first instant must not be after the last')
  await lockEnabledEndpoint(context, id)
  const { rowCount } = await tx.$client.query(
    `update webhook_deliveries
     set state = 'waiting', round_attempts = 0, round_started_at = $5, next_attempt_at = $5, ended_at = null
     where merchant_id = $1 and id in (
       select id from webhook_deliveries
       where merchant_id = $1 and endpoint_id = $2 and state = 'failed' and attempts < ${maxAttempts}
         and created_at between $3 and $4
       order by created_at, id limit ${webhookLimits.resent} for update skip locked
     )`,
    [merchant.id, id, new Date(from), new Date(to), realNow],
  )
  await enqueueDeliveries(tx, { merchantId: merchant.id, endpointId: id })
  return { resent: rowCount!, left: rowCount === webhookLimits.resent }
}
