import { accountLabel, maskedNumber } from '@adire/contract/channels/method-name.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { getSplit } from '@adire/contract/splits.ts'
import type { Split, SplitParty } from '@adire/contract/splits-schemas.ts'
import { DetailRowMenu } from '../../domain/detail-row-menu.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { formatDate } from '../../ui/date.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'
import { formatPercent, formatShare, typeNames } from './split-words.ts'

const SplitRowMenu = lazyComponent(() => import('./split-row-menu.tsx').then((m) => m.SplitRowMenu))

const describeShares = ({ type, shares, ownBps }: Split) =>
  [
    ...(ownBps === null ? [] : [`You ${formatPercent(ownBps)}`]),
    ...shares.map(({ name, value }) => `${name} ${formatShare(type, value)}`),
  ].join(' · ')

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
    drops: 1,
    room: 16,
    cell: describeShares,
    fullText: describeShares,
  },
  { label: 'By', drops: 3, room: 7, quiet: true, cell: ({ type }) => typeNames[type] },
  {
    label: 'Payments',
    align: 'right',
    phone: 'state',
    drops: 2,
    room: 7,
    cell: ({ payments }) => (
      <>
        <span className="figures cards:hidden">{groupDigits(payments)}</span>
        <span className="figures text-sm text-muted rows:hidden">{formatCount(payments, 'payment', 'payments')}</span>
      </>
    ),
  },
  createdColumn,
  actionsColumn(
    ({ id, name, status }) =>
      status === 'active' && (
        <DetailRowMenu of={name} endpoint={getSplit} input={{ id }}>
          {(split) => <SplitRowMenu split={split} />}
        </DetailRowMenu>
      ),
  ),
]

/** Columns of a recipient: balances and payouts. */
export const recipientColumns = (actions: TableColumn<SplitParty>['cell']): readonly TableColumn<SplitParty>[] => [
  {
    label: 'Recipient',
    phone: 'title',
    cell: ({ name }) => name,
    fullText: ({ name }) => name,
    csv: ['recipient', 'status'],
  },
  {
    label: 'Account',
    csv: ['bank', 'account', 'holder'],
    phone: 'note',
    drops: 1,
    room: 12,
    quiet: true,
    fullText: ({ bankName, accountNumber, accountName }) => `${bankName} ${accountNumber}, ${accountName}`,
    cell: ({ bankName, accountNumber, pendingAccount }) => (
      <span>
        {keepNumbersWhole(accountLabel(bankName, accountNumber))}
        {pendingAccount && (
          <span className="block">
            From {formatDate(pendingAccount.effectiveAt)}{' '}
            {keepNumbersWhole(maskedNumber(pendingAccount.accountNumber.slice(-4)))}
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
    csv: ['unsettled'],
  },
  { label: 'Paid out', align: 'right', drops: 3, cell: ({ paidKobo }) => <Amount kobo={paidKobo} />, csv: ['paidOut'] },
  {
    label: 'Owes you',
    align: 'right',
    drops: 2,
    cell: ({ owedKobo }) => (owedKobo > 0 ? <Amount kobo={owedKobo} /> : '\u2013'),
    csv: ['owed'],
  },
  { label: 'Actions', hideLabel: true, align: 'right', room: 7, phone: 'state', cell: actions },
]
