import { Card } from '../../ui/card.tsx'
import { DisputeItem } from './dispute-item.tsx'
import type { OfPayment } from './of-payment.ts'

export function DisputesCard({ found: { disputes } }: OfPayment) {
  if (disputes.length === 0) return null
  return (
    <Card title="Dispute">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {disputes.map((dispute) => (
          <DisputeItem key={dispute.reference} dispute={dispute} />
        ))}
      </ul>
    </Card>
  )
}
