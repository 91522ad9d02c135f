import { messages } from '@adire/contract/messages.ts'
import type { PaymentLink } from '@adire/contract/payment-links.ts'
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

export function LinkPayments({ link }: { link: PaymentLink }) {
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Transactions</h2>
        <Link
          to={`/transactions?link=${link.id}`}
          className="font-medium text-link hover:underline pointer-coarse:py-2"
        >
          View all
        </Link>
      </div>
      <Rows linkId={link.id} />
    </section>
  )
}

function Rows({ linkId }: { linkId: string }) {
  const [offset, setOffset] = useOffset(pageSize)
  const list = useCall(
    listPayments,
    { paymentLinkId: linkId, limit: pageSize, offset },
    { keepPrevious: true, fallback: messages.wentWrong },
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={pageSize} />
  const { content, totalElements, totalIsCapped } = list.data
  if (totalElements === 0)
    return <Empty title="Nobody has paid yet">Share the link; each try to pay appears here at once.</Empty>
  return (
    <Table
      label="Transactions of this link"
      columns={columns}
      rows={content}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/transactions/${id}?link=${linkId}`}
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

const { customer, amount, status, method, date } = paymentCells
// Beside the link's own card there is less room: how it was paid waits for a wide screen.
const columns: readonly Column<PaymentRow>[] = [customer, amount, status, { ...method, from: 'xl' }, date]
