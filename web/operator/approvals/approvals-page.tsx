import { listStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import type { StaffApproval } from '@adire/contract/back-office/approvals-schemas.ts'
import { ApprovalBadge } from '../../ui/approval-badge.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlTabs } from '../../ui/url-tabs.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { approvalTabs } from './approval-tabs.ts'

const pageSize = 25
const stateTabs = [
  { value: undefined, label: 'Open' },
  { value: 'ended', label: 'Ended' },
] as const

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
  const { params } = useUrlState()
  const state = params.get('state') === 'ended' ? 'ended' : 'open'
  const pages = usePages(pageSize)
  const list = useCall(listStaffApprovals, { state, ...pages.input }, { keepPrevious: true, refetchInterval: 30_000 })
  return (
    <>
      <PageHeader title="Approvals" note="Requests that need the approval of a second person" tabs={approvalTabs} />
      <UrlTabs name="state" label="Status" tabs={stateTabs} value={state === 'ended' ? state : undefined} />
      <CursorList
        label="Requests for approval"
        columns={columns}
        list={list}
        linkOf={({ id }) => `/approvals/${id}`}
        pages={pages}
        empty={
          state === 'open' ? (
            <Empty title="No open requests">Requests that need the approval of a second person appear here.</Empty>
          ) : (
            <Empty title="Nothing yet">Requests that were approved, rejected or cancelled appear here.</Empty>
          )
        }
      />
    </>
  )
}
