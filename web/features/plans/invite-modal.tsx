import { Email } from '@adire/contract/fields.ts'
import { inviteToPlan } from '@adire/contract/plans.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import * as z from 'zod/mini'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

const Invitation = z.object({ email: Email })

/** Emails a customer the link on which they enter a card and subscribe. */
export function InviteModal({ plan: { id, name }, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const invite = useChange(inviteToPlan, {
    success: (_, { email }) => `The link goes to ${email}`,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(Invitation, {
    start: { email: '' },
    submit: ({ email }) => invite.mutateAsync({ id, email }),
  })
  return (
    <FormModal form={form} title={`Invite a customer to ${name}`} action="Send invitation" onClose={onClose}>
      <Field
        label="Email of the customer"
        hint="We email a link on which they enter a card and subscribe. Nothing is charged before that."
        error={form.errorOf('email')}
      >
        <Input {...form.field('email')} type="email" inputMode="email" autoComplete="off" />
      </Field>
    </FormModal>
  )
}
