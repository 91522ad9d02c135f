import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { Context, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { enqueueDeliveries } from './enqueue.ts'
import { webhookDeliveries, webhookEvents } from './tables.ts'

/**
 * Tells a business's own servers what happened, in the transaction in which it happened: told if and only if it is kept.
 * `show` makes what the object's own call would answer now; it is asked only where somebody wants to hear of this, so
 * nothing is read or written for a business without endpoints but the question itself.
 */
export async function emitWebhookEvent(
  context: Context,
  merchantId: string,
  type: WebhookEventType,
  serialize: (context: MerchantContext) => Promise<object>,
): Promise<void> {
  const { tx, now, realNow } = context
  const { endpointIds, isListenedTo } = await wanting(tx, merchantId, type, realNow)
  if (endpointIds.length === 0 && !isListenedTo) return
  const data = await serialize({ ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined })
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  await addEvent(tx, { merchantId, type, body, isListenedTo, createdAt: realNow }, endpointIds)
}

/** Keeps an event and promises it to each of these endpoints. Answers its deliveries. */
export async function addEvent(tx: Tx, event: typeof webhookEvents.$inferInsert, endpointIds: readonly string[]) {
  const [added] = await tx.insert(webhookEvents).values(event).returning({ id: webhookEvents.id })
  if (endpointIds.length === 0) return []
  const { merchantId, type, isTest, createdAt } = event
  const deliveries = await tx
    .insert(webhookDeliveries)
    .values(
      endpointIds.map((endpointId) => ({
        ...{ merchantId, eventId: added!.id, endpointId, type, isTest, createdAt },
        roundStartedAt: createdAt,
        nextAttemptAt: createdAt,
      })),
    )
    .returning()
  await enqueueDeliveries(tx, deliveries)
  return deliveries
}

/** Which endpoints want to hear of it, and whether somebody listens. One index read for a business that has neither. */
async function wanting(tx: Tx, merchantId: string, type: WebhookEventType, now: Date) {
  const { rows } = await tx.$client.query<{ id: string | null }>({
    name: 'webhooks_wanting',
    text: `
      select id from webhook_endpoints
      where merchant_id = $1 and enabled and deleted_at is null and (events is null or $2 = any(events))
      union all
      select null from webhook_listeners where merchant_id = $1 and until > $3`,
    values: [merchantId, type, now],
  })
  const endpointIds = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return { endpointIds, isListenedTo: endpointIds.length < rows.length }
}
