import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { PaymentList } from '../../domain/payment-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { TableColumn } from '../../ui/table.tsx'

const { customer, amount, status, method, date } = paymentCells
// There is less room beside the link's card, so the payment method is shown on wide screens only.
const columns: readonly TableColumn<PaymentRow>[] = [customer, amount, status, { ...method, from: 'xl' }, date]

export function LinkPayments({ link }: { link: PaymentLink }) {
  return (
    <PaymentList
      title="Transactions"
      label="Transactions of this link"
      of={{ paymentLinkId: link.id }}
      columns={columns}
      query={`link=${link.id}`}
      empty={<Empty title="Nobody has paid yet">Share the link; each try to pay appears here at once.</Empty>}
    />
  )
}
