import { dayMs } from '@adire/contract/durations.ts'
import { webhookLimits } from '@adire/contract/webhooks.ts'
import type { Tx } from '../../database/connect.ts'

const atOnce = 5_000

/**
 * Purges one bounded portion of old data: events, deliveries and attempts older than 30 days, then deleted endpoints that have no
 * log any more, and expired listeners.
 * @returns the number of deleted events, deliveries and attempts
 */
export async function purgeWebhooks(tx: Tx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - webhookLimits.retentionDays * dayMs)
  let purged = 0
  for (const [table, at, key] of [
    ['webhook_attempts', 'started_at', 'merchant_id, delivery_id, number'],
    ['webhook_deliveries', 'created_at', 'merchant_id, id'],
    ['webhook_events', 'created_at', 'merchant_id, id'],
  ]) {
    // By the key, because a ctid belongs to one partition.
    const { rowCount } = await tx.$client.query(
      `with old as materialized (select ${key} from ${table} where ${at} < $1 order by ${at} limit ${atOnce})
       delete from ${table} where (${key}) in (select ${key} from old)`,
      [before],
    )
    purged += rowCount ?? 0
  }
  await tx.$client.query(
    `delete from webhook_endpoints endpoint where deleted_at < $1
       and not exists (select from webhook_deliveries where merchant_id = endpoint.merchant_id and endpoint_id = endpoint.id)`,
    [before],
  )
  await tx.$client.query('delete from webhook_listeners where until < $1', [now])
  return purged
}
