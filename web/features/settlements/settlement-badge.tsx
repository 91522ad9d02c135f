import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'

export const SettlementBadge = ({
  settlement: { status, returnedAt },
}: {
  settlement: Pick<SettlementRow, 'status' | 'returnedAt'>
}) =>
  returnedAt ? (
    <StatusBadge status="failed" label="Paid, then returned" />
  ) : (
    <StatusBadge status={status} label={settlementStatusNames[status]} />
  )
