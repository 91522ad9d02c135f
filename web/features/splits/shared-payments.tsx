import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listSplitPayments } from '@adire/contract/splits.ts'
import type { SplitPayment } from '@adire/contract/splits-schemas.ts'
import { useCall } from '../../client/api.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'

const pageSize = limits.listLimit

const describeShares = ({ shares }: SplitPayment) =>
  shares.map(({ name, isBusiness, netKobo }) => `${isBusiness ? 'You' : name} ${formatNaira(netKobo)}`).join(' · ')

const columns: readonly TableColumn<SplitPayment>[] = [
  customerCell,
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  {
    label: 'Everyone got',
    phone: 'note',
    drops: 1,
    room: 18,
    quiet: true,
    // In a table on several lines, so that amounts are whole.
    cell: (payment) => <span className="whitespace-normal">{describeShares(payment)}</span>,
    fullText: describeShares,
  },
  {
    label: 'Paid',
    align: 'right',
    drops: 2,
    quiet: true,
    cell: ({ paidAt }) => <time dateTime={paidAt}>{formatDateTime(paidAt)}</time>,
  },
]

/** Payments that used a split. */
export function SharedPayments({ id }: { id: string }) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listSplitPayments, { id, ...page }, { keepPrevious: true })
  return (
    <section className="min-w-0" aria-labelledby="shared-payments">
      <h2 id="shared-payments" className="mb-3 font-semibold">
        Payments
      </h2>
      <PagedList
        label="Payments shared by this split"
        columns={columns}
        list={list}
        linkOf={(payment) => `/transactions/${payment.id}`}
        {...pager}
        waiting={5}
        empty={<Empty title="No payments yet">Choose this split on a payment link, an invoice or a charge.</Empty>}
        hidesOnlyPage
      />
    </section>
  )
}
