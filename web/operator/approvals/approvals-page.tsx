import { listStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import type { StaffApproval } from '@adire/contract/back-office/approvals-schemas.ts'
import { ApprovalBadge } from '../../ui/approval-badge.tsx'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { approvalTabs } from './approval-tabs.ts'

const pageSize = 25

const columns: readonly TableColumn<StaffApproval>[] = [
  {
    label: 'Request',
    phone: 'title',
    room: 20,
    cell: ({ title }) => <span className="font-medium wrap-anywhere">{title}</span>,
    fullText: ({ title }) => title,
  },
  { label: 'Asked by', phone: 'note', drops: 2, cell: ({ requestedBy, isYours }) => (isYours ? 'You' : requestedBy) },
  { label: 'Status', phone: 'state', room: 12, cell: (approval) => <ApprovalBadge approval={approval} /> },
  {
    label: 'Asked',
    phone: 'value',
    drops: 1,
    quiet: true,
    cell: ({ createdAt }) => <span className="figures">{formatDateTime(createdAt)}</span>,
  },
]

/** Requests for approval that the person may see: their own, and those about what their role includes. */
export function ApprovalsPage() {
  const { params, changed } = useUrlState()
  const state = params.get('state') === 'ended' ? 'ended' : 'open'
  const pages = usePages(pageSize)
  const list = useCall(listStaffApprovals, { state, ...pages.input }, { keepPrevious: true, refetchInterval: 30_000 })
  return (
    <>
      <PageHeader title="Approvals" note="Requests that need the approval of a second person" tabs={approvalTabs} />
      <FilterTabs
        label="Status"
        tabs={[
          { to: `?${changed({ state: undefined })}`, label: 'Open', isCurrent: state === 'open' },
          { to: `?${changed({ state: 'ended' })}`, label: 'Ended', isCurrent: state === 'ended' },
        ]}
      />
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton />
      ) : list.data.content.length > 0 ? (
        <CursorTable
          label="Requests for approval"
          columns={columns}
          page={list.data}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/approvals/${id}`}
          pages={pages}
          limit={pageSize}
          busy={list.isPlaceholderData}
        />
      ) : state === 'open' ? (
        <Empty title="No open requests">Requests that need the approval of a second person appear here.</Empty>
      ) : (
        <Empty title="Nothing yet">Requests that were approved, rejected or cancelled appear here.</Empty>
      )}
    </>
  )
}
