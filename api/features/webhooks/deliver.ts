import { webhookTimeoutMs } from '@adire/contract/webhook-events.ts'
import { webhookLimits } from '@adire/contract/webhooks.ts'
import { postWebhook, type WebhookPost } from '../../connectors/webhook-post.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { webhookPosted } from '../../metrics/measurements.ts'
import { failWaitingDeliveries, type Outcome, recordOutcomes, setSlow } from './conclude.ts'
import { type EndpointKey, enqueueDeliveries } from './enqueue.ts'
import { openSecrets, signBody, toPublicEventId } from './secret.ts'
import { type ReceivingEndpoint, type StartedAttempt, takeDueDeliveries } from './take.ts'

/** An endpoint whose last answer took this long, in ms, is slow. */
const slowAfterMs = 3_000

/** How many deliveries of one endpoint are made at once. */
const atOnce = 5

/** A job begins no more attempts after this time, in ms. With the longest attempt it ends within the ten seconds in which a worker stops. */
const sliceMs = 2_000

type DeliveringUnitOfWork = Pick<JobUnitOfWork, 'write' | 'writeStatement' | 'now' | 'config' | 'vault'>

/**
 * Makes the due deliveries of an endpoint, a few at once: records the start of their attempts, sends the requests, records the outcomes, and
 * again until nothing is due. What is left after a slice of time is enqueued, behind other endpoints. A slow endpoint is left to its own job,
 * which makes one delivery at once. If the job is run again after an interruption, it makes the same attempts again, with the same event ids.
 * @throws Error while attempts are under way, so that the job is run again
 */
export async function deliverDueWebhooks(
  unitOfWork: DeliveringUnitOfWork,
  to: EndpointKey,
  { isSlow = false, timeoutMs = webhookTimeoutMs } = {},
): Promise<void> {
  const endsAtMs = performance.now() + sliceMs
  const take = { isSlow, limit: isSlow ? 1 : atOnce }
  for (;;) {
    const taken = await unitOfWork.writeStatement((context) => takeDueDeliveries(context, to, take))
    if (!taken) return
    const { endpoint, attempts, isMoreDue } = taken
    if (!endpoint.enabled)
      return unitOfWork.write((context) => failWaitingDeliveries(context, to.merchantId, to.endpointId))
    if (endpoint.isSlow !== isSlow)
      return unitOfWork.write(({ tx }) => enqueueDeliveries(tx, { ...to, isSlow: endpoint.isSlow }))
    if (attempts.length === 0) {
      if (isMoreDue) throw new Error('This attempt is under way')
      return
    }
    const outcomes = await Promise.all(attempts.map((attempt) => post(unitOfWork, endpoint, attempt, timeoutMs)))
    const lastMs = Math.max(...outcomes.map(({ response }) => response.durationMs))
    const isSlowNow = lastMs >= Math.min(slowAfterMs, timeoutMs)
    const isOver = !isMoreDue || isSlowNow !== isSlow || performance.now() > endsAtMs
    await unitOfWork.write(async (context) => {
      if (isSlowNow !== isSlow) await setSlow(context.tx, to, isSlowNow)
      await recordOutcomes(context, to, outcomes)
      if (isMoreDue && isOver) await enqueueDeliveries(context.tx, { ...to, isSlow: isSlowNow })
    }, endpoint.mode)
    if (isOver) return
  }
}

/** Sends the request of an attempt. */
async function post(
  unitOfWork: DeliveringUnitOfWork,
  endpoint: ReceivingEndpoint,
  attempt: StartedAttempt,
  timeoutMs: number,
): Promise<Outcome> {
  const request = signRequest(unitOfWork, endpoint, attempt)
  const response = await postWebhook(request, {
    timeoutMs,
    allowLoopback: endpoint.mode === 'TEST' && unitOfWork.config.webhooksToLoopback,
    responseBytes: webhookLimits.responseBytes,
    storedResponseBytes: webhookLimits.storedResponseBytes,
  })
  const { status, durationMs } = response
  const outcome = status === null ? 'no_answer' : `${Math.trunc(status / 100)}xx`
  webhookPosted.record({ outcome, seconds: durationMs / 1000 })
  return { attempt, requestHeaders: request.headers, response }
}

function signRequest(
  { config, vault, now }: DeliveringUnitOfWork,
  endpoint: ReceivingEndpoint,
  { eventId, body }: StartedAttempt,
): WebhookPost {
  const id = toPublicEventId(eventId)
  const at = now()
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${config.brand.name.replace(/[^\w]+/g, '') || 'Payments'}-Webhooks/1.0`,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signBody(openSecrets(vault, endpoint, at), id, seconds, body),
    },
  }
}
