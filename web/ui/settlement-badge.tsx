import { settlementLabel } from '@adire/contract/settlement-label.ts'
import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { StatusBadge } from './badge.tsx'

type BadgeProps = { settlement: Pick<SettlementRow, 'status' | 'returnedAt' | 'paidLateAt'> }

export function SettlementBadge({ settlement }: BadgeProps) {
  const { status, returnedAt, paidLateAt } = settlement
  return (
    <StatusBadge
      status={returnedAt !== null && paidLateAt === null ? 'failed' : status}
      label={settlementLabel(settlement)}
    />
  )
}
