import { getReconciliation, importBankStatement, listReconciliationItems } from '@adire/contract/back-office/money.ts'
import { StatementForm } from '@adire/contract/back-office/money-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { useId, useState } from 'react'
import { formatCount } from '../../ui/counted.ts'
import { Field, FieldNote } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useChange } from '../client/api.ts'

/** Imports a bank statement, as the command does. The same statement again adds nothing. */
export function ImportStatementModal({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [statement, setStatement] = useState<File>()
  const [wrong, setWrong] = useState<string>()
  const load = useChange(importBankStatement, {
    refresh: [getReconciliation, listReconciliationItems],
    quiet: true,
    success: ({ lines, added }) => `${formatCount(lines, 'line', 'lines')} read, ${groupDigits(added)} of them new`,
    onDone: onClose,
  })
  const form = useSchemaForm(StatementForm, {
    start: { account: '' },
    submit: async ({ account }) => {
      if (!statement) return setWrong('Choose a file')
      await load.mutateAsync({ statement, ...(account && { account }) })
    },
  })
  const choose = (file: File | undefined) => {
    setStatement(file)
    setWrong(file && file.size > limits.documentBytes ? 'The file is larger than 5 MB: split it by days' : undefined)
  }
  return (
    <FormModal
      form={{ ...form, blocked: form.blocked || Boolean(statement && wrong) }}
      title="Import a bank statement"
      action="Import statement"
      onClose={onClose}
    >
      <p className="text-ink-2">
        CSV or MT940, with all lines of each of its days. Its lines are matched with the transfers of the processors.
      </p>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Statement
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.sta,.mt940,.940"
          aria-describedby={`${id}-note`}
          aria-invalid={wrong !== undefined}
          onChange={({ target }) => choose(target.files?.[0])}
          className="w-full rounded-md text-base file:mr-3 file:h-10 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3.5 file:font-medium file:text-ink"
        />
        <FieldNote id={`${id}-note`} error={wrong} hint="At most 5 MB. Larger ones are imported by the command." />
      </div>
      <Field
        label="Account number"
        error={form.errorOf('account')}
        hint="Only for a file that does not name its account, as most CSV files."
        optional
      >
        <Input
          {...form.field('account', { setValueAs: (typed: string) => typed.trim() || undefined })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
        />
      </Field>
    </FormModal>
  )
}
