import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { PaymentList } from '../../domain/payment-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const { amount, status, method, date } = paymentCells
const columns: readonly TableColumn<PaymentRow>[] = [
  { ...date, align: undefined, drops: undefined, phone: 'title', quiet: false },
  amount,
  status,
  { ...method, phone: 'note' },
]

/** All payments of a subscription, also failed attempts and card checks. */
export function SubscriptionPayments({ id }: { id: string }) {
  return (
    <PaymentList
      title="All attempts to charge"
      label="Payments of this subscription"
      of={{ subscriptionId: id }}
      columns={columns}
      empty={<Empty title="No payments yet">Each attempt to charge appears here at once.</Empty>}
    />
  )
}
