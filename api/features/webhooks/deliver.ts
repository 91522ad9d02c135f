import { webhookTimeoutMs } from '@adire/contract/webhook-events.ts'
import { webhookLimits } from '@adire/contract/webhooks.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { postWebhook, type WebhookPost, type WebhookResponse } from '../../connectors/webhook-post.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { webhookPosted } from '../../metrics/measurements.ts'
import { merchants } from '../merchants/tables.ts'
import { concludeDelivery, ofEndpoint, switchedOff } from './conclude.ts'
import { type DeliveryAttempt, type DeliveryRecord, enqueueSlowDelivery } from './enqueue.ts'
import { openSecrets, signBody, toPublicEventId } from './secret.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from './tables.ts'

/** An endpoint whose last answer took this long, in ms, is slow. */
const slowAfterMs = 3_000

/** An attempt started this long ago without an end was interrupted with its process. Longer than any attempt can take. */
const cutOffAfterMs = 4 * webhookTimeoutMs

/**
 * Makes one delivery attempt: records its start, sends the request, records the outcome. A duplicate job finds the attempt row
 * and exits; if the first attempt was interrupted, it sends again with the same row and the same event id. With `leavesSlow` an attempt
 * at a slow endpoint is left to the workers for these.
 */
export async function attemptDelivery(
  unitOfWork: Pick<JobUnitOfWork, 'write' | 'config'>,
  attempt: DeliveryAttempt,
  { timeoutMs = webhookTimeoutMs, leavesSlow = false } = {},
) {
  const request = await unitOfWork.write((context) => startAttempt(context, attempt, leavesSlow))
  if (!request) return
  const response = await postWebhook(request.post, {
    timeoutMs,
    allowLoopback: request.allowLoopback,
    responseBytes: webhookLimits.responseBytes,
    storedResponseBytes: webhookLimits.storedResponseBytes,
  })
  const { status, durationMs } = response
  const outcome = status === null ? 'no_answer' : `${Math.trunc(status / 100)}xx`
  webhookPosted.record({ outcome, seconds: durationMs / 1000 })
  const isSlow = durationMs >= Math.min(slowAfterMs, timeoutMs)
  await unitOfWork.write(async (context) => {
    await finishAttempt(context, attempt, response)
    if (isSlow !== request.wasSlow) await context.tx.update(webhookEndpoints).set({ isSlow }).where(ofEndpoint(attempt))
  }, request.mode)
}

/**
 * A delivery, locked.
 * @throws 404 webhook_delivery_not_found
 */
export async function lockDelivery(
  { tx }: Pick<Context, 'tx'>,
  merchantId: string,
  id: string,
): Promise<DeliveryRecord> {
  const [delivery] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.merchantId, merchantId), eq(webhookDeliveries.id, id)))
    .for('update')
  if (!delivery) throw problem.notFound('webhook delivery')
  return delivery
}

const ofDelivery = ({ merchantId, deliveryId }: DeliveryAttempt) =>
  and(eq(webhookDeliveries.merchantId, merchantId), eq(webhookDeliveries.id, deliveryId))
const ofAttempt = ({ merchantId, deliveryId, number }: DeliveryAttempt) =>
  and(
    eq(webhookAttempts.merchantId, merchantId),
    eq(webhookAttempts.deliveryId, deliveryId),
    eq(webhookAttempts.number, number),
  )

/** Records the start of an attempt. Undefined if it must not be made here, or was made already. */
async function startAttempt(context: Context, attempt: DeliveryAttempt, leavesSlow: boolean) {
  const { tx, realNow } = context
  const { merchantId, number } = attempt
  const [found] = await tx
    .select({ delivery: webhookDeliveries, body: webhookEvents.body, endpoint: webhookEndpoints, mode: merchants.mode })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(eq(webhookEvents.merchantId, merchantId), eq(webhookEvents.id, webhookDeliveries.eventId)),
    )
    .innerJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.id, webhookDeliveries.endpointId)),
    )
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(ofDelivery(attempt))
    .for('update', { of: webhookDeliveries })
  if (found?.delivery.state !== 'waiting') return undefined
  const { delivery, endpoint, body, mode } = found
  if (!endpoint.enabled) {
    const over = { state: 'failed', nextAttemptAt: null, endedAt: realNow, failure: switchedOff } as const
    await tx.update(webhookDeliveries).set(over).where(ofDelivery(attempt))
    return undefined
  }
  if (leavesSlow && endpoint.isSlow) {
    await enqueueSlowDelivery(tx, attempt, delivery, realNow)
    return undefined
  }
  const post = signRequest(context, { delivery, endpoint, body })
  const fields = {
    startedAt: realNow,
    url: endpoint.url,
    requestHeaders: Object.entries(post.headers).map(([name, value]) => ({ name, value })),
  }
  const [earlier] = await tx.select().from(webhookAttempts).where(ofAttempt(attempt))
  if (earlier) {
    if (earlier.durationMs !== null) return undefined
    if (realNow.getTime() - earlier.startedAt.getTime() < cutOffAfterMs) throw new Error('This attempt is under way')
    await tx.update(webhookAttempts).set(fields).where(ofAttempt(attempt))
  } else {
    if (number !== delivery.attempts + 1) return undefined
    await tx.insert(webhookAttempts).values({ ...attempt, ...fields })
    await tx
      .update(webhookDeliveries)
      .set({ attempts: number, roundAttempts: delivery.roundAttempts + 1 })
      .where(ofDelivery(attempt))
  }
  return { post, mode, wasSlow: endpoint.isSlow, allowLoopback: mode === 'TEST' && context.config.webhooksToLoopback }
}

interface Signing {
  delivery: DeliveryRecord
  endpoint: typeof webhookEndpoints.$inferSelect
  body: string
}

function signRequest({ config, vault, realNow }: Context, { delivery, endpoint, body }: Signing): WebhookPost {
  const id = toPublicEventId(delivery.eventId)
  const seconds = Math.floor(realNow.getTime() / 1000)
  return {
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${config.brand.name.replace(/[^\w]+/g, '') || 'Payments'}-Webhooks/1.0`,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signBody(openSecrets(vault, endpoint, realNow), id, seconds, body),
    },
  }
}

/** Records the outcome of an attempt, once. */
async function finishAttempt(context: Context, attempt: DeliveryAttempt, response: WebhookResponse): Promise<void> {
  const { tx } = context
  const delivery = await lockDelivery(context, attempt.merchantId, attempt.deliveryId)
  const written = await tx
    .update(webhookAttempts)
    .set({
      durationMs: response.durationMs,
      status: response.status,
      responseHeaders: response.headers,
      responseBody: response.body,
      responseIsCut: response.isCut,
      failure: response.failure,
    })
    .where(and(ofAttempt(attempt), isNull(webhookAttempts.durationMs)))
    .returning({ number: webhookAttempts.number })
  if (written.length > 0) await concludeDelivery(context, delivery, response)
}
