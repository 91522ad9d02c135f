import type { Settlement, SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'

/** `paidLateAt` is known on the pages of a settlement, not in lists. */
type BadgeProps = { settlement: Pick<SettlementRow, 'status' | 'returnedAt'> & Partial<Pick<Settlement, 'paidLateAt'>> }

export function SettlementBadge({ settlement: { status, returnedAt, paidLateAt } }: BadgeProps) {
  if (!returnedAt) return <StatusBadge status={status} label={settlementStatusNames[status]} />
  return paidLateAt ? (
    <StatusBadge status="success" label="Returned, then paid" />
  ) : (
    <StatusBadge status="failed" label="Paid, then returned" />
  )
}
