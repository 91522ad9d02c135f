import type { Split, SplitParty } from '@adire/contract/splits-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { formatDate } from '../../ui/date.ts'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { formatPercent, formatShare, typeNames } from './split-words.ts'

export const splitColumns: readonly TableColumn<Split>[] = [
  nameColumn,
  {
    label: 'Collected',
    align: 'right',
    phone: 'value',
    cell: ({ collectedKobo }) => <Amount kobo={collectedKobo} />,
  },
  {
    label: 'Shares',
    phone: 'note',
    cell: ({ type, shares, ownBps }) => (
      <span className="block max-w-96 truncate">
        {[
          ...(ownBps === null ? [] : [`You ${formatPercent(ownBps)}`]),
          ...shares.map(({ name, value }) => `${name} ${formatShare(type, value)}`),
        ].join(' · ')}
      </span>
    ),
  },
  { label: 'By', from: 'lg', quiet: true, cell: ({ type }) => typeNames[type] },
  {
    label: 'Payments',
    align: 'right',
    phone: 'state',
    cell: ({ payments }) => (
      <>
        <span className="figures max-md:hidden">{payments.toLocaleString('en-US')}</span>
        <span className="figures text-sm text-muted md:hidden">{formatCount(payments, 'payment', 'payments')}</span>
      </>
    ),
  },
  createdColumn,
]

/** Columns of a recipient: balances and payouts. */
export const recipientColumns = (actions: TableColumn<SplitParty>['cell']): readonly TableColumn<SplitParty>[] => [
  {
    label: 'Party',
    phone: 'title',
    cell: ({ name }) => (
      <span title={name} className="block max-w-60 truncate">
        {name}
      </span>
    ),
  },
  {
    label: 'Account',
    phone: 'note',
    quiet: true,
    cell: ({ bankName, accountNumber, accountName, pendingAccount }) => (
      <span title={accountName}>
        {bankName} •••• {accountNumber.slice(-4)}
        {pendingAccount && (
          <span className="block">
            From {formatDate(pendingAccount.effectiveAt)} •••• {pendingAccount.accountNumber.slice(-4)}
          </span>
        )}
      </span>
    ),
  },
  {
    label: 'Not paid out yet',
    align: 'right',
    phone: 'value',
    cell: ({ unsettledKobo }) => <Amount kobo={unsettledKobo} />,
  },
  { label: 'Paid out', align: 'right', from: 'lg', cell: ({ paidKobo }) => <Amount kobo={paidKobo} /> },
  {
    label: 'Owes you',
    align: 'right',
    from: 'lg',
    cell: ({ owedKobo }) => (owedKobo > 0 ? <Amount kobo={owedKobo} /> : '\u2013'),
  },
  { label: 'Actions', hideLabel: true, align: 'right', phone: 'state', cell: actions },
]
