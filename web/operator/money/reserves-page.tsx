import { listReserves } from '@adire/contract/back-office/money.ts'
import type { StaffReserve } from '@adire/contract/back-office/money-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDate } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'
import { BusinessCell } from '../app/business-cell.tsx'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { keptParams, moneyTabs } from './money-tabs.ts'

const limit = 25

const columns: readonly TableColumn<StaffReserve>[] = [
  {
    label: 'Business',
    phone: 'title',
    room: 13,
    cell: ({ business }) => <BusinessCell business={business} />,
    fullText: ({ business }) => business.name,
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  {
    label: 'Released on',
    phone: 'note',
    room: 8,
    cell: ({ releaseAt }) => <span className="figures">{formatDate(releaseAt)}</span>,
  },
  {
    label: 'Of payout',
    drops: 1,
    quiet: true,
    cell: ({ settlementReference }) => <span className="figures">{settlementReference}</span>,
  },
]

/** Reserves that are held of payouts, in the order of their release. */
export function ReservesPage() {
  const mode = useMode()
  const { page, pager } = usePaging(limit)
  const list = useCall(listReserves, { mode, ...page }, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="Money"
        note="Reserves held of payouts"
        actions={<ModeChoice />}
        tabs={useAllowedTabs(moneyTabs)}
        keptParams={keptParams}
      />
      <PagedList
        label="Reserves"
        columns={columns}
        list={list}
        {...pager}
        empty={
          <Empty title="No reserve is held">
            Reserves appear here once a business has reserve terms and gets a payout.
          </Empty>
        }
      />
    </>
  )
}
