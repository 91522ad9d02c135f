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
import { keptParams, moneyTabs } from './money-tabs.ts'
import { SidedAmount } from './sided-amount.tsx'
import { type TrialBalanceRow, toTrialBalance } from './trial-balance.ts'

/** A balance of zero is on this side. */
const hasCredit = ({ debitKobo, creditKobo }: TrialBalanceRow) => creditKobo > 0 || debitKobo === 0

const columns: readonly TableColumn<TrialBalanceRow>[] = [
  {
    label: 'Account',
    phone: 'title',
    room: 11,
    cell: ({ name, path }) => (path ? name : <span className="font-semibold">{name}</span>),
  },
  {
    label: 'Debit',
    align: 'right',
    phone: 'value',
    cell: (row) => (
      <>
        <span className="cards:hidden">{row.debitKobo > 0 && <Amount kobo={row.debitKobo} />}</span>
        {/* A card has one place for both sides. */}
        <span className="rows:hidden">
          {row.debitKobo > 0 && (
            <span className="block">
              <SidedAmount kobo={-row.debitKobo} />
            </span>
          )}
          {hasCredit(row) && <SidedAmount kobo={row.creditKobo} />}
        </span>
      </>
    ),
  },
  {
    label: 'Credit',
    align: 'right',
    cell: (row) => hasCredit(row) && <Amount kobo={row.creditKobo} />,
  },
  { label: 'Owner', phone: 'note', room: 9, cell: ({ owner }) => owner },
  {
    label: 'Meaning',
    drops: 1,
    quiet: true,
    room: 16,
    cell: ({ meaning, path }) => meaning ?? (path && '–'),
    fullText: ({ meaning }) => meaning,
  },
]

/** Trial balance: the balance of each kind of account. Debits and credits are equal. */
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
            <Badge tone="bad">{`Out of balance by ${formatNaira(Math.abs(data.differenceKobo))}`}</Badge>
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
          rows={toTrialBalance(data.accounts)}
          keyOf={({ key }) => key}
          linkOf={({ path }) => path && `${path}${mode === 'TEST' ? '?mode=TEST' : ''}`}
        />
      )}
    </>
  )
}
