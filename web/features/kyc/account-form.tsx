import { listBankAccounts } from '@adire/contract/bank-accounts.ts'
import { AccountNumber, type BankAccount, BankId, type ResolvedAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { getKycStatus, submitSettlementAccount } from '@adire/contract/kyc.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { BankField, digitGroups, useBankAccount } from '../../domain/bank-field.tsx'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

const another = 'another'

/** Settlement account: one of the business's bank accounts, or a new one. */
export function AccountForm({ onDone }: { onDone: () => void }) {
  const denied = useDenied(submitSettlementAccount)
  // Who may not submit it may not see the accounts either.
  return denied ? (
    <p className="rounded-md bg-sunken px-3.5 py-2.5 text-ink-2">{denied}</p>
  ) : (
    <AllowedForm onDone={onDone} />
  )
}

function AllowedForm({ onDone }: { onDone: () => void }) {
  const accounts = useCall(listBankAccounts, { limit: limits.bankAccountsMaximum })
  if (accounts.error) return <ErrorStrip message={accounts.error.message} onRetry={() => accounts.refetch()} />
  if (!accounts.data) return <DetailSkeleton rows={3} />
  return <Choice accounts={accounts.data.content} onDone={onDone} />
}

type ChoiceProps = { accounts: readonly BankAccount[]; onDone: () => void }

function Choice({ accounts, onDone }: ChoiceProps) {
  const [chosen, choose] = useState(accounts[0]?.id ?? another)
  const tiles = [
    ...accounts.map(({ id, alias, accountNumber, bankName }) => ({
      value: id,
      label: alias,
      hint: `${accountNumber} - ${bankName}`,
    })),
    { value: another, label: 'Another account' },
  ]
  return (
    <div className="flex flex-col gap-5">
      {accounts.length > 0 && (
        <RadioTiles label="Account" tiles={tiles} value={chosen} onChange={(event) => choose(event.target.value)} />
      )}
      {chosen === another ? <NewAccount onDone={onDone} /> : <KnownAccount bankAccountId={chosen} onDone={onDone} />}
    </div>
  )
}

function useSubmit(onDone: () => void) {
  const { confirmed, dialog } = useConfirmation()
  const send = useChange(submitSettlementAccount, {
    quiet: true,
    refresh: [getKycStatus, listBankAccounts],
    success: messages.bankDetailsSubmitted,
    onDone,
  })
  const submit = (account: Parameters<typeof send.mutateAsync>[0]) => confirmed(() => send.mutateAsync(account))
  return { submit, dialog, error: send.error, busy: send.isPending }
}

function KnownAccount({ bankAccountId, onDone }: { bankAccountId: string; onDone: () => void }) {
  const { submit, dialog, error, busy } = useSubmit(onDone)
  return (
    <>
      {error && error.code !== 'confirmation_required' && <ErrorStrip message={error.message} />}
      <AllowedButton
        needs={submitSettlementAccount}
        className="self-start"
        busy={busy}
        onClick={() => submit({ bankAccountId }).catch(() => undefined)}
      >
        Submit
      </AllowedButton>
      {dialog}
    </>
  )
}

/** A new account: either field is optional in the contract, which accepts an existing account instead. */
const NewAccountSchema = z.strictObject({ bankId: BankId, accountNumber: AccountNumber })

function NewAccount({ onDone }: { onDone: () => void }) {
  const { submit, dialog } = useSubmit(onDone)
  const { form, field, setField, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(NewAccountSchema, {
    start: { accountNumber: '' },
    submit,
  })
  const typed = useBankAccount({ bankId: form.watch('bankId'), accountNumber: form.watch('accountNumber') })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <BankField
          account={typed}
          onBank={(bankId) => setField('bankId', bankId as number)}
          number={field('accountNumber', digitGroups)}
          errors={{ bankId: errorOf('bankId'), accountNumber: errorOf('accountNumber') }}
          hint="10 digits"
          judge={accountNameHint}
        />
        <SubmitButton needs={submitSettlementAccount} busy={busy} blocked={blocked || typed.isOpen} />
      </form>
      {dialog}
    </>
  )
}

/** Warns when the bank names another holder or none: the review compares the account with the business. */
function accountNameHint({ accountName, nameMatches, warning }: ResolvedAccount) {
  const isOther = accountName !== null && !nameMatches
  return {
    isGood: nameMatches && !warning,
    notes: [
      accountName === null && 'Our team will check this account.',
      isOther && 'This is not the name of the business. Use an account in the name of the business.',
      warning,
    ],
  }
}
