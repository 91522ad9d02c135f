import type { Mode } from '@adire/contract/call.ts'
import { webhookTimeoutMs } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import type { EndpointKey } from './enqueue.ts'
import type { EndpointRecord, Secrets } from './secret.ts'

/** An attempt started this long ago without an end was interrupted with its process. Longer than any attempt can take. */
const cutOffAfterMs = 4 * webhookTimeoutMs

/** A delivery may be taken this much before its time, in ms: the clock of the process that stored the time may be ahead. */
const clockDifferenceMs = 5_000

/** The endpoint of due deliveries, with what signs and addresses them. */
export type ReceivingEndpoint = Secrets & Pick<EndpointRecord, 'url' | 'enabled' | 'isSlow'> & { mode: Mode }

/** An attempt that was started: its delivery, and the body to send. `roundAttempts` counts it. */
export interface StartedAttempt {
  deliveryId: string
  eventId: string
  number: number
  roundStartedAt: Date
  roundAttempts: number
  body: string
}

interface Taken {
  endpoint: ReceivingEndpoint
  attempts: StartedAttempt[]
  /** Whether there are due deliveries that were not taken: more than `limit`, or such whose attempt is under way. */
  isMoreDue: boolean
}

/** A due delivery that was not taken has no `number`, and an endpoint without due deliveries has one row without `deliveryId`. */
type TakenRow = ReceivingEndpoint & { [name in keyof StartedAttempt]: StartedAttempt[name] | null }

/**
 * Takes due deliveries of an endpoint, oldest first, and records the start of an attempt at each, in one statement. It takes none if the
 * endpoint is switched off, or if `isSlow` differs. Only the process that inserts the row of an attempt makes it; one that was interrupted
 * starts again, in its row. Attempts that are under way, or were interrupted a moment ago, are skipped. Undefined if the endpoint does not exist any more.
 */
export async function takeDueDeliveries(
  { tx, realNow }: Pick<Context, 'tx' | 'realNow'>,
  { merchantId, endpointId }: EndpointKey,
  { isSlow, limit }: { isSlow: boolean; limit: number },
): Promise<Taken | undefined> {
  const { rows } = await tx.$client.query<TakenRow>({
    name: 'take_webhooks',
    text: `
      with endpoint as (
        select endpoint.*, mode from webhook_endpoints endpoint join merchants on merchants.id = endpoint.merchant_id
        where endpoint.merchant_id = $1 and endpoint.id = $2
      ), due as materialized (
        select delivery.*, number is not null and duration_ms is null as is_open, started_at
        from (
          select id, event_id, attempts, next_attempt_at, round_started_at, round_attempts from webhook_deliveries
          where merchant_id = $1 and endpoint_id = $2 and state = 'waiting' and next_attempt_at <= $4
            and exists (select from endpoint where enabled and is_slow = $6)
          order by next_attempt_at limit 2 * $7::int
        ) delivery left join lateral (
          select number, duration_ms, started_at from webhook_attempts
          where merchant_id = $1 and delivery_id = delivery.id and number = delivery.attempts limit 1
        ) attempt on true
      ), started as (
        insert into webhook_attempts as attempt (merchant_id, delivery_id, number, started_at, url, request_headers)
        select $1, due.id, attempts + (not is_open)::int, $3::timestamptz, url, '[]'::jsonb
        from (
          select * from due where not is_open or started_at <= $5 order by next_attempt_at limit $7::int
        ) due, endpoint
        on conflict (merchant_id, delivery_id, number) do update set started_at = excluded.started_at, url = excluded.url
          where attempt.duration_ms is null and attempt.started_at <= $5
        returning delivery_id, number
      ), counted as (
        update webhook_deliveries delivery set attempts = number, round_attempts = round_attempts + 1
        from started where merchant_id = $1 and delivery.id = delivery_id and attempts < number
      )
      select endpoint.id, url, enabled, is_slow as "isSlow", sealed_secret as "sealedSecret",
        sealed_old_secret as "sealedOldSecret", old_secret_until as "oldSecretUntil", earlier_secrets as "earlierSecrets", mode,
        due.id as "deliveryId", event_id as "eventId", number, round_started_at as "roundStartedAt",
        greatest(round_attempts + (not is_open)::int, 1) as "roundAttempts", body
      from endpoint left join due on true left join started on delivery_id = due.id
        left join webhook_events event on event.merchant_id = $1 and event.id = event_id and number is not null
      order by next_attempt_at`,
    values: [
      merchantId,
      endpointId,
      realNow,
      new Date(realNow.getTime() + clockDifferenceMs),
      new Date(realNow.getTime() - cutOffAfterMs),
      isSlow,
      limit,
    ],
  })
  const [endpoint] = rows
  if (!endpoint) return undefined
  const attempts = rows.filter((row): row is TakenRow & StartedAttempt => row.number !== null && row.body !== null)
  return {
    endpoint,
    attempts,
    isMoreDue: rows.some(({ deliveryId, number }) => deliveryId !== null && number === null),
  }
}
