import { listMandatePayments } from '@adire/contract/direct-debit.ts'
import { limits } from '@adire/contract/limits.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { useCall } from '../../client/api.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'

const pageSize = limits.listLimit
const { amount, status, date } = paymentCells
const columns: readonly TableColumn<PaymentRow>[] = [
  { label: 'Date', phone: 'title', cell: date.cell },
  amount,
  status,
  {
    label: 'Reference',
    phone: 'note',
    quiet: true,
    drops: 1,
    cell: ({ reference }) => reference,
    fullText: ({ reference }) => reference,
  },
]

/** Transactions of the mandate: one payment per debit attempt. */
export function MandatePayments({ id }: { id: string }) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listMandatePayments, { id, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Transactions of this mandate"
      columns={columns}
      list={list}
      linkOf={(payment) => `/transactions/${payment.id}`}
      {...pager}
      hidesOnlyPage
      waiting={4}
      empty={<Empty title="No transactions yet">Each try to debit the account appears here.</Empty>}
    />
  )
}
