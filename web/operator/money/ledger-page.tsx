import { getTrialBalance } from '@adire/contract/back-office/money.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { accountMeaning, accountName } from './account-names.ts'
import { keptParams, moneyTabs } from './money-tabs.ts'

type Kind = { kind: string; isOurs: boolean; owners: number; balanceKobo: number }

const columns: readonly TableColumn<Kind>[] = [
  { label: 'Account', phone: 'title', room: 11, cell: ({ kind }) => accountName(kind) },
  { label: 'Balance', align: 'right', phone: 'value', cell: ({ balanceKobo }) => <Amount kobo={balanceKobo} /> },
  {
    label: 'Owner',
    phone: 'note',
    room: 9,
    cell: ({ isOurs, owners }) => (isOurs ? 'Our own' : `${owners} ${owners === 1 ? 'owner' : 'owners'}`),
  },
  {
    label: 'Meaning',
    drops: 1,
    quiet: true,
    room: 16,
    cell: ({ kind }) => accountMeaning(kind) ?? '–',
    fullText: ({ kind }) => accountMeaning(kind),
  },
]

/** Trial balance: the balance of each kind of account. Together they are zero. */
export function LedgerPage() {
  const mode = useMode()
  const { data, error, refetch } = useCall(getTrialBalance, { mode })
  return (
    <>
      <PageHeader
        title="Money"
        note="Trial balance: open an account to see its postings"
        badge={
          data &&
          (data.differenceKobo === 0 ? (
            <Badge tone="ok">Balanced</Badge>
          ) : (
            <Badge tone="bad">{`Out of balance by ${formatNaira(data.differenceKobo)}`}</Badge>
          ))
        }
        actions={<ModeChoice />}
        tabs={useAllowedTabs(moneyTabs)}
        keptParams={keptParams}
      />
      {error ? (
        <ErrorStrip message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={8} />
      ) : data.accounts.length === 0 ? (
        <Empty title="No posting in this mode yet">The first payment opens the first accounts.</Empty>
      ) : (
        <Table
          label="Trial balance"
          columns={columns}
          rows={data.accounts}
          keyOf={({ kind, isOurs }) => `${kind} ${isOurs}`}
          linkOf={({ kind }) => `/money/ledger/${kind}${mode === 'TEST' ? '?mode=TEST' : ''}`}
        />
      )}
    </>
  )
}
