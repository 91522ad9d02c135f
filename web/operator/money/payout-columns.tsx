import { holdPayout } from '@adire/contract/back-office/money.ts'
import type { StaffPayout } from '@adire/contract/back-office/money-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/date.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { BusinessCell } from '../app/business-cell.tsx'
import { useDenied } from '../client/person.ts'
import type { PayoutAction } from './payout-modals.tsx'

/** What can be done about a payout. */
function actionsOf({ status, isHeldByUs }: StaffPayout): [PayoutAction, string][] {
  if (isHeldByUs && status !== 'success')
    return [
      ['release', 'Release'],
      ['hold', 'Change reason'],
    ]
  const hold: [PayoutAction, string] = ['hold', 'Hold']
  if (status === 'failed' || status === 'on_hold') return [['retry', 'Send again'], hold]
  return status === 'success' ? [] : [hold]
}

export function payoutColumns(
  onAction: (action: PayoutAction, payout: StaffPayout) => void,
): readonly TableColumn<StaffPayout>[] {
  return [
    {
      label: 'Business',
      phone: 'title',
      room: 13,
      cell: ({ business, recipient }) => <BusinessCell business={business} note={recipient} />,
      fullText: ({ business }) => business.name,
    },
    {
      label: 'Amount',
      align: 'right',
      phone: 'value',
      room: 12,
      cell: ({ amountKobo, reference }) => (
        <span className="block py-1">
          <span className="block">
            <Amount kobo={amountKobo} />
          </span>
          <span className="figures block text-sm font-normal text-muted">{reference}</span>
        </span>
      ),
    },
    {
      label: 'Status',
      phone: 'state',
      room: 9,
      cell: (payout) => <PayoutBadge payout={payout} />,
    },
    {
      label: 'Due',
      phone: 'note',
      room: 7,
      cell: ({ dueOn }) => <span className="figures">{formatDay(dueOn)}</span>,
    },
    {
      label: 'Reason',
      drops: 1,
      quiet: true,
      room: 12,
      cell: (payout) => reasonOf(payout) ?? '–',
      fullText: reasonOf,
    },
    {
      label: 'Account',
      drops: 2,
      quiet: true,
      cell: ({ account }) => account ?? '–',
      fullText: ({ account }) => account,
    },
    {
      label: 'Actions',
      hideLabel: true,
      room: 4,
      align: 'right',
      phone: 'menu',
      cell: (payout) => <PayoutMenu payout={payout} onAction={(action) => onAction(action, payout)} />,
    },
  ]
}

function PayoutBadge({ payout }: { payout: StaffPayout }) {
  const { status, isHeldByUs } = payout
  return isHeldByUs && (status === 'on_hold' || status === 'processing') ? (
    <Badge tone="warn">{status === 'processing' ? 'To be held' : 'Held by us'}</Badge>
  ) : (
    <SettlementBadge settlement={payout} />
  )
}

type PayoutMenuProps = { payout: StaffPayout; onAction: (action: PayoutAction) => void }

function PayoutMenu({ payout, onAction }: PayoutMenuProps) {
  const denied = useDenied(holdPayout)
  const actions = actionsOf(payout)
  if (actions.length === 0) return null
  return (
    <RowMenu of={`the payout to ${payout.business.name}`}>
      {actions.map(([action, label]) => (
        <MenuButton key={action} denied={denied} onClick={() => onAction(action)}>
          {label}
        </MenuButton>
      ))}
    </RowMenu>
  )
}

/** Why it is held, has failed or came back. */
const reasonOf = ({ hold, failure, status }: StaffPayout) =>
  status === 'failed' || status === 'success' ? failure : hold?.message
