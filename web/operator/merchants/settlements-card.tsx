import { formatNaira } from '@adire/contract/money.ts'
import { formatDay } from '../../ui/date.ts'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const SettlementsCard = ({ merchant: { settlements } }: OfMerchant) => (
  <ListCard
    title="Settlements"
    none="Nothing was settled yet."
    lines={settlements.map((settlement) => ({
      key: settlement.reference,
      title: <span className="figures">{formatNaira(settlement.amountKobo)}</span>,
      note: `${settlement.reference}, due ${formatDay(settlement.dueOn)}`,
      aside: <SettlementBadge settlement={settlement} />,
    }))}
  />
)
