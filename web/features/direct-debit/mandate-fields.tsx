import { fitsCustomer } from '@adire/contract/account-names.ts'
import { mandateKindNames, mandateKinds } from '@adire/contract/direct-debit.ts'
import type { MandateKind } from '@adire/contract/direct-debit-form-schemas.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { amountForNet } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { intervalNames, periodIntervals } from '@adire/contract/periods.ts'
import { useSession } from '../../client/session.ts'
import { BankField, digitGroups, useBankAccount } from '../../domain/bank-field.tsx'
import { usePrices } from '../../domain/prices.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Select } from '../../ui/select.tsx'
import { hasEnd, kindOf, type MandateForm, tomorrow } from './mandate-form.ts'

export type DraftAccount = ReturnType<typeof useDraftAccount>

/** The account in the form. If the number of a draft is not edited, the stored number is used. */
export function useDraftAccount({ form }: MandateForm, draft: Mandate | undefined) {
  const bankId = form.watch('bankId')
  const accountNumber = form.watch('accountNumber') ?? ''
  const typed = useBankAccount({ bankId, accountNumber })
  const isUnchanged = draft !== undefined && accountNumber === '' && bankId === draft.bankId
  return { ...typed, accountNumber, isUnchanged }
}

type FieldsProps = { mandateForm: MandateForm; account: DraftAccount; draft: Mandate | undefined }

/** Fields of the account to debit. */
export function AccountFields({ mandateForm, account, draft }: FieldsProps) {
  const { mode } = useSession()
  const { form, field, setField, errorOf } = mandateForm
  const customerName = form.watch('customerName') ?? ''
  const hint = mode === 'TEST' ? 'In Test Mode use 0000000018 at Guaranty Trust Bank.' : '10 digits'
  const number = field('accountNumber', draft ? { setValueAs: digitsOrNothing } : digitGroups)
  return (
    <BankField
      account={account}
      onBank={(bankId) => setField('bankId', bankId as number)}
      number={{ ...number, ...(draft && { placeholder: draft.accountNumber }) }}
      errors={{ bankId: errorOf('bankId'), accountNumber: errorOf('accountNumber') }}
      hint={account.isUnchanged ? 'Left empty, the account stays as it is.' : hint}
      judge={({ accountName }) => ({
        isGood: accountName !== null && fitsCustomer(accountName, customerName),
        notes: [
          accountName === null && 'A mandate needs the name. Use an account of another bank.',
          accountName !== null &&
            !fitsCustomer(accountName, customerName) &&
            `The name differs from the customer’s, ${customerName}. Check the account number.`,
        ],
      })}
    />
  )
}

const digitsOrNothing = (value: unknown) => String(value ?? '').replaceAll(' ', '') || undefined

const kindHints: Record<MandateKind, string> = {
  fixed: 'The same amount on a schedule.',
  variable: 'You choose the amount and day of each debit, up to a limit.',
}
const kindTiles = mandateKinds.map((value) => ({ value, label: mandateKindNames[value], hint: kindHints[value] }))
const ends = [
  { value: 'open', label: 'When it is cancelled' },
  { value: 'ended', label: 'On a day' },
] as const
const frequencies = periodIntervals.map((value) => ({ value, label: intervalNames[value] }))

/** Fields of the terms that the customer consents to. */
export function AgreementFields({ mandateForm }: { mandateForm: MandateForm }) {
  const { form, field, errorOf, variant, choose } = mandateForm
  const kind = kindOf(variant)
  const isFixed = kind === 'fixed'
  const end = hasEnd(variant) ? 'ended' : 'open'
  return (
    <>
      <RadioTiles
        label="Kind"
        tiles={kindTiles}
        value={kind}
        columns={2}
        onChange={(event) => choose(`${event.target.value as MandateKind}-${end}`)}
      />
      <MoneyField form={form} name="amountKobo" label={isFixed ? 'Amount of each debit' : 'Limit per debit'} />
      {isFixed && (
        <Field label="How often" error={errorOf('frequency')}>
          <Select {...field('frequency')} options={frequencies} />
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2 lg:max-xl:grid-cols-1">
        <Field label={isFixed ? 'First debit' : 'Starts'} error={errorOf('startOn')}>
          <DateInput {...field('startOn')} min={tomorrow()} />
        </Field>
        <Field label="Ends">
          <Select
            options={ends}
            value={end}
            onChange={({ target }) => choose(`${kind}-${target.value as (typeof ends)[number]['value']}`)}
          />
        </Field>
        {hasEnd(variant) && (
          <Field label="Last day" error={errorOf('endOn')}>
            <DateInput {...field('endOn')} min={tomorrow()} />
          </Field>
        )}
      </div>
      <Field label="What for" error={errorOf('narration')} hint="Shown on the customer’s bank statement.">
        <Input {...field('narration')} autoComplete="off" maxLength={60} placeholder="School fees" />
      </Field>
      <MoneyField
        form={form}
        name="maxTotalKobo"
        optional
        label="Limit of all debits"
        hint="A fixed debit that would exceed it is not made."
      />
      <FeeField mandateForm={mandateForm} />
    </>
  )
}

function FeeField({ mandateForm: { form, field } }: { mandateForm: MandateForm }) {
  const amountKobo = form.watch('amountKobo')
  const isOnTop = form.watch('feeBearer') === 'customer'
  const price = usePrices()?.direct_debit
  const total = isOnTop && amountKobo && price ? formatNaira(amountForNet([price], amountKobo)) : undefined
  return (
    <Field label="Fee paid by" hint={total && `A debit takes up to ${total} from the account, the fee included.`}>
      <Select
        {...field('feeBearer')}
        options={[
          { value: 'merchant', label: 'You' },
          { value: 'customer', label: 'The customer' },
        ]}
      />
    </Field>
  )
}
