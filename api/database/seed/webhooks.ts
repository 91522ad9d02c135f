import { dayMs, hourMs } from '@adire/contract/durations.ts'
import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { getPaymentHandler } from '../../features/payments/detail.ts'
import { payments } from '../../features/payments/tables.ts'
import { calculateNextAttemptAt } from '../../features/webhooks/conclude.ts'
import {
  maskSecret,
  newSecret,
  openSecrets,
  sealSecret,
  signBody,
  toPublicEventId,
} from '../../features/webhooks/secret.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from '../../features/webhooks/tables.ts'
import { createRandom, type RandomSource } from './chance.ts'

const url = 'https://api.tola-atelier.example/payments/webhooks'
const events: WebhookEventType[] = ['charge.success', 'refund.processed', 'dispute.created', 'settlement.paid']
const deliveryCount = 18

type Endpoint = typeof webhookEndpoints.$inferSelect

/** A webhook endpoint of the demo business with its latest deliveries; some succeeded only after a retry. */
export async function seedWebhooks(context: Context, merchantId: string): Promise<void> {
  const { tx, vault, now } = context
  const random = createRandom(20_261_122)
  const id = crypto.randomUUID()
  const secret = newSecret()
  const [endpoint] = await tx
    .insert(webhookEndpoints)
    .values({
      id,
      merchantId,
      url,
      description: 'Order system',
      events,
      sealedSecret: sealSecret(vault, id, secret),
      secretHint: maskSecret(secret),
      createdAt: new Date(now.getTime() - 40 * dayMs),
    })
    .returning()
  const paidBefore = (hours: number, limit: number) =>
    tx
      .select({ id: payments.id, at: payments.paidAt })
      .from(payments)
      .where(and(eq(payments.merchantId, merchantId), lt(payments.paidAt, new Date(now.getTime() - hours * hourMs))))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit)
  for (const { id: paymentId, at } of await paidBefore(80, 1))
    await seedDelivery(context, random, {
      endpoint: endpoint!,
      paymentId,
      at: at!,
      statuses: listAttemptTimes(at!).map(() => 500),
    })
  const paid = await paidBefore(0, deliveryCount)
  for (const [index, { id: paymentId, at }] of paid.reverse().entries())
    await seedDelivery(context, random, { endpoint: endpoint!, paymentId, at: at!, statuses: responseStatuses(index) })
}

/** HTTP status of each attempt of a delivery. */
function responseStatuses(index: number): number[] {
  if (index === 12) return [502, 502, 502, 200]
  return index % 9 === 4 ? [503, 200] : [200]
}

/** Attempt times for an endpoint that never succeeds. */
function listAttemptTimes(at: Date): Date[] {
  const attemptTimes = [at]
  for (let next = calculateNextAttemptAt(at, 1, at); next; next = calculateNextAttemptAt(at, attemptTimes.length, next))
    attemptTimes.push(next)
  return attemptTimes
}

const busy = '{"error":"busy, try again"}'
const done = '{"received":true}'

async function seedDelivery(
  context: Context,
  random: RandomSource,
  { endpoint, paymentId, at, statuses }: { endpoint: Endpoint; paymentId: string; at: Date; statuses: number[] },
) {
  const { tx, vault } = context
  const { merchantId, id: endpointId } = endpoint
  const merchant = { ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined }
  const type = 'charge.success' as const
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: await getPaymentHandler(merchant, { id: paymentId }),
  })
  const [event] = await tx.insert(webhookEvents).values({ merchantId, type, body, createdAt: at }).returning()
  const lastStatus = statuses.at(-1)!
  const times = listAttemptTimes(at).slice(0, statuses.length)
  const [delivery] = await tx
    .insert(webhookDeliveries)
    .values({
      ...{
        merchantId,
        eventId: event!.id,
        endpointId,
        type,
        createdAt: at,
        roundStartedAt: at,
        endedAt: times.at(-1)!,
      },
      state: lastStatus === 200 ? 'delivered' : 'failed',
      attempts: statuses.length,
      roundAttempts: statuses.length,
      lastStatus,
      failure: describeFailure(lastStatus),
    })
    .returning()
  for (const [index, status] of statuses.entries()) {
    const startedAt = times[index]!
    const seconds = Math.floor(startedAt.getTime() / 1000)
    const eventId = toPublicEventId(event!.id)
    const headers = {
      'content-type': 'application/json',
      'user-agent': `${context.config.brand.name}-Webhooks/1.0`,
      'webhook-id': eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signBody(openSecrets(vault, endpoint, startedAt), eventId, seconds, body),
    }
    await tx.insert(webhookAttempts).values({
      merchantId,
      deliveryId: delivery!.id,
      number: index + 1,
      startedAt,
      durationMs: 80 + Math.round(random.next() * 340),
      url,
      requestHeaders: named(headers),
      status,
      responseHeaders: named({ 'content-type': 'application/json', server: 'nginx' }),
      responseBody: status === 200 ? done : busy,
      failure: describeFailure(status),
    })
  }
}

const describeFailure = (status: number) => (status === 200 ? null : `It answered ${status}`)
const named = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))
