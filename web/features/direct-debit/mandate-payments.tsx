import { listMandatePayments } from '@adire/contract/direct-debit.ts'
import { limits } from '@adire/contract/limits.ts'
import type { PaymentRow } from '@adire/contract/payments.ts'
import { useCall } from '../../api.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { paymentCells } from '../../ui/payment-cells.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import type { Column } from '../../ui/table.tsx'
import { useOffset } from '../../ui/use-offset.ts'

const pageSize = limits.listLimit
const { amount, status, date } = paymentCells
const columns: readonly Column<PaymentRow>[] = [
  { label: 'Date', phone: 'title', cell: date.cell },
  amount,
  status,
  {
    label: 'Reference',
    phone: 'note',
    quiet: true,
    cell: ({ reference }) => <span className="figures block max-w-48 truncate">{reference}</span>,
  },
]

/** Each try to debit as a transaction of its own. */
export function MandatePayments({ id }: { id: string }) {
  const [offset, setOffset] = useOffset(pageSize)
  const list = useCall(listMandatePayments, { id, limit: pageSize, offset }, { keepPrevious: true })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={4} />
  if (list.data.totalElements === 0)
    return <Empty title="No transactions yet">Each try to debit the account appears here.</Empty>
  return (
    <PagedTable
      label="Transactions of this mandate"
      columns={columns}
      page={list.data}
      keyOf={(payment) => payment.id}
      linkOf={(payment) => `/transactions/${payment.id}`}
      offset={offset}
      limit={pageSize}
      onOffset={setOffset}
      busy={list.isPlaceholderData}
      hidesOnlyPage
    />
  )
}
