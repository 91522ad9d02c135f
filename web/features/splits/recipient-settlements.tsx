import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import type { SplitParty } from '@adire/contract/splits-schemas.ts'
import { useCall } from '../../client/api.ts'
import { paidAccountName } from '../../domain/paid-account.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/date.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'

const pageSize = limits.listLimit

const columns: readonly TableColumn<SettlementRow>[] = [
  { label: 'Due', phone: 'title', cell: ({ dueOn }) => formatDay(dueOn) },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: (row) => <SettlementBadge settlement={row} /> },
  {
    label: 'Account',
    phone: 'note',
    drops: 1,
    quiet: true,
    cell: (row) => paidAccountName(row) ?? '\u2013',
    fullText: paidAccountName,
  },
  {
    label: 'Reference',
    drops: 2,
    room: 15,
    quiet: true,
    cell: ({ reference }) => <span className="figures">{reference}</span>,
  },
]

/** Settlements of a recipient, paid and due. */
export function RecipientSettlements({
  recipient: { id, name, accountName, unsettledKobo, owedKobo },
}: {
  recipient: SplitParty
}) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listSettlements, { partyId: id, ...page }, { keepPrevious: true })
  return (
    <Card title={`Settlements of ${name}`} action={<span className="text-muted">Account of {accountName}</span>}>
      {owedKobo > 0 && (
        <p className="mb-4 text-warn">
          {name} owes you {formatNaira(owedKobo)} for refunds. It is deducted from the next shares.
        </p>
      )}
      <PagedList
        label={`Settlements of ${name}`}
        columns={columns}
        list={list}
        linkOf={(row) => `/payouts/${row.id}/${row.lastDay ?? row.dueOn}`}
        {...pager}
        waiting={3}
        empty={
          <p className="text-muted">
            {unsettledKobo > 0
              ? 'The first is paid on the next working day, once the shares reach NGN 1,000.'
              : 'The first is created on the working day after the first shared payment.'}
          </p>
        }
        hidesOnlyPage
      />
    </Card>
  )
}
