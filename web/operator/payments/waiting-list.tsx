import { listWaitingPayments } from '@adire/contract/back-office/payments.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { paymentPath, waitingColumns } from './payment-columns.tsx'

const reloadMs = 30_000

/** Payments that were sent to a processor and have no outcome, oldest first. */
export function WaitingList() {
  const list = useCall(listWaitingPayments, { mode: useMode() }, { refetchInterval: reloadMs })
  return (
    <>
      <FilterBar>
        <ModeChoice />
      </FilterBar>
      <ListFrame
        label="Payments without an outcome"
        columns={waitingColumns(list.dataUpdatedAt)}
        list={list}
        keyOf={({ id }) => id}
        linkOf={paymentPath}
        empty={
          <Empty title="No payment waits for its outcome">Everything that was sent to a processor has ended.</Empty>
        }
        capped="These are the oldest 100."
      />
    </>
  )
}
