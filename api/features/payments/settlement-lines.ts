import { aboutId, type SettlementLineSource } from '../../settlement-lines.ts'

/** A join only where it may find rows: with a condition that is false, it would read the shares of all businesses on several servers (decision 96). */
const shareOf = (merchantId: string, ownerId: string) => `
  left join payment_shares share on share.merchant_id = ${merchantId} and share.payment_id = payment.id and share.owner_id = ${ownerId}`
const noShare =
  'cross join (select null::uuid as payment_id, null::bigint as gross_kobo, null::bigint as charge_kobo) share'

/** Lines of payments: the whole payment for the merchant, its part for a split recipient. */
export const paymentLines: SettlementLineSource = {
  kind: 'payment',
  describe: ({ merchantId, ownerId, isRecipient }) => `
    select line.entry_id, case when payment.is_card_check then 'card_check' else 'payment' end as type, payment.id as payment_id,
           case when payment.is_card_check then 0 else coalesce(share.gross_kobo, payment.amount_kobo, 0) end as gross_kobo,
           coalesce(share.charge_kobo, payment.fee_kobo, 0) as fee_kobo,
           case when share.payment_id is null then coalesce(payment.vat_kobo, 0) else 0 end as vat_kobo
    from line
    left join payments payment on payment.merchant_id = ${merchantId} and payment.id = ${aboutId('payment')}
    ${isRecipient ? shareOf(merchantId, ownerId) : noShare}
    where line.kind = 'payment'`,
  /**
   * Payments of which the owner gets nothing, because recipients or the fee take everything. A line of 0 settles their gross and fees
   * like those of other payments.
   */
  findUnposted: ({ merchantId, ownerId, account, cutoff }) => `
    select entry.id as entry_id, 0 as amount_kobo, entry.at, 'payment' as kind, share.payment_id::text as about
    from payment_shares share
    join ledger_entries entry on entry.reference = 'payment:' || share.payment_id and entry.merchant_id = ${merchantId}
    where ${account} = 'pending' and share.merchant_id = ${merchantId} and share.owner_id = ${ownerId} and share.net_kobo = 0
      and share.at < ${cutoff}`,
}
