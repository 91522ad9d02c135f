import { webhookGiveUpMs, webhookRetryDelaysMs } from '@adire/contract/webhook-events.ts'
import { and, eq, gte } from 'drizzle-orm'
import type { WebhookResponse } from '../../connectors/webhook-post.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { type DeliveryRecord, type EndpointKey, enqueueDeliveries } from './enqueue.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'
import type { StartedAttempt } from './take.ts'

/** Time of the next attempt after `roundAttempts` attempts in a round that began at `since`; undefined after the last one. */
export function calculateNextAttemptAt(since: Date, roundAttempts: number, now: Date): Date | undefined {
  const lastAt = since.getTime() + webhookGiveUpMs
  if (now.getTime() >= lastAt) return undefined
  const delayMs = webhookRetryDelaysMs[roundAttempts - 1] ?? webhookRetryDelaysMs.at(-1)!
  return new Date(Math.min(now.getTime() + delayMs, lastAt))
}

/** What an attempt resulted in. */
export interface Outcome {
  attempt: StartedAttempt
  requestHeaders: Record<string, string>
  response: WebhookResponse
}

/** What a delivery changes to by an outcome: delivered, to be tried again, or failed. */
function conclude(
  { attempt, response }: Outcome,
  now: Date,
): Pick<DeliveryRecord, 'state' | 'nextAttemptAt' | 'endedAt'> {
  const over = { nextAttemptAt: null, endedAt: now }
  if (response.failure === null) return { ...over, state: 'delivered' }
  const { roundStartedAt, roundAttempts } = attempt
  const next = response.status === 410 ? undefined : calculateNextAttemptAt(roundStartedAt, roundAttempts, now)
  return next ? { state: 'waiting', nextAttemptAt: next, endedAt: null } : { ...over, state: 'failed' }
}

/** Records the outcomes of attempts at an endpoint, each once, and what follows from them. */
export async function recordOutcomes(context: Context, to: EndpointKey, outcomes: readonly Outcome[]): Promise<void> {
  const { tx, realNow } = context
  const concluded = outcomes.map((outcome) => ({ ...outcome, change: conclude(outcome, realNow) }))
  // Lock order: the endpoint first, then the deliveries, as when one is sent again by hand.
  if (concluded.some(({ change }) => change.state === 'failed'))
    await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(ofEndpoint(to)).for('update')
  const changed = await writeOutcomes(context, to, concluded)
  if (changed.size > 0) await announceTopic(tx, to.merchantId, 'webhooks')
  for (const { attempt, response, change } of concluded) {
    if (change.state === 'delivered' || changed.get(attempt.deliveryId) !== change.state) continue
    if (change.nextAttemptAt) await enqueueDeliveries(tx, to, change.nextAttemptAt)
    else if (response.status === 410) await switchOff(context, to, 'It answered 410: it is gone for good.')
    else if (!(await hasArrivedSince(context, to, attempt.roundStartedAt)))
      await switchOff(context, to, 'Nothing arrived there for 72 hours.')
  }
}

/** SQL condition: an outcome concludes its delivery. */
const isCurrent = `(ended.state = 'delivered' or delivery.state = 'waiting' and round_started_at = "roundStartedAt")`

/**
 * Writes outcomes to attempts and deliveries in one statement. If a delivery was sent again by hand while the request was running, or its
 * endpoint was switched off or deleted, a failure changes only what its last attempt was.
 * @returns the states of the deliveries that were changed, by id
 */
async function writeOutcomes(
  { tx }: Context,
  { merchantId }: EndpointKey,
  concluded: readonly (Outcome & { change: ReturnType<typeof conclude> })[],
): Promise<Map<string, DeliveryRecord['state']>> {
  const given = concluded.map(({ attempt, requestHeaders, response, change }) => ({
    deliveryId: attempt.deliveryId,
    number: attempt.number,
    roundStartedAt: attempt.roundStartedAt,
    requestHeaders: Object.entries(requestHeaders).map(([name, value]) => ({ name, value })),
    ...response,
    ...change,
  }))
  const { rows } = await tx.$client.query<Pick<DeliveryRecord, 'id' | 'state'>>({
    name: 'webhook_outcomes',
    text: `
      with given as materialized (
        select * from jsonb_to_recordset($2::jsonb) as given (
          "deliveryId" uuid, number int, "roundStartedAt" timestamptz, "requestHeaders" jsonb, "durationMs" int, status int, headers jsonb,
          body text, "isCut" boolean, failure text, state text, "nextAttemptAt" timestamptz, "endedAt" timestamptz
        )
      ), ended as (
        update webhook_attempts attempt set duration_ms = "durationMs", request_headers = "requestHeaders", status = given.status,
          response_headers = headers, response_body = body, response_is_cut = "isCut", failure = given.failure
        from given
        where merchant_id = $1 and delivery_id = "deliveryId" and attempt.number = given.number and duration_ms is null
        returning given.*
      )
      update webhook_deliveries delivery set last_status = ended.status, failure = ended.failure,
        state = case when ${isCurrent} then ended.state else delivery.state end,
        next_attempt_at = case when ${isCurrent} then "nextAttemptAt" else next_attempt_at end,
        ended_at = case when ${isCurrent} then "endedAt" else ended_at end
      from ended where merchant_id = $1 and id = "deliveryId"
      returning id, delivery.state`,
    values: [merchantId, JSON.stringify(given)],
  })
  return new Map(rows.map(({ id, state }) => [id, state]))
}

async function hasArrivedSince({ tx }: Context, { merchantId, endpointId }: EndpointKey, since: Date) {
  const [arrived] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.merchantId, merchantId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'delivered'),
        gte(webhookDeliveries.endedAt, since),
      ),
    )
    .limit(1)
  return arrived !== undefined
}

const ofEndpoint = ({ merchantId, endpointId }: EndpointKey) =>
  and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.id, endpointId))

export async function setSlow(tx: Tx, to: EndpointKey, isSlow: boolean): Promise<void> {
  await tx.update(webhookEndpoints).set({ isSlow }).where(ofEndpoint(to))
}

/** Switches off an endpoint that is gone, and notifies the business once. */
async function switchOff(context: Context, { merchantId, endpointId }: EndpointKey, why: string): Promise<void> {
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

const switchedOff = 'The endpoint was switched off'

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
