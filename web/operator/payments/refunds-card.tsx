import { formatNaira } from '@adire/contract/money.ts'
import { refundStatusNames } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { OfPayment } from './of-payment.ts'
import { RowTime } from './row-time.tsx'

export function RefundsCard({ found: { refunds } }: OfPayment) {
  if (refunds.length === 0) return null
  return (
    <Card title="Refunds">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {refunds.map(({ id, amountKobo, status, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="figures font-medium">{formatNaira(amountKobo)}</span>
            <StatusBadge status={status} label={refundStatusNames[status]} />
            <RowTime at={createdAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
