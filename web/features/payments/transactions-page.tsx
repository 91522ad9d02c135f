import { messages } from '@adire/contract/messages.ts'
import { channelNames, channels, downloadPayments, listPayments } from '@adire/contract/payments.ts'
import { lazy, Suspense, startTransition, useOptimistic } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../../api.ts'
import { DownloadButton } from '../../download-button.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { chunk } from '../../ui/chunk.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { AmountRange } from './amount-range.tsx'
import { FilterTotals } from './filter-totals.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { type Changes, queryOf, useFilters } from './transaction-filters.ts'

const pageSize = 50
const NothingFound = lazy(() => chunk(() => import('./nothing-found.tsx').then((m) => ({ default: m.NothingFound }))))
const channelChoices = channels.map((value) => ({ value, label: channelNames[value] }))
const none: Changes = {
  status: undefined,
  channel: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  search: undefined,
  link: undefined,
  min: undefined,
  max: undefined,
}

export function TransactionsPage() {
  const { filters, change, withChanges } = useFilters()
  const { status, channel, search, period, from, to, link, min, max } = filters
  const isNarrowed = Boolean(channel || search || period || from || to || link || min || max)
  return (
    <>
      <PageHeader
        title="Transactions"
        actions={<DownloadButton endpoint={downloadPayments} input={queryOf(filters)} />}
      />
      <StatusTabs filters={filters} withStatus={(next) => withChanges({ status: next })} />
      <FilterBar
        search={
          <SearchInput
            label="Reference, email or last four"
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
        onClear={isNarrowed ? () => change({ ...none, status }) : undefined}
      >
        <ChannelSelect value={channel ?? ''} onChange={(value) => change({ channel: value })} />
        <DateRange range={filters} onChange={change} />
        <AmountRange filters={filters} onChange={change} />
      </FilterBar>
      <Transactions hasFilters={isNarrowed || status !== undefined} onClear={() => change(none)} />
    </>
  )
}

type ChannelSelectProps = { value: string; onChange: (value: string) => void }

/** Shows the choice at once: the address follows in a transition. */
function ChannelSelect({ value, onChange }: ChannelSelectProps) {
  const [shown, show] = useOptimistic(value)
  const choose = (next: string) =>
    startTransition(() => {
      show(next)
      onChange(next)
    })
  return <FilterSelect label="Channel" all="All channels" options={channelChoices} value={shown} onChange={choose} />
}

function Transactions({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) {
  const { search: query } = useLocation()
  const { filters, change } = useFilters()
  const pages = usePages(pageSize)
  const list = useCall(
    listPayments,
    { ...queryOf(filters), ...pages.input },
    { keepPrevious: true, fallback: messages.wentWrong },
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton />
  const { content, totalElements, totalIsCapped, nextCursor } = list.data
  const isEmpty = content.length === 0 && !list.isPlaceholderData
  if (isEmpty && pages.offset > 0) return <PastTheEnd onFirst={() => change({})} />
  if (isEmpty)
    return hasFilters ? (
      <Suspense fallback={<TableSkeleton />}>
        <NothingFound filters={filters} onChange={change} onClear={onClear} />
      </Suspense>
    ) : (
      <NoPayments />
    )
  return (
    <Table
      label="Transactions"
      columns={paymentColumns}
      rows={content}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/transactions/${id}${query}`}
      busy={list.isPlaceholderData}
      footer={
        <>
          <FilterTotals filters={filters} />
          <Pager
            offset={pages.offset}
            limit={pageSize}
            total={totalIsCapped ? Math.max(totalElements, pages.offset + content.length) : totalElements}
            totalIsCapped={Boolean(totalIsCapped && nextCursor)}
            busy={list.isPlaceholderData}
            onOffset={(offset) => {
              if (offset < pages.offset) pages.previous()
              else if (nextCursor) pages.next(nextCursor)
            }}
          />
        </>
      }
    />
  )
}

/** A page number typed, or shared before the list grew shorter. */
function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <Empty
      title="Nothing found"
      action={
        <Button tone="secondary" onClick={onFirst}>
          Show the first page
        </Button>
      }
    >
      There are fewer transactions than that.
    </Empty>
  )
}

function NoPayments() {
  return (
    <Empty title="No payments yet" action={<LinkButton to="/payment-link?new=1">New payment link</LinkButton>}>
      Share a payment link with a customer; what they pay appears here at once.
    </Empty>
  )
}
