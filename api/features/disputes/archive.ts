import { disputeArchiveMs } from '@adire/contract/dispute-clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { takeDueRows } from '../../jobs/due-rows.ts'
import { announceDispute, appendDisputeEvent } from './move.ts'

/** Time at which the merchant's next decided dispute is old enough to be archived. */
export async function nextArchiveAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const { rows } = await tx.$client.query<{ at: Date | null }>({
    name: 'disputes_archived_at',
    text: `select min(resolved_at) as at from disputes where merchant_id = $1 and status = 'resolved' and owed_kobo = 0`,
    values: [merchantId],
  })
  const at = rows[0]?.at
  return at ? new Date(at.getTime() + disputeArchiveMs) : undefined
}

/** Archives disputes that no bank will reopen and for which nothing is owed. Returns the number. */
export async function archiveOldDisputes(
  { tx, now }: Context,
  merchantId: string | undefined,
  batchSize: number,
): Promise<number> {
  const isOld = `status = 'resolved' and owed_kobo = 0 and resolved_at <= $1`
  const until = new Date(now.getTime() - disputeArchiveMs)
  const find = {
    name: 'old_disputes',
    text: `select merchant_id as "merchantId", id from disputes
           where ${isOld} and ($2::uuid is null or merchant_id = $2) limit $3`,
    values: [until, merchantId ?? null, batchSize],
  }
  const { rows, count } = await takeDueRows(tx, find, (ofMerchant, ids) =>
    tx.$client.query<{ merchantId: string; id: string }>({
      name: 'archive_disputes',
      text: `update disputes set status = 'archived' where merchant_id = $2 and id in (
               select id from disputes where merchant_id = $2 and id = any($3) and ${isOld} for update skip locked
             ) returning merchant_id as "merchantId", id`,
      values: [until, ofMerchant, ids],
    }),
  )
  for (const dispute of rows) {
    await appendDisputeEvent(tx, dispute, now, 'archived', 'Archived: the bank can no longer reopen it')
    await announceDispute(tx, dispute)
  }
  return count
}
