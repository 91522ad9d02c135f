import { messages } from '@adire/contract/messages.ts'
import { listPayments, type PaymentRow } from '@adire/contract/payments.ts'
import { Link } from 'react-router'
import { useCall } from '../../api.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { paymentCells } from '../../ui/payment-cells.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useOffset } from '../../ui/use-offset.ts'

const pageSize = 10
const { amount, status, method, date } = paymentCells
// Whose they are is known: the date comes first.
const columns: readonly Column<PaymentRow>[] = [
  { label: 'Date', phone: 'title', cell: date.cell },
  amount,
  status,
  { label: 'Method', phone: 'note', cell: method.cell },
]

export function CustomerPayments({ email }: { email: string }) {
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Payments</h2>
        <Link
          to={`/transactions?search=${encodeURIComponent(email)}`}
          className="font-medium text-link hover:underline pointer-coarse:py-2"
        >
          View all
        </Link>
      </div>
      <Rows email={email} />
    </section>
  )
}

function Rows({ email }: { email: string }) {
  const [offset, setOffset] = useOffset(pageSize)
  const list = useCall(
    listPayments,
    { customerEmail: email, limit: pageSize, offset },
    { keepPrevious: true, fallback: messages.wentWrong },
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={pageSize} />
  const { content, totalElements, totalIsCapped } = list.data
  if (totalElements === 0) return <Empty title="No payments yet">Each try to pay you appears here at once.</Empty>
  return (
    <Table
      label="Payments of this customer"
      columns={columns}
      rows={content}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/transactions/${id}`}
      busy={list.isPlaceholderData}
      footer={
        totalElements > pageSize && (
          <Pager
            offset={offset}
            limit={pageSize}
            total={totalElements}
            totalIsCapped={totalIsCapped}
            onOffset={setOffset}
            busy={list.isPlaceholderData}
          />
        )
      }
    />
  )
}
