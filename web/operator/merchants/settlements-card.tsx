import { formatNaira } from '@adire/contract/money.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/date.ts'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const SettlementsCard = ({ merchant: { settlements } }: OfMerchant) => (
  <ListCard
    title="Settlements"
    none="Nothing was settled yet."
    lines={settlements.map(({ reference, amountKobo, status, dueOn }) => ({
      key: reference,
      title: <span className="figures">{formatNaira(amountKobo)}</span>,
      note: `${reference}, due ${formatDay(dueOn)}`,
      aside: <StatusBadge status={status} label={settlementStatusNames[status]} />,
    }))}
  />
)
