import { subscriptionCells } from '../../domain/subscription-cells.tsx'
import { SubscriptionList } from '../../domain/subscription-list.tsx'

const { plan, price, status, next } = subscriptionCells
// The customer is known here, so the plan is the first column.
const columns = [{ ...plan, phone: 'title' as const }, price, status, { ...next, phone: 'note' as const }]

export function CustomerSubscriptions({ id, email }: { id: string; email: string }) {
  return (
    <SubscriptionList
      title="Subscriptions"
      label="Subscriptions of this customer"
      of={{ customerId: id }}
      columns={columns}
      query={`search=${encodeURIComponent(email)}`}
    />
  )
}
