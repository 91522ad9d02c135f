import { listPlanPaymentLinks } from '@adire/contract/payment-links.ts'
import { useCall } from '../../client/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useOffset } from '../../ui/use-offset.ts'
import { planLinkColumns } from './link-columns.tsx'

/** Links that subscribe to a plan. */
export function PlanLinks({ pageSize }: { pageSize: number }) {
  const [offset, setOffset] = useOffset(pageSize)
  const list = useCall(listPlanPaymentLinks, { limit: pageSize, offset }, { keepPrevious: true })
  return (
    <PagedList
      label="Payment links of plans"
      columns={planLinkColumns}
      list={list}
      linkOf={({ id }) => `/payment-link/${id}`}
      offset={offset}
      limit={pageSize}
      onOffset={setOffset}
      waiting={8}
      empty={
        <Empty title="No link of a plan yet" action={<LinkButton to="/plans">Go to plans</LinkButton>}>
          A payment link that is bound to a plan subscribes whoever pays on its page.
        </Empty>
      }
    />
  )
}
