import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** Shown when the page in the URL is past the end, for example because the list is shorter now. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <Empty
      title="Nothing found"
      action={
        <Button tone="secondary" onClick={onFirst}>
          Show the first page
        </Button>
      }
    >
      This page is empty.
    </Empty>
  )
}

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
