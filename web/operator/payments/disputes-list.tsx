import { listOfficeDisputes } from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute } from '@adire/contract/back-office/payments-schemas.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { amountColumn, businessTitle } from './payment-columns.tsx'

const columns: readonly TableColumn<OfficeDispute>[] = [
  businessTitle,
  amountColumn,
  {
    label: 'Status',
    phone: 'state',
    room: 12,
    cell: ({ status, resolution }) => <StatusBadge status={resolution ?? status} />,
  },
  { label: 'Decided by', drops: 2, cell: ({ processor }) => (processor === null ? 'Staff' : processor) },
  { label: 'Reference', drops: 3, cell: ({ reference }) => <span className="figures">{reference}</span> },
  {
    label: 'Deadline',
    align: 'right',
    phone: 'note',
    drops: 1,
    quiet: true,
    cell: ({ dueAt }) => <time dateTime={dueAt}>{formatDateTime(dueAt)}</time>,
  },
]

/** Disputes of payers' banks. They are entered and decided on the page of the payment. */
export function DisputesList() {
  const { params, change } = useUrlState()
  const isOpen = params.get('state') !== 'decided'
  const list = useCall(listOfficeDisputes, { open: isOpen ? 'yes' : 'no' })
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="State"
          all="Open disputes"
          options={[{ value: 'decided', label: 'Decided disputes' }]}
          value={isOpen ? '' : 'decided'}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <ListFrame
        label="Disputes"
        columns={columns}
        list={list}
        keyOf={({ reference }) => reference}
        linkOf={({ business, paymentId }) => `/payments/${business.id}/${paymentId}`}
        empty={
          <Empty title={isOpen ? 'No dispute is open' : 'No dispute was decided'}>
            Processors that report disputes open them here. To enter another notice, search for the payment and open it.
          </Empty>
        }
        capped="These are the first 100."
      />
    </>
  )
}
