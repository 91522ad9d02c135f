import { listLedgerAccounts } from '@adire/contract/back-office/money.ts'
import type { LedgerAccountRow } from '@adire/contract/back-office/money-schemas.ts'
import { useParams } from 'react-router'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'
import { useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { accountMeaning, accountName, ownerName } from './account-names.ts'
import { SidedAmount } from './sided-amount.tsx'

const limit = 25

const columns: readonly TableColumn<LedgerAccountRow>[] = [
  {
    label: 'Owner',
    phone: 'title',
    room: 14,
    cell: ({ owner }) => ownerName(owner),
    fullText: ({ owner }) => ownerName(owner),
  },
  { label: 'Balance', align: 'right', phone: 'value', cell: ({ balanceKobo }) => <SidedAmount kobo={balanceKobo} /> },
]

/** The accounts of one kind, the largest balance first. */
export function AccountsPage() {
  const { kind = '' } = useParams()
  const mode = useMode()
  const { page, pager } = usePaging(limit)
  const list = useCall(listLedgerAccounts, { mode, kind, ...page }, { keepPrevious: true })
  const search = mode === 'TEST' ? '?mode=TEST' : ''
  return (
    <>
      <PageHeader
        title={accountName(kind)}
        note={accountMeaning(kind)}
        back={{ to: `/money/ledger${search}`, label: 'Ledger' }}
      />
      <PagedList
        label="Accounts"
        columns={columns}
        list={list}
        {...pager}
        linkOf={({ id }) => `/money/ledger/${kind}/${id}${search}`}
        empty={<Empty title="No accounts yet">An account appears here with its first posting.</Empty>}
      />
    </>
  )
}
