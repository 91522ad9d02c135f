import { listDisputes } from '@adire/contract/disputes.ts'
import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { useCall } from '../../client/api.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { ResponseDeadline } from '../../domain/response-deadline.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { DisputeBadge } from './dispute-badge.tsx'
import { DisputeRowMenu } from './dispute-row-menu.tsx'

const usualPageSize = 20
const states = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
] as const

export function DisputesPage() {
  const { params, change } = useUrlState()
  const search = params.get('search')?.trim().slice(0, 254) || undefined
  const state = states.find(({ value }) => value === params.get('state'))?.value ?? 'all'
  return (
    <>
      <PageHeader
        title="Disputes"
        note="Respond before the deadline, or the dispute is accepted automatically."
        back={{ to: '/transactions', label: 'Transactions' }}
        actions={
          <Segmented
            label="Which disputes"
            options={states}
            value={state}
            onChange={(value) => change({ state: value === 'all' ? undefined : value })}
          />
        }
      />
      <FilterBar
        search={
          <SearchInput
            label="Name, email, amount or reference"
            value={search ?? ''}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
        onClear={search ? () => change({ search: '' }) : undefined}
      />
      <Disputes state={state === 'all' ? undefined : state} search={search} onClear={() => change({ search: '' })} />
    </>
  )
}

type DisputesProps = {
  state: 'open' | 'closed' | 'archived' | undefined
  search: string | undefined
  onClear: () => void
}

function Disputes({ state, search, onClear }: DisputesProps) {
  const { page, pager } = useSizedPaging(usualPageSize)
  const list = useCall(listDisputes, { state, search, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Disputes"
      columns={columns}
      list={list}
      linkOf={({ id }) => `/transactions/disputes/${id}`}
      {...pager}
      hidesOnlyPage
      waiting={5}
      empty={
        search ? (
          <NothingFound what={state ? `${state} disputes` : 'disputes'} search={search} onClear={onClear} />
        ) : (
          <Empty title={state ? `No ${state} disputes` : 'No disputes yet'}>
            {state === 'archived'
              ? 'Disputes are archived three months after the decision.'
              : 'When a customer disputes a payment, you respond to it here.'}
          </Empty>
        )
      }
    />
  )
}

const columns: readonly TableColumn<DisputeRow>[] = [
  customerCell,
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: (dispute) => <DisputeBadge dispute={dispute} /> },
  {
    label: 'Deadline',
    phone: 'note',
    room: 18,
    cell: ({ status, dueAt }) =>
      status === 'awaiting_merchant_feedback' ? <ResponseDeadline dueAt={dueAt} /> : '\u2013',
  },
  {
    label: 'Payment',
    drops: 2,
    room: 12,
    quiet: true,
    cell: ({ paymentReference }) => paymentReference,
    fullText: ({ paymentReference }) => paymentReference,
  },
  {
    label: 'Opened',
    drops: 1,
    align: 'right',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
  actionsColumn((dispute) => dispute.status === 'awaiting_merchant_feedback' && <DisputeRowMenu dispute={dispute} />),
]
