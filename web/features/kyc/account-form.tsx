import { listBankAccounts } from '@adire/contract/bank-accounts.ts'
import { AccountNumber, type BankAccount, BankId } from '@adire/contract/bank-accounts-schemas.ts'
import { getKycStatus, submitSettlementAccount } from '@adire/contract/kyc.ts'
import { limits } from '@adire/contract/limits.ts'
import type { Bank } from '@adire/contract/lookups-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { useBanks } from '../../domain/lookups.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AccountName } from './account-name.tsx'

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
  const banks = useBanks()
  const failed = [accounts, banks].find(({ error }) => error)
  if (failed) return <ErrorStrip message={failed.error!.message} onRetry={() => failed.refetch()} />
  if (!accounts.data || !banks.data) return <DetailSkeleton rows={3} />
  return <Choice accounts={accounts.data.content} banks={banks.data.content} onDone={onDone} />
}

type ChoiceProps = { accounts: readonly BankAccount[]; banks: readonly Bank[]; onDone: () => void }

function Choice({ accounts, banks, onDone }: ChoiceProps) {
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
      {chosen === another ? (
        <NewAccount banks={banks} onDone={onDone} />
      ) : (
        <KnownAccount bankAccountId={chosen} onDone={onDone} />
      )}
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

/** The server's account check. Accounts of commercial banks have the central bank's check digit. */
const accountAmong = (banks: readonly Bank[]) =>
  z.strictObject({ bankId: BankId, accountNumber: AccountNumber }).check(
    z.refine(({ bankId, accountNumber }) => canExist(banks, bankId, accountNumber), {
      path: ['accountNumber'],
      message: messages.accountUnknown,
    }),
  )

function canExist(banks: readonly Bank[], bankId: number, accountNumber: string): boolean {
  const bank = banks.find(({ id }) => id === bankId)
  return bank?.nubanScheme !== 'DMB' || isNuban(bank.code, accountNumber)
}

function NewAccount({ banks, onDone }: { banks: readonly Bank[]; onDone: () => void }) {
  const { submit, dialog } = useSubmit(onDone)
  const [schema] = useState(() => accountAmong(banks))
  const { form, field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(schema, {
    start: { accountNumber: '' },
    submit,
  })
  const typed = schema.safeParse({ bankId: form.watch('bankId'), accountNumber: form.watch('accountNumber') })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <Field label="Bank" error={errorOf('bankId')}>
          <Select
            {...field('bankId', numberChoice)}
            placeholder="Choose a bank"
            options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Account number" hint="10 digits" error={errorOf('accountNumber')}>
          <Input
            {...field('accountNumber')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            className="figures"
          />
        </Field>
        {typed.success && <AccountName account={typed.data} />}
        <SubmitButton needs={submitSettlementAccount} busy={busy} blocked={blocked} />
      </form>
      {dialog}
    </>
  )
}
