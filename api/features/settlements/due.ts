import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { type DueRows, takeDueRows } from '../../jobs/due-rows.ts'
import { lagosDay } from '../../lagos.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { reserveReleased } from '../../ledger/settlement-entries.ts'
import { splitRecipients } from '../splits/tables.ts'
import { businessOwner, type SettlementOwner } from './move.ts'
import { settlementReserves } from './tables.ts'

export interface DueSettlement {
  merchantId: string
  settlementId: string
}

/** A merchant and all its split recipients. */
export async function listOwners(tx: Tx, merchantId: string): Promise<SettlementOwner[]> {
  const recipients = await tx
    .select({ merchantId: splitRecipients.merchantId, ownerId: splitRecipients.id })
    .from(splitRecipients)
    .where(eq(splitRecipients.merchantId, merchantId))
    .orderBy(splitRecipients.id)
  return [businessOwner(merchantId), ...recipients]
}

/**
 * Merchants and recipients whose proceeds were not settled today, on a day of settlements. Ordered by id, at most `limit` after the given
 * one.
 */
export async function listDueOwners({ tx, now }: Context, limit: number, after?: string): Promise<SettlementOwner[]> {
  const today = lagosDay(now)
  const due = (table: string, merchantId: string) => `(
    select ${merchantId} as "merchantId", owner.id as "ownerId"
    from ${table} owner
    join ledger_accounts account on account.merchant_id = ${merchantId} and account.owner = owner.id::text and account.kind = 'pending'
    left join payout_settings settings on settings.merchant_id = account.merchant_id and settings.owner_id = owner.id
    where (settings.last_run_on is null or settings.last_run_on < $1::date) and ($2::uuid is null or owner.id > $2)
    order by owner.id limit $3
  )`
  const { rows } = await tx.$client.query<SettlementOwner>({
    name: 'settlement_owners_due',
    text: `${due('merchants', 'owner.id')} union all ${due('split_recipients', 'owner.merchant_id')} order by 2 limit $3`,
    values: [today, after ?? null, limit],
  })
  return rows
}

/**
 * Claims settlements to pay, or to query the bank about, by postponing the next check of each: the delay doubles every time, up to 15
 * minutes.
 */
export function claimDuePayouts(
  { tx, now }: Context,
  limit: number,
  merchantId?: string,
): Promise<DueRows<DueSettlement>> {
  const find = {
    name: 'settlement_payouts_due',
    text: `select merchant_id as "merchantId", id from settlements
           where next_at <= $1 and ($2::uuid is null or merchant_id = $2) order by next_at limit $3`,
    values: [now, merchantId ?? null, limit],
  }
  return takeDueRows(tx, find, (ofMerchant, ids) =>
    tx.$client.query<DueSettlement>({
      name: 'settlement_payouts_put_off',
      text: `
        with due as (
          select id, $2::timestamptz + least(interval '30 seconds' * 2 ^ least(checks, 5), interval '15 minutes') as later
          from settlements where merchant_id = $1 and id = any($3) and next_at <= $2 for update skip locked
        )
        update settlements settlement set checks = settlement.checks + 1, next_at = due.later
        from due where settlement.merchant_id = $1 and settlement.id = due.id
        returning settlement.merchant_id as "merchantId", settlement.id as "settlementId"`,
      values: [ofMerchant, now, ids],
    }),
  )
}

/** Merchants with reserves that are due for release. */
export async function listDueReserves({ tx, now }: Context, limit: number): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'settlement_reserves_due',
    text: `select distinct merchant_id as id from (
             select merchant_id from settlement_reserves where released_at is null and release_at <= $1
             order by release_at limit $2
           ) due`,
    values: [now, limit],
  })
  return rows.map(({ id }) => id)
}

/** Releases a merchant's due reserves. Returns the number. */
export async function releaseReserves({ tx, now }: Context, merchantId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ id: string; reference: string; amountKobo: number }>({
    name: 'settlement_release',
    text: `select reserve.id, settlement.reference, reserve.amount_kobo as "amountKobo"
           from settlement_reserves reserve
           join settlements settlement on settlement.merchant_id = $1 and settlement.id = reserve.settlement_id
           where reserve.merchant_id = $1 and reserve.released_at is null and reserve.release_at <= $2
           order by reserve.release_at limit 100 for update of reserve skip locked`,
    values: [merchantId, now],
  })
  for (const reserve of rows) {
    await postEntry(tx, reserveReleased({ ...reserve, merchantId, ownerId: merchantId }, now))
    await tx
      .update(settlementReserves)
      .set({ releasedAt: now })
      .where(and(eq(settlementReserves.merchantId, merchantId), eq(settlementReserves.id, reserve.id)))
  }
  return rows.length
}

const earliest = async (tx: Tx, text: string, merchantId: string): Promise<Date | undefined> => {
  const { rows } = await tx.$client.query<{ at: Date | null }>(text, [merchantId])
  return rows[0]?.at ?? undefined
}

export const nextPayout = (tx: Tx, merchantId: string) =>
  earliest(tx, `select min(next_at) as at from settlements where merchant_id = $1 and status <> 'success'`, merchantId)

export const nextRelease = (tx: Tx, merchantId: string) =>
  earliest(
    tx,
    'select min(release_at) as at from settlement_reserves where merchant_id = $1 and released_at is null',
    merchantId,
  )
