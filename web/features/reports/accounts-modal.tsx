import {
  getJournalAccounts,
  type JournalAccount,
  journalAccountKeys,
  journalAccounts,
  resetJournalAccounts,
  updateJournalAccounts,
} from '@adire/contract/reports.ts'
import { type JournalAccounts, NewJournalAccounts } from '@adire/contract/reports-schemas.ts'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

const refresh = [getJournalAccounts]

type AccountsModalProps = { current: { accounts: JournalAccounts; isDefault: boolean }; onClose: () => void }

/** Codes and names of the merchant's chart of accounts for the accounts of the journal. */
export function AccountsModal({ current, onClose }: AccountsModalProps) {
  const choices = { refresh, onDone: onClose }
  const update = useChange(updateJournalAccounts, { ...choices, quiet: true, success: 'The accounts are saved' })
  const reset = useChange(resetJournalAccounts, { ...choices, success: 'The accounts are the defaults again' })
  const form = useSchemaForm(NewJournalAccounts, {
    start: { accounts: current.accounts },
    submit: (fields) => update.mutateAsync(fields),
  })
  const errorOf = (key: JournalAccount, part: 'code' | 'name') => form.errorOf(`accounts.${key}.${part}`)
  return (
    <FormModal form={form} title="Accounts of the journal" action="Save" onClose={onClose}>
      <p className="text-sm text-muted">
        Several of them may be one account of yours: give them the same code and name. Sage 50 takes codes of at most 8
        digits.
      </p>
      {journalAccountKeys.map((key) => (
        <fieldset key={key} className="grid grid-cols-[7rem_1fr] gap-3">
          <legend className="mb-1.5 font-medium">{journalAccounts[key].name}</legend>
          <Field label={<Part>Code</Part>} error={errorOf(key, 'code')}>
            <Input {...form.field(`accounts.${key}.code`)} maxLength={10} autoComplete="off" className="figures" />
          </Field>
          <Field label={<Part>Name</Part>} error={errorOf(key, 'name')}>
            <Input {...form.field(`accounts.${key}.name`)} maxLength={60} autoComplete="off" />
          </Field>
        </fieldset>
      ))}
      {!current.isDefault && (
        <Button tone="secondary" busy={reset.isPending} onClick={() => reset.mutate({})} className="self-start">
          Reset to default
        </Button>
      )}
    </FormModal>
  )
}

const Part = ({ children }: { children: string }) => <span className="text-sm font-normal text-muted">{children}</span>
