import type { SettlementLineSource } from '../../settlement-lines.ts'

/** Lines of released reserves. The line of a reserve that is held is written with it. */
export const reserveLines: SettlementLineSource = {
  kind: 'reserve',
  describe: () => `select line.entry_id, 'reserve', null::uuid, 0, 0, 0 from line where line.kind = 'reserve'`,
}

/** Lines of payouts that the bank sent back after it had confirmed them. */
export const sentBackLines: SettlementLineSource = {
  kind: 'payout_return',
  describe: () => `select line.entry_id, 'adjustment', null::uuid, 0, 0, 0 from line where line.kind = 'payout_return'`,
}

/** Lines of payouts that came back and were paid after all. */
export const latePayoutLines: SettlementLineSource = {
  kind: 'payout_late',
  describe: () => `select line.entry_id, 'adjustment', null::uuid, 0, 0, 0 from line where line.kind = 'payout_late'`,
}
