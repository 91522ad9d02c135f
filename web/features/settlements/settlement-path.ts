import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'

/** Path of a settlement, with the last day of its payments selected. */
export const settlementPath = ({ id, lastDay, dueOn }: Pick<SettlementRow, 'id' | 'lastDay' | 'dueOn'>) =>
  `/payouts/${id}/${lastDay ?? dueOn}`
