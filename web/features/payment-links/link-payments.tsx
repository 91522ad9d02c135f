import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { PaymentList } from '../../domain/payment-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const { customer, amount, status, method, date } = paymentCells
const columns: readonly TableColumn<PaymentRow>[] = [customer, amount, status, method, date]

export function LinkPayments({ link }: { link: PaymentLink }) {
  return (
    <PaymentList
      title="Transactions"
      label="Transactions of this link"
      of={{ paymentLinkId: link.id }}
      columns={columns}
      query={`link=${link.id}`}
      empty={<Empty title="No payments yet">Share the link. Payments appear here instantly.</Empty>}
    />
  )
}
