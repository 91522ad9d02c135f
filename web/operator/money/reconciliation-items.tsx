import { explainReconciliationItem, listReconciliationItems } from '@adire/contract/back-office/money.ts'
import type { ReconciliationItem } from '@adire/contract/back-office/money-schemas.ts'
import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { ExplainModal } from './explain-modal.tsx'
import { NoDiscrepancies } from './no-discrepancies.tsx'
import { itemColumns, type ReconciliationRow } from './reconciliation-columns.tsx'

const limit = 25

const statusTabs = [
  { status: 'open', label: 'Open' },
  { status: 'explained', label: 'Explained' },
  { status: 'gone', label: 'Resolved by themselves' },
] as const

export function ReconciliationItems() {
  const { params, changed } = useUrlState()
  const status = statusTabs.find((tab) => tab.status === params.get('status'))?.status ?? 'open'
  const { page, pager } = usePaging(limit)
  const [opened, setOpened] = useState<ReconciliationItem>()
  const denied = useDenied(explainReconciliationItem)
  const list = useCall(listReconciliationItems, { status, ...page }, { keepPrevious: true })
  const data = list.data && {
    ...list.data,
    content: list.data.content.map((item): ReconciliationRow => ({ ...item, id: String(item.number) })),
  }
  return (
    <>
      <FilterTabs
        label="Status"
        tabs={statusTabs.map((tab) => ({
          to: `?${changed({ status: tab.status === 'open' ? undefined : tab.status })}`,
          label: tab.label,
          isCurrent: tab.status === status,
        }))}
      />
      <PagedList
        label="Discrepancies"
        columns={itemColumns(setOpened, denied)}
        list={{ ...list, data }}
        {...pager}
        empty={
          status === 'open' ? (
            <NoDiscrepancies />
          ) : (
            <Empty title="Nothing here yet">Discrepancies that end this way appear here.</Empty>
          )
        }
      />
      {opened && <ExplainModal item={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
