import { listPasskeys, renamePasskey } from '@adire/contract/passkeys.ts'
import { type Passkey, PasskeyNameGiven } from '@adire/contract/passkeys-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

export function RenamePasskeyModal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { userId } = useSession()
  const rename = useChange(renamePasskey, { refresh: [listPasskeys], quiet: true, onDone: onClose })
  const form = useSchemaForm(PasskeyNameGiven, {
    start: { name: passkey.name },
    submit: ({ name }) => rename.mutateAsync({ id: userId, passkeyId: passkey.id, name }),
  })
  return (
    <FormModal form={form} title="Rename passkey" action="Save changes" onClose={onClose}>
      <Field label="Name" error={form.errorOf('name')}>
        <Input {...form.field('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormModal>
  )
}
