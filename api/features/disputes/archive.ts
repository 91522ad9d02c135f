import { disputeArchiveMs } from '@adire/contract/dispute-clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { announceDispute, appendDisputeEvent } from './move.ts'

/** Time at which the merchant's next decided dispute is old enough to be archived. */
export async function archivedAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const { rows } = await tx.$client.query<{ at: Date | null }>({
    name: 'disputes_archived_at',
    text: `select min(resolved_at) as at from disputes where merchant_id = $1 and status = 'resolved' and owed_kobo = 0`,
    values: [merchantId],
  })
  const at = rows[0]?.at
  return at ? new Date(at.getTime() + disputeArchiveMs) : undefined
}

/** Archives disputes that no bank will reopen and for which nothing is owed. Returns the number. */
export async function archiveOld(
  { tx, now }: Context,
  merchantId: string | undefined,
  atOnce: number,
): Promise<number> {
  const { rows } = await tx.$client.query<{ merchantId: string; id: string }>({
    name: 'archive_disputes',
    text: `update disputes set status = 'archived' where (merchant_id, id) in (
             select merchant_id, id from disputes
             where status = 'resolved' and owed_kobo = 0 and resolved_at <= $1 and ($2::uuid is null or merchant_id = $2)
             limit $3 for update skip locked
           ) returning merchant_id as "merchantId", id`,
    values: [new Date(now.getTime() - disputeArchiveMs), merchantId ?? null, atOnce],
  })
  for (const dispute of rows) {
    await appendDisputeEvent(tx, dispute, now, 'archived', 'Archived: the bank can no longer reopen it')
    await announceDispute(tx, dispute)
  }
  return rows.length
}
