import type { Tx } from '../../database/connect.ts'
import type { SettlementKey } from './move.ts'

/**
 * SQL: totals of the row `settlement`, recomputed without the amounts that are stored with it and its lines. Its lines only identify its
 * payments, refunds and reserves; the amounts come from those rows. What cannot be read there any more (disputes, repaid debts, failed
 * refunds of shared payments, refunds that were taken a second time because they were paid late) and the total come from the ledger.
 * `merchantId` is an SQL expression.
 */
const recomputedSql = (merchantId: string) => `
  select sum(gross) as gross, sum(fees) as fees, sum(vat) as vat, sum(shares) as shares,
         sum(kobo) filter (where type = 'refund') as refunds, sum(kobo) filter (where type = 'dispute') as disputes,
         sum(kobo) filter (where type = 'reserve') as reserve,
         sum(kobo) filter (where type in ('card_check', 'adjustment')) as adjustments,
         sum(posted) as total
  from (
    select line.type, coalesce(posted.amount_kobo, 0) as posted,
           coalesce(share.gross_kobo, payment.amount_kobo, 0) as gross,
           coalesce(share.charge_kobo, payment.fee_kobo, 0) as fees,
           case when share.payment_id is null then coalesce(payment.vat_kobo, 0) else 0 end as vat,
           case when share.payment_id is null then -coalesce(payment.shared_kobo, 0)
                else share.net_kobo - share.gross_kobo + share.charge_kobo end as shares,
           case
             when line.type = 'refund' and refunded.is_card_check then 0
             when line.type = 'card_check' and refund.id is null then checked.amount_kobo
             when refund.paid_late_at is not null then coalesce(posted.amount_kobo, 0)
             when line.type in ('refund', 'card_check') and line.owner_id = ${merchantId}
               and (not entry.is_back or refunded.split_id is null)
             then entry.sign * case line.account when 'pending' then refund.from_pending_kobo else refund.from_available_kobo end
             when line.type = 'refund' and given.owner_id is not null and not entry.is_back
             then -case line.account when 'pending' then given.from_pending_kobo else given.from_available_kobo end
             when line.type = 'reserve' then entry.sign * reserve.amount_kobo
             else coalesce(posted.amount_kobo, 0) end as kobo
    from settlement_lines line
    left join lateral (
      select split_part(reference, ':', 1) as kind, split_part(reference, ':', 2) as about,
             split_part(reference, ':', 3) in ('reversed', 'released') as is_back,
             case when split_part(reference, ':', 3) in ('reversed', 'released') then 1 else -1 end as sign
      from ledger_entries where id = line.entry_id and merchant_id = ${merchantId}
    ) entry on true
    left join ledger_accounts account on account.owner = line.owner_id::text and account.kind = line.account
      and account.merchant_id = ${merchantId}
    left join ledger_lines posted on posted.merchant_id = ${merchantId} and posted.entry_id = line.entry_id and posted.account_id = account.id
    left join payments payment on line.type = 'payment' and payment.merchant_id = ${merchantId}
      and payment.id = case when line.type = 'payment' then entry.about::uuid end and not payment.is_card_check
    left join payments checked on line.type = 'card_check' and checked.merchant_id = ${merchantId}
      and checked.id = case when line.type = 'card_check' and entry.kind = 'payment' then entry.about::uuid end
      and checked.is_card_check
    left join payment_shares share on line.owner_id <> ${merchantId} and share.merchant_id = ${merchantId}
      and share.payment_id = payment.id and share.owner_id = line.owner_id
    left join refunds refund on line.type in ('refund', 'card_check') and refund.merchant_id = ${merchantId}
      and refund.id = case when line.type in ('refund', 'card_check') and entry.kind = 'refund' then entry.about::uuid end
    left join payments refunded on refunded.merchant_id = ${merchantId} and refunded.id = refund.payment_id
    left join share_returns given on line.owner_id <> ${merchantId} and given.merchant_id = ${merchantId}
      and given.source_id = refund.id and given.owner_id = line.owner_id
    left join settlement_reserves reserve on line.type = 'reserve' and reserve.merchant_id = ${merchantId}
      and reserve.id = case when line.type = 'reserve' then entry.about::uuid end
    where line.merchant_id = ${merchantId} and line.settlement_id = settlement.id
  ) line`

const parts = ['gross', 'shares', 'refunds', 'disputes', 'reserve', 'adjustments', 'total']
const deducted = ['fees', 'vat']
const amountColumns = [...parts.slice(0, -1), ...deducted]

/**
 * SQL: difference in kobo between the stored and the recomputed totals of the row `settlement` of a merchant. Absolute values are summed, so
 * that two errors do not cancel out. Sent amounts are compared with the payouts.
 */
export const differenceSql = (merchantId: string) => `(
  select (
    ${parts.map((part) => `abs(settlement.${part}_kobo - coalesce(${part}, 0))`).join(' + ')}
    + ${deducted.map((part) => `abs(settlement.${part}_kobo + coalesce(${part}, 0))`).join(' + ')}
    + abs(${amountColumns.map((part) => `settlement.${part}_kobo`).join(' + ')} - settlement.total_kobo)
    + case when settlement.status in ('success', 'processing') then (
        select abs(settlement.amount_kobo - coalesce(sum(amount_kobo), 0)) + abs(
          settlement.stamp_duty_kobo - coalesce(sum(stamp_duty_kobo) filter (where stamp_duty_bearer = 'merchant'), 0)
        )
        from payouts
        where merchant_id = ${merchantId} and settlement_id = settlement.id and status in ('requested', 'paid')
      ) else 0 end
  )::bigint
  from (${recomputedSql(merchantId)}) recomputed
)`

/** Difference between a settlement's totals and its payments, refunds and payouts, in kobo; 0 if they match. */
export async function calculateDifference(tx: Tx, { merchantId, id }: SettlementKey): Promise<number> {
  return (await calculateDifferences(tx, merchantId, [id]))[0]!
}

/** Differences of several settlements of one merchant, in the order of the ids. */
export async function calculateDifferences(tx: Tx, merchantId: string, ids: readonly string[]): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: string; kobo: number }>({
    name: 'settlement_differences',
    text: `select settlement.id, ${differenceSql('$1')} as kobo from settlements settlement
           where settlement.merchant_id = $1 and settlement.id = any($2::uuid[])`,
    values: [merchantId, ids],
  })
  const found = new Map(rows.map(({ id, kobo }) => [id, kobo]))
  return ids.map((id) => found.get(id)!)
}
