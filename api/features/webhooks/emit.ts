import { webhookData } from '@adire/contract/webhook-data-schemas.ts'
import { webhookEvents as eventTypes, type WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { Context, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { buildSerializer } from '../../http/serializer.ts'
import { readOnce } from '../../read-once.ts'
import { enqueueDeliveries } from './enqueue.ts'
import { webhookDeliveries, webhookEvents } from './tables.ts'

/**
 * Emits an event to a business's webhooks, in the transaction of the change: it is sent if and only if that is committed.
 * `serialize` returns the object as its GET endpoint would; fields that the event does not document are left out. It is called only if an
 * endpoint or listener is subscribed, so a business without endpoints costs one query.
 */
export async function emitWebhookEvent(
  context: Context,
  merchantId: string,
  type: WebhookEventType,
  serialize: (context: MerchantContext) => Promise<object>,
): Promise<void> {
  const { tx, now, realNow } = context
  const { endpoints, isListenedTo } = await readOnce(context, `webhooks:${merchantId}`, () =>
    findReceivers(tx, merchantId, realNow),
  )
  const endpointIds = endpoints.flatMap(({ id, events }) => (events === null || events.includes(type) ? [id] : []))
  if (endpointIds.length === 0 && !isListenedTo) return
  const object = await serialize({ ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined })
  const data = buildSerializer(webhookData[eventTypes[type].object])(object)
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  await addEvent(tx, { merchantId, type, body, isListenedTo, createdAt: realNow }, endpointIds)
}

/** Stores an event and enqueues its delivery to each of these endpoints. Returns the deliveries. */
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
  for (const delivery of deliveries) await enqueueDeliveries(tx, delivery)
  return deliveries
}

/** Endpoints of a business, and whether a listener is active. One index read if it has neither. */
async function findReceivers(tx: Tx, merchantId: string, now: Date) {
  const { rows } = await tx.$client.query<{ id: string | null; events: WebhookEventType[] | null }>({
    name: 'webhook_receivers',
    text: `
      select id, events from webhook_endpoints where merchant_id = $1 and enabled and deleted_at is null
      union all
      select null, null from webhook_listeners where merchant_id = $1 and until > $2`,
    values: [merchantId, now],
  })
  const endpoints = rows.flatMap(({ id, events }) => (id === null ? [] : [{ id, events }]))
  return { endpoints, isListenedTo: endpoints.length < rows.length }
}
