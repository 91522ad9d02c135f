import type { StaffMember } from '@adire/contract/back-office/staff-schemas.ts'
import { staffRoleNames } from '@adire/contract/staff-permissions.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { personColumn } from '../../ui/person-column.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import type { OpenedAction, StaffAction } from './staff-page.tsx'

const statusTexts: Record<StaffMember['status'], [BadgeTone, string]> = {
  active: ['ok', 'Active'],
  invited: ['warn', 'Invited'],
  deactivated: ['neutral', 'Deactivated'],
}

type Options = {
  /** Why the person may not change the staff. */
  denied: string | undefined
  onAction: (opened: OpenedAction) => void
}

/** What can be done with a person in a status. */
const actionsOf = ({ status, name, secondFactor }: StaffMember): [StaffAction, string][] => {
  // Without a name, the person has not accepted the invitation.
  if (status === 'deactivated') return [[name === null ? 'restore' : 'reactivate', 'Reactivate']]
  if (status === 'invited')
    return [
      ['resend', 'Send invitation again'],
      ['role', 'Change role'],
      ['take-back', 'Take back invitation'],
    ]
  return [
    ['role', 'Change role'],
    ...(secondFactor ? [['second-factor', 'Reset second factor'] as [StaffAction, string]] : []),
    ['deactivate', 'Deactivate'],
  ]
}

export const staffColumns = ({ denied, onAction }: Options): readonly TableColumn<StaffMember>[] => [
  personColumn,
  { label: 'Role', phone: 'note', room: 7, cell: ({ role }) => staffRoleNames[role] },
  {
    label: 'Status',
    phone: 'state',
    cell: ({ status }) => <Badge tone={statusTexts[status][0]}>{statusTexts[status][1]}</Badge>,
  },
  {
    label: 'Second factor',
    drops: 2,
    cell: ({ secondFactor }) =>
      secondFactor ? <Badge tone="ok">Set up</Badge> : <span className="text-muted">At first sign-in</span>,
  },
  {
    label: 'Last seen',
    drops: 1,
    quiet: true,
    cell: ({ lastSeenAt, invitationExpiresAt }) => (
      <span className="figures">
        {lastSeenAt
          ? formatDateTime(lastSeenAt)
          : invitationExpiresAt
            ? `Link until ${formatDateTime(invitationExpiresAt)}`
            : '–'}
      </span>
    ),
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (person) =>
      person.isYou ? null : (
        <RowMenu of={person.name ?? person.email}>
          {actionsOf(person).map(([what, label]) => (
            <MenuButton key={what} denied={denied} onClick={() => onAction({ what, person })}>
              {label}
            </MenuButton>
          ))}
        </RowMenu>
      ),
  },
]
