import { addMerchantNote } from '@adire/contract/back-office/merchants.ts'
import { NoteForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'

export function NoteModal({ merchant, onClose }: MerchantModalProps) {
  const add = useChange(addMerchantNote, {
    refresh: merchantEndpoints,
    quiet: true,
    success: 'The note is saved',
    onDone: onClose,
  })
  const form = useSchemaForm(NoteForm, {
    start: { text: '' },
    submit: ({ text }) => add.mutateAsync({ id: merchant.id, text }),
  })
  return (
    <FormModal form={form} title={`Note about ${merchant.businessName}`} action="Save note" onClose={onClose}>
      <Field label="Note" error={form.errorOf('text')} hint="Only staff see it. It cannot be changed later.">
        <Textarea {...form.field('text')} rows={6} />
      </Field>
    </FormModal>
  )
}
