import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useDenials } from '../client/person.ts'
import { DisputesList } from './disputes-list.tsx'
import { ReturnedList } from './returned-list.tsx'
import { SearchList } from './search-list.tsx'
import { WaitingList } from './waiting-list.tsx'

const views = {
  search: ['Search', 'payments.view', SearchList],
  waiting: ['Without an outcome', 'payments.view', WaitingList],
  disputes: ['Disputes', 'disputes.view', DisputesList],
  returned: ['Returned money', 'payments.view', ReturnedList],
} as const
type View = keyof typeof views

/** Payments of all businesses: search, payments without an outcome, disputes of banks, and money that was returned. */
export function PaymentsPage() {
  const { params } = useUrlState()
  const denialOf = useDenials()
  const view = (Object.keys(views) as View[]).find((one) => one === params.get('view')) ?? 'search'
  const [, , List] = views[view]
  const tabs = Object.entries(views)
    .filter(([, [, needs]]) => denialOf(needs) === undefined)
    .map(([name, [label]]) => ({
      to: name === 'search' ? '/payments' : `/payments?view=${name}`,
      label,
      isCurrent: name === view,
    }))
  return (
    <>
      <PageHeader title="Payments" note="Payments of all businesses, in both modes." />
      <FilterTabs label="Lists of payments" tabs={tabs} />
      <List />
    </>
  )
}
