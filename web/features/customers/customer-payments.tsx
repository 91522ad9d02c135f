import type { PaymentRow } from '@adire/contract/payments.ts'
import { PaymentList } from '../../payment-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { paymentCells } from '../../ui/payment-cells.tsx'
import type { TableColumn } from '../../ui/table.tsx'

const { amount, status, method, date } = paymentCells
// Whose they are is known: the date comes first.
const columns: readonly TableColumn<PaymentRow>[] = [
  { label: 'Date', phone: 'title', cell: date.cell },
  amount,
  status,
  { label: 'Method', phone: 'note', cell: method.cell },
]

export function CustomerPayments({ email }: { email: string }) {
  return (
    <PaymentList
      title="Payments"
      label="Payments of this customer"
      of={{ customerEmail: email }}
      columns={columns}
      query={`search=${encodeURIComponent(email)}`}
      empty={<Empty title="No payments yet">Each try to pay you appears here at once.</Empty>}
    />
  )
}
