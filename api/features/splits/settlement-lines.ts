import type { SettlementLineSource } from '../../settlement-lines.ts'

/** Lines of debts that a recipient repays to its merchant. */
export const debtLines: SettlementLineSource = {
  kind: 'repaid',
  describe: () => `select line.entry_id, 'adjustment', null::uuid, 0, 0, 0 from line where line.kind = 'repaid'`,
}
