import { listPlanPaymentLinks, paymentLinkSorts } from '@adire/contract/payment-links.ts'
import { useCall } from '../../client/api.ts'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { planLinkColumns } from './link-columns.tsx'

/** Links that subscribe to a plan. */
export function PlanLinks({ usualPageSize }: { usualPageSize: number }) {
  const { sort, sorting } = useSort(paymentLinkSorts)
  const { page, pager } = useSizedPaging(usualPageSize)
  const list = useCall(listPlanPaymentLinks, { sort, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Payment links of plans"
      columns={planLinkColumns}
      list={list}
      linkOf={({ id }) => `/payment-link/${id}`}
      {...pager}
      sorting={sorting}
      waiting={8}
      empty={
        <Empty title="No plan links yet" action={<LinkButton to="/plans">Go to plans</LinkButton>}>
          Customers who pay through a link to a plan subscribe to it.
        </Empty>
      }
    />
  )
}
