import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { Empty } from '../../ui/empty.tsx'

export function NoPayments() {
  return (
    <Empty
      title="No payments yet"
      action={
        <AllowedLink needs={createPaymentLink} to="/payment-link?new=1">
          New payment link
        </AllowedLink>
      }
    >
      Share a payment link with a customer. Payments appear here instantly.
    </Empty>
  )
}
