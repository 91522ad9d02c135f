import { aboutId, type SettlementLineSource } from '../../settlement-lines.ts'

/** Lines of refunds, and of refunds that failed. */
export const refundLines: SettlementLineSource = {
  kind: 'refund',
  describe: ({ merchantId }) => `
    select line.entry_id, case when payment.is_card_check then 'card_check' else 'refund' end, refund.payment_id, 0, 0, 0
    from line
    left join refunds refund on refund.merchant_id = ${merchantId} and refund.id = ${aboutId('refund')}
    left join payments payment on payment.merchant_id = ${merchantId} and payment.id = refund.payment_id
    where line.kind = 'refund'`,
}
