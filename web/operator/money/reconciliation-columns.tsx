import type { ReconciliationItem } from '@adire/contract/back-office/money-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

export type ReconciliationRow = ReconciliationItem & { id: string }

/** In the card of a phone, which has no head, an amount has its label. */
const labelledAmount = (label: string, kobo: number | null) => (
  <>
    <span className="text-sm text-muted rows:hidden">{label} </span>
    {kobo === null ? '–' : <Amount kobo={kobo} />}
  </>
)

export const itemColumns = (
  onExplain: (item: ReconciliationItem) => void,
  denied: string | undefined,
): readonly TableColumn<ReconciliationRow>[] => [
  {
    label: 'Discrepancy',
    phone: 'title',
    room: 16,
    cell: ({ discrepancy, processor, kind }) => (
      <span className="block min-w-0 py-1">
        <span className="block font-medium whitespace-normal first-letter:uppercase">{discrepancy}</span>
        <span className="block truncate text-sm text-muted">
          {[processor ?? (kind === 'bank' ? 'Bank' : 'All processors'), kind].join(' · ')}
        </span>
      </span>
    ),
  },
  { label: 'Ours', align: 'right', phone: 'value', cell: ({ oursKobo }) => labelledAmount('Ours', oursKobo) },
  { label: 'Theirs', align: 'right', phone: 'state', cell: ({ theirsKobo }) => labelledAmount('Theirs', theirsKobo) },
  { label: 'Day', phone: 'note', room: 7, cell: ({ day }) => <span className="figures">{formatDay(day)}</span> },
  {
    label: 'Reference',
    drops: 2,
    quiet: true,
    cell: ({ reference }) => <span className="figures">{reference}</span>,
    fullText: ({ reference }) => reference,
  },
  {
    label: 'Explanation',
    drops: 1,
    quiet: true,
    cell: ({ explanation, explainedBy }) => (explanation ? `${explanation} (${explainedBy})` : '–'),
    fullText: ({ explanation }) => explanation,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (item) =>
      item.status === 'gone' ? null : (
        <RowMenu of={`discrepancy ${item.number}`}>
          <MenuButton denied={denied} onClick={() => onExplain(item)}>
            {item.status === 'open' ? 'Explain' : 'Change explanation'}
          </MenuButton>
        </RowMenu>
      ),
  },
]
