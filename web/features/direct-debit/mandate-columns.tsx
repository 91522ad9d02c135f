import type { MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { intervalNames } from '@adire/contract/periods.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table.tsx'
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
    cell: ({ kind, amountKobo }) => (
      <>
        {kind === 'variable' && <span className="text-muted">up to </span>}
        <Amount kobo={amountKobo} />
      </>
    ),
  },
  { label: 'Status', csv: ['status', 'ready'], phone: 'state', cell: (mandate) => <MandateBadge mandate={mandate} /> },
  { label: 'How often', csv: ['frequency'], phone: 'note', cell: rhythm },
  {
    label: 'Account',
    csv: ['account'],
    from: 'xl',
    quiet: true,
    cell: ({ bankName, accountNumber }) => (
      <span className="figures block max-w-56 truncate" title={bankName}>
        {bankName} {accountNumber.slice(-4)}
      </span>
    ),
  },
  {
    label: 'Next debit',
    csv: ['nextDebit'],
    align: 'right',
    from: 'lg',
    quiet: true,
    cell: ({ nextDebitAt }) => nextDebitAt && <time dateTime={nextDebitAt}>{formatDateTime(nextDebitAt)}</time>,
  },
]
