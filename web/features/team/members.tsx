import { inviteMember, leaveTeam, listTeamMembers, removeMember, transferOwnership } from '@adire/contract/team.ts'
import type { TeamMember } from '@adire/contract/team-schemas.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { InviteModal } from './invite-modal.tsx'
import { memberColumns } from './member-columns.tsx'
import { MemberRoleModal } from './member-role-modal.tsx'
import { TeamChangeModal } from './team-change-modal.tsx'

export type MemberAction = 'invite' | 'role' | 'remove' | 'owner' | 'leave'
type Opened = { what: MemberAction; member?: TeamMember }

export function MemberList() {
  const [opened, setOpened] = useState<Opened>()
  const list = useCall(listTeamMembers, {})
  const denied = useDenied(inviteMember)
  const close = () => setOpened(undefined)
  const { content } = list.data ?? {}
  const you = content?.find(({ isYou }) => isYou)
  return (
    <section aria-labelledby="team-members">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="team-members" className="text-lg font-semibold">
          Members <span className="figures ml-1 text-base font-normal text-muted">{content?.length}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {you && you.role.id !== 'owner' && (
            <AllowedButton needs={leaveTeam} tone="ghost" onClick={() => setOpened({ what: 'leave' })}>
              Leave team
            </AllowedButton>
          )}
          <AllowedButton
            icon={<UserPlus strokeWidth={1.75} />}
            denied={denied}
            onClick={() => setOpened({ what: 'invite' })}
          >
            Invite member
          </AllowedButton>
        </div>
      </div>
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      ) : content ? (
        <Table
          label="Members"
          columns={memberColumns({ isOwner: you?.role.id === 'owner', denied, onAction: setOpened })}
          rows={content}
          keyOf={({ userId }) => userId}
        />
      ) : (
        <TableSkeleton rows={3} />
      )}
      <p className="mt-3 text-sm text-muted">The team and its roles are the same in Test Mode and Live Mode.</p>
      {opened && <MemberModal {...opened} onClose={close} />}
    </section>
  )
}

function MemberModal({ what, member, onClose }: Opened & { onClose: () => void }) {
  if (what === 'invite') return <InviteModal onClose={onClose} />
  if (what === 'leave')
    return (
      <TeamChangeModal
        endpoint={leaveTeam}
        input={{}}
        title="Leave this team?"
        action="Leave team"
        tone="danger"
        success="You left the team"
        leaves
        onClose={onClose}
      >
        You lose access to this business at once. Somebody of the team has to invite you to come back.
      </TeamChangeModal>
    )
  if (!member) return null
  const name = member.name ?? member.email
  if (what === 'role') return <MemberRoleModal member={member} onClose={onClose} />
  if (what === 'remove')
    return (
      <TeamChangeModal
        endpoint={removeMember}
        input={{ userId: member.userId }}
        title={`Remove ${name}?`}
        action="Remove member"
        tone="danger"
        success={`${name} was removed`}
        onClose={onClose}
      >
        {name} loses access to this business at once, in Test Mode and Live Mode. What they did stays in the audit log.
        If they know a secret key, rotate it.
      </TeamChangeModal>
    )
  return (
    <TeamChangeModal
      endpoint={transferOwnership}
      input={{ userId: member.userId }}
      title={`Make ${name} the owner?`}
      action="Hand over the business"
      tone="danger"
      success={`${name} is the owner now`}
      onClose={onClose}
    >
      A business has one owner. You become an admin, and only {name} can make you the owner again.
    </TeamChangeModal>
  )
}
