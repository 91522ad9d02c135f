import { createSplitParty, listSplitParties, listSplits, updateSplitParty } from '@adire/contract/splits.ts'
import { NewSplitParty, type SplitParty } from '@adire/contract/splits-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { BankField, digitGroups, useBankAccount } from '../../domain/bank-field.tsx'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type RecipientModalProps = {
  /** The recipient to edit; undefined to create one. */
  recipient: SplitParty | undefined
  onClose: () => void
  onDone: (recipient: SplitParty) => void
}

/** Form of a recipient and their bank account. The bank confirms the account name before it is saved. */
export function RecipientModal({ recipient, onClose, onDone }: RecipientModalProps) {
  const { mode } = useSession()
  const { confirmed, dialog } = useConfirmation()
  const done = { quiet: true, refresh: [listSplitParties, listSplits], onDone, onWaiting: onClose }
  const add = useChange(createSplitParty, { ...done, success: ({ name }) => `${name} was added` })
  const update = useChange(updateSplitParty, { ...done, success: ({ name }) => `${name} was saved` })
  const form = useSchemaForm(NewSplitParty, {
    start: { name: recipient?.name ?? '', bankId: recipient?.bankId, accountNumber: recipient?.accountNumber ?? '' },
    submit: (values) =>
      confirmed(() => (recipient ? update.mutateAsync({ id: recipient.id, ...values }) : add.mutateAsync(values))),
  })
  const typed = useBankAccount(
    { bankId: form.form.watch('bankId'), accountNumber: form.form.watch('accountNumber') },
    recipient,
  )
  return (
    <>
      <FormModal
        form={{ ...form, blocked: form.blocked || typed.isOpen }}
        title={recipient ? `Edit ${recipient.name}` : 'Add recipient'}
        action={recipient ? 'Save' : 'Add recipient'}
        onClose={onClose}
      >
        <Field label="Name" error={form.errorOf('name')} hint="Payers do not see it.">
          <Input {...form.field('name')} maxLength={60} autoComplete="off" />
        </Field>
        <BankField
          account={typed}
          onBank={(bankId) => form.setField('bankId', bankId as number)}
          number={form.field('accountNumber', digitGroups)}
          errors={{ bankId: form.errorOf('bankId'), accountNumber: form.errorOf('accountNumber') }}
          hint={mode === 'TEST' ? 'In Test Mode use 0000000018 or 0000000025 at Guaranty Trust Bank.' : '10 digits'}
          judge={({ accountName, warning }) => ({
            isGood: accountName !== null && !warning,
            notes: [accountName === null && 'We can’t pay an account without a name.', warning],
          })}
        />
        {recipient && (
          <p className="text-muted">
            Another account takes effect 24 hours after you save it. We email you, and you can cancel it until then.
          </p>
        )}
      </FormModal>
      {dialog}
    </>
  )
}
