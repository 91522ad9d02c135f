import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { getMandate, mandateMoves } from '@adire/contract/direct-debit.ts'
import type { MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { intervalNames } from '@adire/contract/periods.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { DetailRowMenu } from '../../domain/detail-row-menu.tsx'
import { MandateBadge } from '../../domain/mandate-badge.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { dayKey, formatDateTime, formatShortDay } from '../../ui/date.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { customerOf } from './mandate-words.ts'

const MandateRowMenu = lazyComponent(() => import('./mandate-actions.tsx').then((m) => m.MandateRowMenu))

/**
 * Debit frequency: the schedule of a fixed mandate, or on demand. With the next debit where that has no column: in cards, and in tables
 * below 52 rem.
 */
const Rhythm = ({ mandate: { frequency, nextDebitAt } }: { mandate: MandateRow }) => (
  <>
    {frequency ? intervalNames[frequency] : 'On demand'}
    {nextDebitAt && (
      <>
        <span className="rows:hidden"> · </span>
        <span className="whitespace-nowrap rows:block rows:text-sm rows:text-muted rows:@min-[52rem]/table:hidden">
          next {formatShortDay(dayKey(nextDebitAt))}
        </span>
      </>
    )}
  </>
)

export const mandateColumns: readonly TableColumn<MandateRow>[] = [
  customerCell,
  {
    label: 'Amount',
    csv: ['amount'],
    align: 'right',
    phone: 'value',
    room: 13,
    cell: ({ kind, amountKobo }) => (
      <>
        {kind === 'variable' && <span className="text-muted cards:block">up to </span>}
        <Amount kobo={amountKobo} />
      </>
    ),
  },
  { label: 'Status', csv: ['status'], phone: 'state', cell: (mandate) => <MandateBadge mandate={mandate} /> },
  {
    label: 'How often',
    csv: ['frequency'],
    drops: 1,
    room: 7.5,
    phone: 'note',
    cell: (mandate) => <Rhythm mandate={mandate} />,
  },
  {
    label: 'Account',
    csv: ['bank', 'account'],
    drops: 3,
    quiet: true,
    cell: ({ bankName, accountNumber }) => accountLabel(bankName, accountNumber),
    fullText: ({ bankName, accountNumber }) => accountLabel(bankName, accountNumber),
  },
  {
    label: 'Next debit',
    csv: ['nextDebit'],
    align: 'right',
    drops: 2,
    quiet: true,
    cell: ({ nextDebitAt }) => nextDebitAt && <time dateTime={nextDebitAt}>{formatDateTime(nextDebitAt)}</time>,
  },
  // A mandate that has ended has no actions.
  actionsColumn(
    (row) =>
      mandateMoves[row.status].length > 0 && (
        <DetailRowMenu of={customerOf(row)} endpoint={getMandate} input={{ id: row.id }}>
          {(mandate) => <MandateRowMenu mandate={mandate} />}
        </DetailRowMenu>
      ),
  ),
]
