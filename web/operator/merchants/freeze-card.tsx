import { Card } from '../../ui/card.tsx'
import { FreezeItem } from './freeze-item.tsx'
import type { OfMerchant } from './of-merchant.ts'

/** Payments and payouts of the business, which are frozen separately. */
export function FreezeCard({ merchant }: OfMerchant) {
  const { paymentsStoppedFor, payoutsStoppedFor } = merchant.restrictions
  return (
    <Card title="Payments and payouts">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        <FreezeItem merchant={merchant} what="payments" reason={paymentsStoppedFor} />
        <FreezeItem merchant={merchant} what="payouts" reason={payoutsStoppedFor} />
      </ul>
    </Card>
  )
}
