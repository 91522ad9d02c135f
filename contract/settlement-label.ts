import type { SettlementStatus } from './settlements-schemas.ts'
import { settlementStatusNames } from './status-names.ts'

/** Statuses of a settlement, and what can happen to its money after it was paid, by their names. */
export const settlementStateNames = {
  ...settlementStatusNames,
  sent_back: 'Paid, then returned',
  paid_late: 'Returned, then paid',
}

interface SettlementState {
  status: SettlementStatus
  returnedAt: Date | string | null
  paidLateAt: Date | string | null
}

/** Name of the status of a settlement on screen and in files. */
export function settlementLabel({ status, returnedAt, paidLateAt }: SettlementState): string {
  if (returnedAt === null) return settlementStateNames[status]
  return settlementStateNames[paidLateAt === null ? 'sent_back' : 'paid_late']
}
