import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { paidAccountName } from '../../domain/paid-account.ts'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { SettlementRowMenu } from './settlement-row-menu.tsx'

/** Payment days of a settlement: "19 Nov 2026", or "13 – 15 Nov 2026" over a weekend. */
export const formatDays = ({ firstDay, lastDay }: Pick<SettlementRow, 'firstDay' | 'lastDay'>) => {
  if (!firstDay || !lastDay) return 'No payments'
  if (firstDay === lastDay) return formatDay(lastDay)
  const isOneMonth = firstDay.slice(0, 7) === lastDay.slice(0, 7)
  return `${formatDay(firstDay).slice(0, isOneMonth ? 2 : 6)} \u2013 ${formatDay(lastDay)}`
}

export const settlementColumns: readonly TableColumn<SettlementRow>[] = [
  { label: 'Due', phone: 'title', room: 8, cell: ({ dueOn }) => formatDay(dueOn), csv: ['due'] },
  {
    label: 'Amount',
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo }) => <Amount kobo={amountKobo} />,
    csv: ['amount'],
  },
  { label: 'Status', phone: 'state', cell: (row) => <SettlementBadge settlement={row} />, csv: ['status'] },
  {
    label: 'Payments of',
    phone: 'note',
    drops: 2,
    room: 18,
    quiet: true,
    cell: (row) => `${formatDays(row)} · ${formatCount(row.paymentCount, 'payment', 'payments')}`,
    csv: ['firstDay', 'lastDay', 'payments'],
  },
  {
    label: 'Account',
    drops: 4,
    quiet: true,
    cell: (row) => paidAccountName(row) ?? '\u2013',
    fullText: paidAccountName,
    csv: ['bank', 'account'],
  },
  {
    label: 'Bank’s alert',
    drops: 3,
    room: 11,
    quiet: true,
    cell: ({ reference, narration }) => (
      <span className="figures" title={narration}>
        {reference.replace('_', '').toUpperCase()}
      </span>
    ),
    csv: ['reference', 'narration', 'bankReference'],
  },
  {
    label: 'Paid',
    align: 'right',
    drops: 1,
    quiet: true,
    cell: ({ paidAt }) => (paidAt ? <time dateTime={paidAt}>{formatDateTime(paidAt)}</time> : '\u2013'),
    csv: ['paid'],
  },
  actionsColumn((settlement) => <SettlementRowMenu settlement={settlement} />),
]
