import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { downloadFeeSummary, downloadFeeSummaryXlsx, getFeeSummary } from '@adire/contract/reports.ts'
import type { FeeMonth } from '@adire/contract/reports-schemas.ts'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { listActiveMonths } from '../../domain/active-months.ts'
import { SaveButton } from '../../domain/save-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { formatCount } from '../../ui/counted.ts'
import { dayKey, formatMonth } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { substituteVisibility } from '../../ui/substitute-visibility.ts'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'

/** Columns for these months. Each has the room of its longest amount, so that a table of small amounts shows them all. */
function feeColumns(months: readonly FeeMonth[]): readonly TableColumn<FeeMonth>[] {
  const amountColumn = (label: string, amount: MonthlyAmount): TableColumn<FeeMonth> => ({
    label,
    align: 'right',
    room: roomOf(months, amount),
    cell: (month) => <Amount kobo={month[amount]} />,
  })
  const columns: TableColumn<FeeMonth>[] = [
    {
      label: 'Month',
      phone: 'title',
      room: 6,
      cell: ({ month, payments }) => (
        <>
          {formatMonth(month)}
          <Below className="rows:hidden">{formatCount(payments, 'payment', 'payments')}</Below>
        </>
      ),
    },
    {
      label: 'Payments',
      align: 'right',
      drops: 5,
      room: 6,
      cell: ({ payments }) => <span className="figures">{groupDigits(payments)}</span>,
    },
    {
      ...amountColumn('Gross', 'grossKobo'),
      phone: 'value',
      drops: 1,
      cell: ({ grossKobo, refundsKobo, disputesKobo }) => (
        <>
          <NamedAmount name="Gross" kobo={grossKobo} />
          {refundsKobo > 0 && (
            <Below className={hiddenAside('Refunds')}>{formatNairaNumber(refundsKobo)} refunded</Below>
          )}
          {disputesKobo > 0 && (
            <Below className={hiddenAside('Disputes')}>{formatNairaNumber(disputesKobo)} disputed</Below>
          )}
        </>
      ),
    },
    {
      ...amountColumn('Fees', 'feesKobo'),
      phone: 'note',
      cell: ({ feesKobo }) => <NamedAmount name="Fees" kobo={feesKobo} />,
    },
    {
      ...amountColumn('VAT (7.5%)', 'vatKobo'),
      phone: 'state',
      cell: ({ vatKobo }) => <NamedAmount name="VAT" kobo={vatKobo} />,
    },
    { ...amountColumn('Refunds', 'refundsKobo'), drops: 3, quiet: true },
    { ...amountColumn('Disputes', 'disputesKobo'), drops: 4, quiet: true },
    { ...amountColumn('Paid out', 'paidOutKobo'), drops: 2 },
  ]
  const hiddenAside = (label: string) => substituteVisibility(columns, label)
  return columns
}

/** What has no column of its own here, below another value: an amount without its currency, so that it is not wider than that. */
const Below = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={`block text-sm font-normal text-muted ${className}`}>{children}</span>
)

type MonthlyAmount = Exclude<keyof FeeMonth, 'month' | 'payments'>

/** Room of the longest amount of a column, in rem: a character takes 0.45, and the space between columns 1.5. */
function roomOf(months: readonly FeeMonth[], amount: MonthlyAmount): number {
  const longest = Math.max(...months.map((month) => formatNaira(month[amount]).length))
  return Math.max(6, Math.ceil(longest * 0.45 + 1.5))
}

/** Amount that a card names itself, where the table has no headings. */
const NamedAmount = ({ name, kobo }: { name: string; kobo: number }) => (
  <>
    <span className="text-xs text-muted rows:hidden">{name} </span>
    <Amount kobo={kobo} />
  </>
)

/** Fees and VAT of each month of a year, with a file for the accountant. */
export function FeeSummary() {
  const thisYear = Number(dayKey(businessNow()).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const { data, error, refetch, isPlaceholderData } = useCall(getFeeSummary, { year }, { keepPrevious: true })
  const years = Array.from({ length: thisYear - limits.copyrightFrom + 1 }, (_, index) => String(thisYear - index))
  const file = { input: { year }, icon: <Download strokeWidth={1.75} aria-hidden="true" /> }
  return (
    <section aria-labelledby="fees-and-vat">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="fees-and-vat" className="text-lg font-semibold">
            Fees and VAT by month
          </h2>
          <p className="mt-1 text-sm text-muted">
            Payments count when they were paid, refunds when they left your balance, and disputes when they were lost.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FilterSelect
            label="Year"
            all={String(thisYear)}
            options={years.slice(1).map((value) => ({ value, label: value }))}
            value={year === thisYear ? '' : String(year)}
            onChange={(value) => setYear(Number(value || thisYear))}
          />
          <SaveButton
            endpoint={downloadFeeSummary}
            name={`fees-${year}.csv`}
            success={messages.csvDownloaded}
            {...file}
          >
            CSV
          </SaveButton>
          <SaveButton
            endpoint={downloadFeeSummaryXlsx}
            name={`fees-${year}.xlsx`}
            success="Excel file downloaded"
            {...file}
          >
            Excel
          </SaveButton>
        </div>
      </div>
      {error ? (
        <ErrorStrip message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="flex flex-col gap-4">
          <TilesSkeleton tiles={4} />
          <TableSkeleton />
        </div>
      ) : (
        <Months year={year} {...data} busy={isPlaceholderData} />
      )}
    </section>
  )
}

type MonthsProps = EndpointOutput<typeof getFeeSummary> & { year: number; busy: boolean }

/** Totals of a year, and its months from the first in which money moved. */
function Months({ year, months, total, busy }: MonthsProps) {
  const active = listActiveMonths(months, hasMovement)
  if (active.length === 0)
    return <Empty title={`No money moved in ${year}`}>Each month with a payment appears here, with its fees.</Empty>
  return (
    <div className="flex flex-col gap-4">
      <Tiles
        tiles={[
          { label: `Gross in ${year}`, value: <Amount kobo={total.grossKobo} size="figure" /> },
          { label: 'Fees', value: <Amount kobo={total.feesKobo} size="figure" /> },
          { label: 'VAT on fees', value: <Amount kobo={total.vatKobo} size="figure" /> },
          { label: 'Paid out', value: <Amount kobo={total.paidOutKobo} size="figure" /> },
        ]}
      />
      <Table
        label="Fees and VAT by month"
        columns={feeColumns(active)}
        rows={active.toReversed()}
        keyOf={({ month }) => month}
        busy={busy}
      />
    </div>
  )
}

const hasMovement = ({ month: _month, ...figures }: FeeMonth) => Object.values(figures).some((figure) => figure !== 0)
