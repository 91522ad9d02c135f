import { listPlanPaymentLinks, paymentLinkSorts } from '@adire/contract/payment-links.ts'
import { useCall } from '../../client/api.ts'
import { usePageSize } from '../../domain/use-page-size.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useOffset } from '../../ui/use-offset.ts'
import { useSort } from '../../ui/use-sort.ts'
import { planLinkColumns } from './link-columns.tsx'

/** Links that subscribe to a plan. */
export function PlanLinks({ usualPageSize }: { usualPageSize: number }) {
  const { sort, sorting } = useSort(paymentLinkSorts)
  const { limit, sizes } = usePageSize(usualPageSize)
  const [offset, setOffset] = useOffset(limit)
  const list = useCall(listPlanPaymentLinks, { sort, limit, offset }, { keepPrevious: true })
  return (
    <PagedList
      label="Payment links of plans"
      columns={planLinkColumns}
      list={list}
      linkOf={({ id }) => `/payment-link/${id}`}
      offset={offset}
      limit={limit}
      sorting={sorting}
      sizes={sizes}
      onOffset={setOffset}
      waiting={8}
      empty={
        <Empty title="No plan links yet" action={<LinkButton to="/plans">Go to plans</LinkButton>}>
          Customers who pay through a link to a plan subscribe to it.
        </Empty>
      }
    />
  )
}
