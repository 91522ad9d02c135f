import { listSettlementLines, settlementLineNames } from '@adire/contract/settlements.ts'
import type { Settlement, SettlementLine, SettlementLineType } from '@adire/contract/settlements-schemas.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useKeptDates } from './kept-dates.ts'

const pageSize = 20
const types = Object.entries(settlementLineNames).map(([value, label]) => ({ value, label: `${label}s` }))

/** Lines of a settlement: all, or those of one Lagos day. The tab is in the page's path. */
export function SettlementLines({ settlement, day }: { settlement: Settlement; day: string }) {
  const { params } = useUrlState()
  const { id, days, lineCount } = settlement
  const isAll = params.get('lines') === 'all' || !days.some((one) => one.day === day)
  const type = types.find(({ value }) => value === params.get('type'))?.value as SettlementLineType | undefined
  const keepDates = useKeptDates()
  return (
    <section className="min-w-0" aria-label="What was settled">
      <FilterTabs
        label="Days"
        tabs={[
          { to: keepDates(`/payouts/${id}/${day}?lines=all`), label: 'Everything', count: lineCount, isCurrent: isAll },
          ...days.map((one) => ({
            to: keepDates(`/payouts/${id}/${one.day}`),
            label: formatDay(one.day),
            count: one.lineCount,
            isCurrent: !isAll && one.day === day,
          })),
        ]}
      />
      <FilterBar>
        <UrlFilter name="type" label="Kind of line" all="All lines" options={types} />
        {settlement.paymentCount > 0 && (
          <LinkButton to={`/transactions?settlement=${id}`} tone="ghost">
            See transactions
          </LinkButton>
        )}
      </FilterBar>
      <Rows id={id} day={isAll ? undefined : day} type={type} />
    </section>
  )
}

type RowsProps = { id: string; day: string | undefined; type: SettlementLineType | undefined }

function Rows({ id, day, type }: RowsProps) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(
    listSettlementLines,
    { settlementId: id, transactionDate: day, type, ...page },
    { keepPrevious: true },
  )
  return (
    <PagedList
      label="Lines of the settlement"
      columns={lineColumns}
      list={list}
      {...pager}
      hidesOnlyPage
      waiting={8}
      empty={<Empty title="No such lines">Nothing of this kind was settled here.</Empty>}
    />
  )
}

/** Joins the kind of a line and its customer. What was taken for a refund or dispute, and came back, is positive. */
function selectLink(type: SettlementLineType, amountKobo: number): string {
  if (type === 'card_check') return amountKobo < 0 ? ' given back to ' : ' of '
  if (type === 'payment') return ' by '
  if (amountKobo > 0) return ' returned: '
  return type === 'dispute' ? ' by ' : ' to '
}

const describeLine = ({ type, payment, description, amountKobo }: SettlementLine) =>
  payment
    ? `${settlementLineNames[type]}${selectLink(type, amountKobo)}${payment.customerName ?? payment.customerEmail}`
    : description

export const lineColumns: readonly TableColumn<SettlementLine>[] = [
  {
    label: 'What',
    phone: 'title',
    room: 16,
    cell: (line) =>
      line.payment ? (
        <Link to={`/transactions/${line.payment.id}`} className="font-medium text-link hover:underline">
          {describeLine(line)}
        </Link>
      ) : (
        line.description
      ),
    fullText: describeLine,
    csv: ['type', 'description', 'payment', 'customer', 'email', 'channel'],
  },
  {
    label: 'Gross',
    align: 'right',
    drops: 2,
    quiet: true,
    cell: ({ grossKobo, type }) =>
      type === 'payment' ? <Amount kobo={grossKobo} className="font-normal!" /> : '\u2013',
    csv: ['gross', 'fee', 'vat'],
  },
  {
    label: 'Settled',
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo }) => <Amount kobo={amountKobo} />,
    csv: ['amount'],
  },
  {
    label: 'Time',
    align: 'right',
    phone: 'note',
    drops: 1,
    room: 11,
    quiet: true,
    cell: ({ at, isBroughtForward }) => (
      <>
        {isBroughtForward && 'Brought forward, '}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </>
    ),
    csv: ['at'],
  },
]
