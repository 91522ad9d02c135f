import { formatNaira } from '@adire/contract/money.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const DisputesCard = ({ merchant: { disputes } }: OfMerchant) => (
  <ListCard
    title="Disputes"
    none="No payment was disputed."
    lines={disputes.map(({ reference, amountKobo, status, createdAt }) => ({
      key: reference,
      title: <span className="figures">{formatNaira(amountKobo)}</span>,
      note: `${reference}, ${formatDateTime(createdAt)}`,
      aside: <StatusBadge status={status} />,
    }))}
  />
)
