import { aboutId, type SettlementLineSource } from '../../settlement-lines.ts'

/** Lines of disputes: what is held, given back and repaid. */
export const disputeLines: SettlementLineSource = {
  kind: 'dispute',
  describe: ({ merchantId }) => `
    select line.entry_id, 'dispute', dispute.payment_id, 0, 0, 0
    from line
    left join disputes dispute on dispute.merchant_id = ${merchantId} and dispute.id = ${aboutId('dispute')}
    where line.kind = 'dispute'`,
}
