import { channelNames, channels } from '@adire/contract/channels/channels.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import { getPaymentTotals, listPayments, paymentSorts } from '@adire/contract/payments.ts'
import type { ListedPayment } from '@adire/contract/payments-schemas.ts'
import { Suspense, startTransition, useOptimistic } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { usePageSize } from '../../domain/use-page-size.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toPagerTotal } from '../../ui/pager-total.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useColumns } from '../../ui/use-columns.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { useSort } from '../../ui/use-sort.ts'
import { AmountRange } from './amount-range.tsx'
import { FilterTotals } from './filter-totals.tsx'
import { ListChoices } from './list-choices.tsx'
import { columnKeys, paymentColumns, paymentMenuColumn, usualColumns } from './payment-columns.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { type FilterChanges, toPaymentQuery, useFilters } from './transaction-filters.ts'
import { ViewTabs } from './view-tabs.tsx'

const usualPageSize = 50
const NothingFound = lazyComponent(() => import('./nothing-found.tsx').then((m) => m.NothingFound))
const PastTheEnd = lazyComponent(() => import('../../ui/past-the-end.tsx').then((m) => m.PastTheEnd))
const NoPayments = lazyComponent(() => import('./no-transactions.tsx').then((m) => m.NoPayments))
const PaymentBulk = lazyComponent(() => import('./payment-bulk.tsx').then((m) => m.PaymentBulk))
const FilterChips = lazyComponent(() => import('./filter-chips.tsx').then((m) => m.FilterChips))
const channelChoices = channels.map((value) => ({ value, label: channelNames[value] }))
/** Filters that Clear removes; the status is not one of them, because it has tabs. */
const narrowing = ['channel', 'period', 'from', 'to', 'search', 'link', 'settlement', 'customer', 'min', 'max'] as const
const none: FilterChanges = Object.fromEntries(narrowing.map((name) => [name, undefined]))

export function TransactionsPage() {
  const { filters, change, withChanges } = useFilters()
  const { status, channel, search, link, settlement, customer, period, from, to, min, max } = filters
  const columns = useColumns('transactions', columnKeys, usualColumns)
  const visible = columns.chosen.map((key) => paymentColumns[key])
  const isNarrowed = narrowing.some((name) => filters[name])
  return (
    <>
      <PageHeader
        title="Transactions"
        actions={
          <>
            <DisputesButton />
            <ExportButton
              kind="transactions"
              counts={getPaymentTotals}
              input={toPaymentQuery(filters)}
              columns={visible}
            />
          </>
        }
      />
      <StatusTabs filters={filters} withStatus={(next) => withChanges({ status: next })} />
      <ViewTabs />
      <FilterBar
        search={
          <SearchInput
            label="Name, phone, amount, reference…"
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
        onClear={isNarrowed ? () => change(none) : undefined}
        values={[channel, period ?? from ?? to, min ?? max, link, settlement, customer]}
      >
        <ChannelSelect value={channel ?? ''} onChange={(value) => change({ channel: value })} />
        <DateRange range={filters} onChange={change} />
        <AmountRange filters={filters} onChange={change} />
        <ListChoices filters={filters} onChange={change} columns={columns} />
        {(link || settlement || customer || status === 'paid') && (
          <Suspense>
            <FilterChips filters={filters} onChange={change} />
          </Suspense>
        )}
      </FilterBar>
      <Transactions
        columns={visible}
        hasFilters={isNarrowed || status !== undefined}
        onClear={() => change({ ...none, status: undefined })}
      />
    </>
  )
}

/** Link to the disputes, with the number of those that wait for a response or a decision. */
function DisputesButton() {
  const open = useCall(listDisputes, { state: 'open', limit: 1 }).data?.totalElements
  return (
    <LinkButton to="/transactions/disputes" tone="secondary">
      Disputes
      {Boolean(open) && <span className="figures font-normal text-muted">{open}</span>}
    </LinkButton>
  )
}

type ChannelSelectProps = { value: string; onChange: (value: string) => void }

/** Channel filter. Optimistic, because the URL changes in a transition. */
function ChannelSelect({ value, onChange }: ChannelSelectProps) {
  const [visible, setVisible] = useOptimistic(value)
  const choose = (next: string) =>
    startTransition(() => {
      setVisible(next)
      onChange(next)
    })
  return <FilterSelect label="Channel" all="All channels" options={channelChoices} value={visible} onChange={choose} />
}

type TransactionsProps = { columns: readonly TableColumn<ListedPayment>[]; hasFilters: boolean; onClear: () => void }

function Transactions({ columns, hasFilters, onClear }: TransactionsProps) {
  const { search: query } = useLocation()
  const { filters, change } = useFilters()
  const { sort, sorting } = useSort(paymentSorts)
  const { limit, sizes } = usePageSize(usualPageSize)
  const pages = usePages(limit)
  const include = columns.includes(paymentColumns.settlement) ? ('settlement' as const) : undefined
  const input = { ...toPaymentQuery(filters), sort, include, ...pages.input }
  const list = useCall(listPayments, input, { keepPrevious: true })
  const selection = useSelection({ page: list.data?.content ?? [], scope: JSON.stringify(input) })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data)
    return (
      <>
        <FilterTotals filters={filters} />
        <TableSkeleton hasPager hasTools />
      </>
    )
  const { content, nextCursor } = list.data
  const isEmpty = content.length === 0 && !list.isPlaceholderData
  if (isEmpty)
    return (
      <Suspense fallback={<TableSkeleton hasPager hasTools />}>
        {pages.offset > 0 ? (
          <PastTheEnd onFirst={() => change({})} />
        ) : hasFilters ? (
          <NothingFound filters={filters} onChange={change} onClear={onClear} />
        ) : (
          <NoPayments />
        )}
      </Suspense>
    )
  return (
    <>
      <FilterTotals filters={filters} />
      <Table
        label="Transactions"
        columns={[...columns, paymentMenuColumn]}
        rows={content}
        sorting={sorting}
        selecting={{
          selection,
          rows: ['transaction', 'transactions'],
          nameOf: ({ reference }) => reference,
          actions: <PaymentBulk selection={selection} columns={columns} />,
        }}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transactions/${id}${query}`}
        busy={list.isPlaceholderData}
        footer={
          <Pager
            offset={pages.offset}
            limit={limit}
            sizes={sizes}
            {...toPagerTotal(list.data, pages.offset)}
            busy={list.isPlaceholderData}
            onOffset={(offset) => {
              if (offset < pages.offset) pages.previous()
              else if (nextCursor) pages.next(nextCursor)
            }}
          />
        }
      />
    </>
  )
}
