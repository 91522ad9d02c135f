import { addBankAccount, listBankAccounts, updateBankAccount } from '@adire/contract/bank-accounts.ts'
import {
  type BankAccount,
  BankAccountChanges,
  NewBankAccount,
  type ResolvedAccount,
} from '@adire/contract/bank-accounts-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { BankField, digitGroups, useBankAccount } from '../../domain/bank-field.tsx'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { optionalText } from '../../ui/optional-text.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'

type AccountModalProps = {
  /** The account to edit; undefined to add one. */
  account: BankAccount | undefined
  isFirst: boolean
  onClose: () => void
}

const done = { quiet: true, refresh: [listBankAccounts], toastMs: limits.bankSuccessToastMs }

export function AccountModal({ account, isFirst, onClose }: AccountModalProps) {
  const { mode } = useSession()
  const { confirmed, dialog } = useConfirmation()
  const add = useChange(addBankAccount, { ...done, success: messages.bankAdded, onDone: onClose, onWaiting: onClose })
  const update = useChange(updateBankAccount, {
    ...done,
    success: messages.bankUpdated,
    onDone: onClose,
    onWaiting: onClose,
  })
  const { form, field, setField, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(schemaFor(account), {
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
  const typed = useBankAccount({ bankId: form.watch('bankId'), accountNumber: form.watch('accountNumber') }, account)
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
        disabled={blocked || typed.isOpen}
      >
        {submitError && <ErrorStrip message={submitError.message} />}
        <BankField
          account={typed}
          onBank={(bankId) => setField('bankId', bankId as number)}
          number={field('accountNumber', digitGroups)}
          errors={{ bankId: errorOf('bankId'), accountNumber: errorOf('accountNumber') }}
          hint={mode === 'TEST' ? 'In Test Mode, use 0000000017 at Access Bank. It is in your name.' : '10 digits'}
          judge={accountNameHint}
        />
        <Field
          label="Alias"
          optional={!account}
          error={errorOf('alias')}
          hint={account ? undefined : 'Your name for this account. Leave empty to use the bank’s name.'}
        >
          <Input {...field('alias', account ? {} : optionalText)} maxLength={60} autoComplete="off" />
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

/** Schema of the form. Without an alias, a new account gets its bank's name; an existing account keeps its alias. */
const schemaFor = (account: BankAccount | undefined) =>
  (account ? BankAccountChanges : NewBankAccount) as typeof NewBankAccount

/** Warns when the account name differs: settlements go there, so it should belong to the business. */
function accountNameHint({ accountName, nameMatches, warning }: ResolvedAccount) {
  const another = accountName ? 'This is not the name of your business. ' : ''
  return {
    isGood: nameMatches && !warning,
    notes: [!nameMatches && `${another}You can go on; a person looks at the account before money goes there.`, warning],
  }
}

function primaryHint(isFirst: boolean, isFixed: boolean): string {
  if (isFirst) return 'Your first account is the primary one: settlements go there.'
  if (isFixed)
    return 'Settlements go here. A new account number takes effect 24 hours after you save it. We email you, and you can cancel it until then.'
  return 'Settlements go there 24 hours after you save. We email you, and you can cancel it until then.'
}
