import { messages } from '@adire/contract/messages.ts'
import { listPlanPaymentLinks } from '@adire/contract/payment-links.ts'
import { useCall } from '../../api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { useOffset } from '../../ui/use-offset.ts'
import { planLinkColumns } from './link-columns.tsx'

/** The links that subscribe. */
export function PlanLinks({ pageSize }: { pageSize: number }) {
  const [offset, setOffset] = useOffset(pageSize)
  const list = useCall(
    listPlanPaymentLinks,
    { limit: pageSize, offset },
    { keepPrevious: true, fallback: messages.plansFailed },
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={8} />
  if (list.data.totalElements === 0)
    return (
      <Empty title="No link of a plan yet" action={<LinkButton to="/plans">Go to plans</LinkButton>}>
        A payment link that is bound to a plan subscribes whoever pays on its page.
      </Empty>
    )
  return (
    <PagedTable
      label="Payment links of plans"
      columns={planLinkColumns}
      page={list.data}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/payment-link/${id}`}
      offset={offset}
      limit={pageSize}
      onOffset={setOffset}
      busy={list.isPlaceholderData}
    />
  )
}
