import type { ResolvedAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Combobox } from '../ui/combobox.tsx'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toOptions, useBanks } from './lookups.ts'
import { type AccountNameLookup, type KnownAccount, useAccountName } from './use-account-name.ts'

/** Bank account in a form while the user types it. */
interface Typed {
  bankId: number | undefined
  accountNumber: string
}

/** All banks and the account name lookup. `isOpen` while the lookup is pending or after the bank rejected the account. */
export function useBankAccount({ bankId, accountNumber }: Typed, known?: KnownAccount) {
  const banks = useBanks()
  const bank = banks.data?.content.find(({ id }) => id === bankId)
  const nameLookup = useAccountName(bank, accountNumber.replaceAll(' ', ''), known)
  return { banks, bankId, nameLookup, isOpen: nameLookup.isPending || nameLookup.rejected !== undefined }
}

/** Registration options of an account number field: removes spaces, which are often copied along. */
export const digitGroups = { setValueAs: (value: unknown) => String(value ?? '').replaceAll(' ', '') }

type BankFieldProps = {
  account: ReturnType<typeof useBankAccount>
  onBank: (bankId: number | undefined) => void
  /** `field('accountNumber', digitGroups)` of the form. */
  number: ComponentProps<typeof Input>
  errors: { bankId: string | undefined; accountNumber: string | undefined }
  hint: string
  /** Whether the resolved account is acceptable, and notes shown below the account name. */
  judge: (found: ResolvedAccount) => { isGood: boolean; notes: readonly ReactNode[] }
}

/** Bank (searched by name; it can have the focus before the banks are loaded), account number, and the account name returned by the bank. */
export function BankField({ account, onBank, number, errors, hint, judge }: BankFieldProps) {
  const { banks, bankId, nameLookup } = account
  return (
    <>
      {banks.error && <ErrorStrip message={banks.error.message} onRetry={() => banks.refetch()} />}
      <Field label="Bank" error={errors.bankId}>
        <Combobox
          options={toOptions(banks.data)}
          value={bankId === undefined ? undefined : String(bankId)}
          onChange={(value) => onBank(value === undefined ? undefined : Number(value))}
          placeholder="Search for a bank"
          listLabel="Banks"
          emptyText={banks.data ? 'No bank has this name.' : 'Banks are loading.'}
          disabled={banks.error !== null}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <Field label="Account Number" error={errors.accountNumber ?? nameLookup.rejected} hint={hint}>
          <Input {...number} inputMode="numeric" autoComplete="off" maxLength={20} className="figures" />
        </Field>
        <AccountNameHint nameLookup={nameLookup} judge={judge} />
      </div>
    </>
  )
}

type AccountNameHintProps = { nameLookup: AccountNameLookup; judge: BankFieldProps['judge'] }

/** Result of the account name lookup; a live region for screen readers. */
function AccountNameHint({ nameLookup: { isPending, found, failed }, judge }: AccountNameHintProps) {
  return (
    <>
      {failed && <ErrorStrip message={failed.message} onRetry={failed.retry} />}
      <div role="status" className="empty:hidden">
        {isPending && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            Asking the bank for the account name
          </p>
        )}
        {found && <Found name={found.accountName} {...judge(found)} />}
      </div>
    </>
  )
}

function Found({ name, isGood, notes }: { name: string | null; isGood: boolean; notes: readonly ReactNode[] }) {
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <div
      className={`flex gap-2.5 rounded-md px-3.5 py-2.5 ${isGood ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
    >
      <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0">
        {name ? (
          <p>
            Account name: <span className="font-semibold wrap-anywhere">{name}</span>
          </p>
        ) : (
          <p>This bank could not tell us the account name.</p>
        )}
        {notes.map((note) => note && <p key={String(note)}>{note}</p>)}
      </div>
    </div>
  )
}
