import { searchSettlements } from '@adire/contract/settlements.ts'
import { Navigate } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useKeptDates } from './kept-dates.ts'
import { settlementColumns } from './settlement-columns.tsx'
import { settlementPath } from './settlement-path.ts'

const pageSize = 10

/** Settlements that match text from a bank alert. A single match opens at once; Back returns to the list. */
export function FoundByAlert({ search }: { search: string }) {
  const { page, pager } = usePaging(pageSize)
  const keepDates = useKeptDates()
  const found = useCall(searchSettlements, { search, ...page }, { retry: false })
  if (found.error?.status === 422) return <Empty title="Nothing to look for yet">{found.error.message}</Empty>
  const [only] = found.data?.content ?? []
  if (only && found.data?.totalElements === 1) return <Navigate to={keepDates(settlementPath(only))} replace />
  return (
    <PagedList
      label="Settlements found"
      columns={settlementColumns}
      list={found}
      linkOf={(row) => keepDates(settlementPath(row))}
      {...pager}
      waiting={3}
      empty={
        <Empty title="No settlement of yours">
          This line names none. It may belong to another of your businesses, or to the other mode.
        </Empty>
      }
      hidesOnlyPage
    />
  )
}
