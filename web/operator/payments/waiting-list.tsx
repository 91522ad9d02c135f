import { listWaitingPayments } from '@adire/contract/back-office/payments.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { paymentPath, waitingColumns } from './payment-columns.tsx'

const reloadMs = 30_000

/** Payments that were sent to a processor and have no outcome, oldest first. */
export function WaitingList() {
  const { params, change } = useUrlState()
  const isTest = params.get('mode') === 'TEST'
  const list = useCall(listWaitingPayments, { mode: isTest ? 'TEST' : 'LIVE' }, { refetchInterval: reloadMs })
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Mode"
          all="Live Mode"
          options={[{ value: 'TEST', label: 'Test Mode' }]}
          value={isTest ? 'TEST' : ''}
          onChange={(mode) => change({ mode })}
        />
      </FilterBar>
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton rows={6} />
      ) : list.data.content.length === 0 ? (
        <Empty title="No payment waits for its outcome">Everything that was sent to a processor has ended.</Empty>
      ) : (
        <Table
          label="Payments without an outcome"
          columns={waitingColumns(list.dataUpdatedAt)}
          rows={list.data.content}
          keyOf={({ id }) => id}
          linkOf={paymentPath}
        />
      )}
      {list.data?.isCapped && <p className="mt-3 text-sm text-muted">These are the oldest 100.</p>}
    </>
  )
}
