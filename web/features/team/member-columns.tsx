import { transferOwnership } from '@adire/contract/team.ts'
import type { TeamMember } from '@adire/contract/team-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { personColumn } from '../../ui/person-column.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import type { MemberAction } from './members.tsx'

type Options = {
  /** Whether the user is the owner, who may hand the business over. */
  isOwner: boolean
  /** Why the user may not change members. */
  denied: string | undefined
  onAction: (opened: { what: MemberAction; member: TeamMember }) => void
}

export const memberColumns = ({ isOwner, denied, onAction }: Options): readonly TableColumn<TeamMember>[] => [
  personColumn,
  { label: 'Role', phone: 'note', cell: ({ role }) => role.name, fullText: ({ role }) => role.name },
  {
    label: 'Two-factor',
    drops: 2,
    cell: ({ twoFactor }) => (twoFactor ? <Badge tone="ok">On</Badge> : <span className="text-muted">Off</span>),
  },
  {
    label: 'Last seen',
    drops: 1,
    quiet: true,
    cell: ({ lastSeenAt }) => <span className="figures">{lastSeenAt ? formatDateTime(lastSeenAt) : '\u2013'}</span>,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'state',
    cell: (member) =>
      member.isYou || member.role.id === 'owner' ? null : (
        <RowMenu of={member.name ?? member.email}>
          <MenuButton denied={denied} onClick={() => onAction({ what: 'role', member })}>
            Change role
          </MenuButton>
          {isOwner && (
            <MenuButton needs={transferOwnership} onClick={() => onAction({ what: 'owner', member })}>
              Make owner
            </MenuButton>
          )}
          <MenuButton
            denied={denied}
            className="text-bad! hover:bg-bad-soft!"
            onClick={() => onAction({ what: 'remove', member })}
          >
            Remove
          </MenuButton>
        </RowMenu>
      ),
  },
]
