import { createRole, deleteRole, listRoles } from '@adire/contract/team.ts'
import type { Role } from '@adire/contract/team-schemas.ts'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { describeRole } from './describe-role.ts'
import { RoleEditor } from './role-editor.tsx'
import { TeamChangeModal } from './team-change-modal.tsx'

type Opened = { what: 'edit' | 'delete'; role: Role | undefined }

/** The roles that every business has, and its own. */
export function RoleList() {
  const list = useCall(listRoles, {})
  const denied = useDenied(createRole)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <DetailSkeleton rows={4} />
  return (
    <Card
      title="Roles"
      action={
        <AllowedButton tone="secondary" denied={denied} onClick={() => setOpened({ what: 'edit', role: undefined })}>
          New role
        </AllowedButton>
      }
    >
      <ul aria-label="Roles" className="divide-y divide-line">
        {list.data.content.map((role) => (
          <RoleRow key={role.id} role={role} denied={denied} onOpen={(what) => setOpened({ what, role })} />
        ))}
      </ul>
      {opened?.what === 'edit' && <RoleEditor role={opened.role} onClose={close} />}
      {opened?.what === 'delete' && opened.role && (
        <TeamChangeModal
          endpoint={deleteRole}
          input={{ id: opened.role.id }}
          title={`Delete the role ${opened.role.name}?`}
          action="Delete role"
          tone="danger"
          success="The role was deleted"
          onClose={close}
        >
          Nobody has this role. You can make it again later.
        </TeamChangeModal>
      )}
    </Card>
  )
}

type RoleRowProps = { role: Role; denied: string | undefined; onOpen: (what: Opened['what']) => void }

function RoleRow({ role, denied, onOpen }: RoleRowProps) {
  const { name, builtIn, members, grantable } = role
  const people = members === 0 ? 'No members' : members === 1 ? '1 member' : `${members} members`
  const reason = denied ?? (grantable ? undefined : 'This role can do more than yours. Ask the owner or an admin.')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5 last:pb-0">
      <div className="min-w-0 max-sm:w-full sm:flex-1">
        <p className="font-medium">{name}</p>
        <p className="mt-0.5 text-sm text-muted">{describeRole(role)}</p>
      </div>
      <p className="text-sm text-muted">{people}</p>
      {!builtIn && (
        <div className="flex gap-2">
          <AllowedButton tone="secondary" denied={reason} aria-label={`Edit ${name}`} onClick={() => onOpen('edit')}>
            Edit
          </AllowedButton>
          <AllowedButton
            tone="ghost"
            className="text-bad!"
            denied={reason ?? (members > 0 ? 'Give its members another role first.' : undefined)}
            aria-label={`Delete ${name}`}
            onClick={() => onOpen('delete')}
          >
            Delete
          </AllowedButton>
        </div>
      )}
    </li>
  )
}
