import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getWebhookDelivery, listWebhookDeliveries } from '@adire/contract/webhooks.ts'
import type { WebhookDelivery, WebhookDeliveryRow } from '@adire/contract/webhooks-schemas.ts'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { listNewest } from '../../http/page.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import type { DeliveryRecord } from './enqueue.ts'
import { toPublicEventId } from './secret.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from './tables.ts'

const maxAttempts = 20

/**
 * Deliveries with the URL of their endpoint, which is kept as long as its log. For an inner join by merchant and id PostgreSQL expects too
 * few rows; it would read and sort all deliveries of a business to list twenty.
 */
const found = (tx: Tx) =>
  tx
    .select({ delivery: webhookDeliveries, url: sql<string>`${webhookEndpoints.url}` })
    .from(webhookDeliveries)
    .leftJoin(
      webhookEndpoints,
      and(
        eq(webhookEndpoints.merchantId, webhookDeliveries.merchantId),
        eq(webhookEndpoints.id, webhookDeliveries.endpointId),
      ),
    )

export const toDeliveryResponse = ({
  delivery,
  url,
}: {
  delivery: DeliveryRecord
  url: string
}): WebhookDeliveryRow => ({
  id: delivery.id,
  eventId: toPublicEventId(delivery.eventId),
  type: delivery.type,
  isTest: delivery.isTest,
  endpointId: delivery.endpointId,
  url,
  state: delivery.state,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  failure: delivery.failure,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
})

export async function listWebhookDeliveriesHandler(
  { tx, merchant }: MemberContext,
  input: ParsedInput<typeof listWebhookDeliveries>,
) {
  const { endpointId, state, type, from, to } = input
  requireDayOrder(from, to)
  const matching = and(
    eq(webhookDeliveries.merchantId, merchant.id),
    endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
    state && eq(webhookDeliveries.state, state),
    type && eq(webhookDeliveries.type, type),
    from === undefined ? undefined : gte(webhookDeliveries.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(webhookDeliveries.createdAt, startOfDay(addDays(to, 1))),
  )
  return listNewest(tx, input, {
    table: webhookDeliveries,
    where: matching,
    from: found(tx),
    serialize: toDeliveryResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
}

export async function getWebhookDeliveryHandler(
  { tx, merchant }: MemberContext,
  { id }: ParsedInput<typeof getWebhookDelivery>,
): Promise<WebhookDelivery> {
  const [one] = await found(tx).where(and(eq(webhookDeliveries.merchantId, merchant.id), eq(webhookDeliveries.id, id)))
  if (!one) throw problem.notFound('webhook delivery')
  const [event] = await tx
    .select({ body: webhookEvents.body })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.merchantId, merchant.id), eq(webhookEvents.id, one.delivery.eventId)))
  const attempts = await tx
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.merchantId, merchant.id), eq(webhookAttempts.deliveryId, id)))
    .orderBy(desc(webhookAttempts.number))
    .limit(maxAttempts)
  return {
    ...toDeliveryResponse(one),
    body: event?.body ?? '',
    attemptLog: attempts.map(({ merchantId: _, deliveryId: __, startedAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
    })),
  }
}
