import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type {
  getWebhookDelivery,
  listWebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryRow,
} from '@adire/contract/webhooks.ts'
import { and, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fromTimeCursor } from '../../database/keyset.ts'
import { pageOf } from '../../http/page.ts'
import { problem, refuseTurnedDays } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import type { DeliveryRecord } from './promise.ts'
import { publicIdOf } from './secret.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from './tables.ts'

const mostAttempts = 20

const found = (tx: Tx) =>
  tx
    .select({ delivery: webhookDeliveries, url: webhookEndpoints.url })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))

export const shown = ({ delivery, url }: { delivery: DeliveryRecord; url: string }): WebhookDeliveryRow => ({
  id: delivery.id,
  eventId: publicIdOf(delivery.eventId),
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

export async function list({ tx, merchant }: MemberContext, input: Parsed<typeof listWebhookDeliveries>) {
  const { endpointId, state, type, from, to, cursor, limit, offset } = input
  refuseTurnedDays(from, to)
  const matching = and(
    eq(webhookDeliveries.merchantId, merchant.id),
    endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
    state && eq(webhookDeliveries.state, state),
    type && eq(webhookDeliveries.type, type),
    from === undefined ? undefined : gte(webhookDeliveries.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(webhookDeliveries.createdAt, startOfDay(addDays(to, 1))),
  )
  const rows = await found(tx)
    .where(and(matching, cursor === undefined ? undefined : olderThan(cursor)))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
  const counted = tx
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(matching)
    .limit(limits.countedTo + 1)
    .as('counted')
  const [total] = await tx.select({ total: count() }).from(counted)
  return pageOf(rows, input, { total: total!.total, show: shown, keyOf: ({ createdAt, id }) => [createdAt, id] })
}

function olderThan(cursor: string) {
  const [instant, id] = fromTimeCursor(cursor)
  return sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < (${instant}::timestamptz, ${id}::uuid)`
}

export async function get(
  { tx, merchant }: MemberContext,
  { id }: Parsed<typeof getWebhookDelivery>,
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
    .limit(mostAttempts)
  return {
    ...shown(one),
    body: event?.body ?? '',
    attemptLog: attempts.map(({ merchantId: _, deliveryId: __, startedAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
    })),
  }
}
