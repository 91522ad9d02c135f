import { messages } from '@adire/contract/messages.ts'
import { searchSettlements } from '@adire/contract/settlements.ts'
import { Navigate } from 'react-router'
import { useCall } from '../../api.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { useOffset } from '../../ui/use-offset.ts'
import { pathOf, settlementColumns } from './settlement-columns.tsx'

const pageSize = 10

/** What a line of a bank's alert names. One settlement is opened at once; Back leads to the list. */
export function FoundByAlert({ search }: { search: string }) {
  const [offset, setOffset] = useOffset(pageSize)
  const found = useCall(
    searchSettlements,
    { search, limit: pageSize, offset },
    { fallback: messages.wentWrong, retry: false },
  )
  if (found.error?.status === 422) return <Empty title="Nothing to look for yet">{found.error.message}</Empty>
  if (found.error) return <ErrorStrip message={found.error.message} onRetry={() => found.refetch()} />
  if (!found.data) return <TableSkeleton rows={3} />
  const [only] = found.data.content
  if (!only)
    return (
      <Empty title="No settlement of yours">
        This line names none. It may belong to another of your businesses, or to the other mode.
      </Empty>
    )
  if (found.data.totalElements === 1) return <Navigate to={pathOf(only)} replace />
  return (
    <PagedTable
      label="Settlements found"
      columns={settlementColumns}
      page={found.data}
      keyOf={({ id }) => id}
      linkOf={pathOf}
      offset={offset}
      limit={pageSize}
      onOffset={setOffset}
      busy={false}
      hidesOnlyPage
    />
  )
}
