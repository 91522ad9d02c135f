import { inviteMember } from '@adire/contract/team.ts'
import { InvitationForm } from '@adire/contract/team-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { RoleField } from './role-field.tsx'
import { teamData } from './team-change-modal.tsx'

export function InviteModal({ onClose }: { onClose: () => void }) {
  const { confirmed, dialog } = useConfirmation()
  const invite = useChange(inviteMember, {
    quiet: true,
    refresh: teamData,
    success: ({ email }) => `We sent an invitation to ${email}`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(InvitationForm, {
    start: { email: '', role: '' as never },
    submit: (values) => confirmed(() => invite.mutateAsync(values)),
  })
  return (
    <>
      <FormModal form={form} title="Invite a member" action="Send invitation" onClose={onClose}>
        <Field label="Email" error={form.errorOf('email')} hint="The link in the email works for 7 days.">
          <Input {...form.field('email')} type="email" autoComplete="off" placeholder="ada@business.com" />
        </Field>
        <RoleField form={form} />
      </FormModal>
      {dialog}
    </>
  )
}
