import { changeMemberRole } from '@adire/contract/team.ts'
import { MemberRoleForm, type TeamMember } from '@adire/contract/team-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { RoleField } from './role-field.tsx'
import { teamData } from './team-change-modal.tsx'

export function MemberRoleModal({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { confirmed, dialog } = useConfirmation()
  const name = member.name ?? member.email
  const change = useChange(changeMemberRole, {
    quiet: true,
    refresh: teamData,
    success: ({ role }) => `${name} is now ${role.name}`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(MemberRoleForm, {
    start: { role: member.role.id as never },
    submit: ({ role }) => confirmed(() => change.mutateAsync({ userId: member.userId, role })),
  })
  return (
    <>
      <FormModal form={form} title={`Change the role of ${name}`} action="Change role" onClose={onClose}>
        <RoleField form={form} />
      </FormModal>
      {dialog}
    </>
  )
}
