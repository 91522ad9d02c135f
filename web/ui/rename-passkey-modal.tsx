import { PasskeyNameGiven } from '@adire/contract/passkeys-schemas.ts'
import { Field } from './field.tsx'
import { FormModal } from './form-modal.tsx'
import { Input } from './input.tsx'
import { useSchemaForm } from './schema-form.ts'

interface RenamePasskeyModalProps {
  name: string
  /** Stores the new name. Rejects with a message for the person. */
  rename: (name: string) => Promise<unknown>
  onClose: () => void
}

export function RenamePasskeyModal({ name: oldName, rename, onClose }: RenamePasskeyModalProps) {
  const form = useSchemaForm(PasskeyNameGiven, { start: { name: oldName }, submit: ({ name }) => rename(name) })
  return (
    <FormModal form={form} title="Rename passkey" action="Save changes" onClose={onClose}>
      <Field label="Name" error={form.errorOf('name')}>
        <Input {...form.field('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormModal>
  )
}
