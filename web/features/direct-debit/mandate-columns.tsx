import type { MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { intervalNames } from '@adire/contract/periods.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { MandateBadge } from './mandate-badge.tsx'

/** Debit frequency: the schedule of a fixed mandate, or on demand. */
const rhythm = ({ frequency }: MandateRow) => (frequency ? intervalNames[frequency] : 'On demand')

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
        {kind === 'variable' && <span className="text-muted">up to </span>}
        <Amount kobo={amountKobo} />
      </>
    ),
  },
  { label: 'Status', csv: ['status'], phone: 'state', cell: (mandate) => <MandateBadge mandate={mandate} /> },
  { label: 'How often', csv: ['frequency'], drops: 2, room: 8, phone: 'note', cell: rhythm },
  {
    label: 'Account',
    csv: ['bank', 'account'],
    drops: 3,
    quiet: true,
    cell: ({ bankName, accountNumber }) => `${bankName} ${accountNumber.slice(-4)}`,
    fullText: ({ bankName, accountNumber }) => `${bankName} ${accountNumber.slice(-4)}`,
  },
  {
    label: 'Next debit',
    csv: ['nextDebit'],
    align: 'right',
    drops: 1,
    quiet: true,
    cell: ({ nextDebitAt }) => nextDebitAt && <time dateTime={nextDebitAt}>{formatDateTime(nextDebitAt)}</time>,
  },
]
