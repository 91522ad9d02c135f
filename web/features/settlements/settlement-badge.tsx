import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'

export const SettlementBadge = ({ settlement: { status } }: { settlement: Pick<SettlementRow, 'status'> }) => (
  <StatusBadge status={status} label={settlementStatusNames[status]} />
)
