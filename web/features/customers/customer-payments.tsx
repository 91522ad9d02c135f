import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { PaymentList } from '../../domain/payment-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const { amount, status, method, date } = paymentCells
// The customer is known here, so the date is the first column.
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
      empty={<Empty title="No payments yet">Payment attempts will appear here.</Empty>}
    />
  )
}
