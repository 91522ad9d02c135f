import { BankAccountChanges, NewBankAccount } from '@adire/contract/bank-account-form.ts'
import { addBankAccount, type BankAccount, listBankAccounts, updateBankAccount } from '@adire/contract/bank-accounts.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { useChange } from '../../api.ts'
import { useConfirmation } from '../../confirmation.tsx'
import { optionsOf, useBanks } from '../../lookups.ts'
import { useSession } from '../../session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useHolder } from '../../use-holder.ts'
import { HolderNote } from './holder-note.tsx'

type AccountModalProps = {
  /** The account to change; a new one without it. */
  account: BankAccount | undefined
  isFirst: boolean
  onClose: () => void
}

const done = { quiet: true, refresh: [listBankAccounts], toastMs: limits.bankSuccessToastMs }

export function AccountModal({ account, isFirst, onClose }: AccountModalProps) {
  const { mode } = useSession()
  const { confirmed, dialog } = useConfirmation()
  const add = useChange(addBankAccount, { ...done, success: messages.bankAdded, onDone: onClose })
  const update = useChange(updateBankAccount, { ...done, success: messages.bankUpdated, onDone: onClose })
  const banks = useBanks()
  const { form, field, errorOf, onSubmit, busy, blocked, refusal } = useSchemaForm(schemaFor(account), {
    start: {
      bankId: account?.bankId,
      accountNumber: account?.accountNumber ?? '',
      alias: account?.alias ?? '',
      primaryAccount: account?.primaryAccount ?? isFirst,
    },
    submit: (values) =>
      confirmed(() =>
        account
          ? update.mutateAsync({ id: account.id, alias: '', primaryAccount: false, ...values })
          : add.mutateAsync(values),
      ),
  })
  const bankId = form.watch('bankId')
  const bank = banks.data?.content.find(({ id }) => id === bankId)
  const holder = useHolder(bank, form.watch('accountNumber').replaceAll(' ', ''), account)
  const isFixed = isFirst || account?.primaryAccount === true
  return (
    <>
      <Modal
        open
        title={account ? 'Update Bank' : 'Add New Bank'}
        action={account ? 'Update' : 'Add account'}
        onClose={onClose}
        onSubmit={onSubmit}
        busy={busy}
        disabled={blocked || holder.isPending || holder.refused !== undefined}
      >
        {refusal && <ErrorStrip message={refusal.message} />}
        {banks.error && <ErrorStrip message={banks.error.message} onRetry={() => banks.refetch()} />}
        <Field label="Bank" error={errorOf('bankId')}>
          <Combobox
            options={optionsOf(banks.data)}
            value={bankId === undefined ? undefined : String(bankId)}
            onChange={(value) => {
              form.setValue('bankId', (value === undefined ? undefined : Number(value)) as number)
              if (errorOf('bankId')) form.trigger('bankId')
            }}
            placeholder="Search for a bank"
            listLabel="Banks"
            emptyText="No bank has this name."
            disabled={!banks.data}
          />
        </Field>
        <div className="flex flex-col gap-3">
          <Field
            label="Account Number"
            error={errorOf('accountNumber') ?? holder.refused}
            hint={mode === 'TEST' ? 'In Test Mode use 0000000017 at Access Bank: it is yours.' : '10 digits'}
          >
            <Input
              {...field('accountNumber', { setValueAs: withoutSpaces })}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              className="figures"
            />
          </Field>
          <HolderNote holder={holder} />
        </div>
        <Field
          label="Alias"
          optional={!account}
          error={errorOf('alias')}
          hint={account ? undefined : 'What you call this account. The name of the bank if you leave it out.'}
        >
          <Input {...field('alias', account ? {} : { setValueAs: orNothing })} maxLength={60} autoComplete="off" />
        </Field>
        <Checkbox
          label={messages.primaryAccount}
          hint={primaryHint(isFirst, isFixed)}
          {...(isFixed ? { checked: true, disabled: true } : field('primaryAccount'))}
        />
      </Modal>
      {dialog}
    </>
  )
}

/** A new account may go without an alias, and then has its bank's name; a present one keeps its own. */
const schemaFor = (account: BankAccount | undefined) =>
  (account ? BankAccountChanges : NewBankAccount) as typeof NewBankAccount

function primaryHint(isFirst: boolean, isFixed: boolean): string {
  if (isFirst) return 'Your first account is the primary one: settlements go there.'
  if (isFixed) return 'Settlements go here. To change that, make another account your primary one.'
  return 'Counts from the next settlement that is made. One that is on its way still goes to the present account.'
}

const withoutSpaces = (value: unknown) => String(value ?? '').replaceAll(' ', '')
const orNothing = (value: unknown) => String(value ?? '').trim() || undefined
