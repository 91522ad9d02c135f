import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { StatusBadge } from '../../ui/badge.tsx'

/** Status labels of settlements: here `success` is "Paid". */
export const settlementStatusNames: Record<SettlementRow['status'], string> = {
  pending: 'Due',
  processing: 'With the bank',
  success: 'Paid',
  failed: 'Sent back',
  on_hold: 'On hold',
}

export const SettlementBadge = ({ settlement: { status } }: { settlement: Pick<SettlementRow, 'status'> }) => (
  <StatusBadge status={status} label={settlementStatusNames[status]} />
)
