import { listMerchantPayments } from '@adire/contract/back-office/payments.ts'
import { Empty } from '../../ui/empty.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { paymentColumns, paymentPath } from '../payments/payment-columns.tsx'
import type { OfMerchant } from './of-merchant.ts'

/** The newest payments of the business, for people who may see payments. */
export function PaymentsCard({ merchant }: OfMerchant) {
  const denied = useDenied(listMerchantPayments)
  return denied ? null : <Payments merchant={merchant} />
}

function Payments({ merchant: { id, businessName } }: OfMerchant) {
  const list = useCall(listMerchantPayments, { merchantId: id })
  return (
    <section aria-labelledby="recent-payments">
      <h2 id="recent-payments" className="mb-3 text-lg font-semibold">
        Recent payments
      </h2>
      <ListFrame
        label="Recent payments"
        columns={paymentColumns.filter(({ label }) => label !== 'Business')}
        list={list}
        keyOf={(payment) => payment.id}
        linkOf={paymentPath}
        empty={<Empty title="No payments yet">{businessName} has not been paid yet.</Empty>}
        capped="These are the newest 10. Search in Payments for others."
      />
    </section>
  )
}
