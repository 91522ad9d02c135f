import { listApprovals } from '@adire/contract/approvals.ts'
import type { Approval } from '@adire/contract/approvals-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { useCall } from '../../client/api.ts'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { ApprovalBadge } from '../../ui/approval-badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

const columns: TableColumn<Approval>[] = [
  {
    label: 'Request',
    phone: 'title',
    cell: ({ title }) => <span className="font-medium wrap-anywhere">{title}</span>,
    fullText: ({ title }) => title,
    room: 20,
  },
  { label: 'Asked by', phone: 'note', cell: ({ requestedBy, isYours }) => (isYours ? 'You' : requestedBy), drops: 2 },
  { label: 'Status', phone: 'state', cell: (approval) => <ApprovalBadge approval={approval} />, room: 12 },
  { label: 'Asked', phone: 'value', cell: ({ createdAt }) => formatDateTime(createdAt), drops: 1, quiet: true },
]

const tabs = [
  { state: 'open', label: 'Open' },
  { state: 'ended', label: 'Ended' },
] as const

/** Requests for approval that the member may see. The tab is in the URL. */
export function ApprovalsPanel() {
  const { params } = useUrlState()
  const state = params.get('state') === 'ended' ? 'ended' : 'open'
  return (
    <>
      <p className="mb-2 text-muted">
        Requests that need the approval of a second person. Choose the actions under Team.
      </p>
      <FilterTabs
        label="Requests"
        tabs={tabs.map((tab) => ({
          to: tab.state === 'open' ? '/settings/approvals' : '/settings/approvals?state=ended',
          label: tab.label,
          isCurrent: tab.state === state,
        }))}
      />
      <Approvals key={state} state={state} />
    </>
  )
}

function Approvals({ state }: { state: 'open' | 'ended' }) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const list = useCall(listApprovals, { state, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Requests for approval"
      columns={columns}
      list={list}
      linkOf={({ id }) => `/approvals/${id}`}
      {...pager}
      empty={
        <Empty title={state === 'open' ? 'No open requests' : 'No requests yet'}>
          {state === 'open'
            ? 'Requests that need the approval of a second person appear here.'
            : 'Requests that were approved, rejected or cancelled appear here.'}
        </Empty>
      }
    />
  )
}
