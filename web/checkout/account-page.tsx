import type { AccountProps } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { StepError } from './step.tsx'

/** Form for the bank account that a subscription debits. Rendered on the server only; needs no script. */
export function AccountPage({ page, brand, banks, typed, error }: AccountProps) {
  const { plan, mode, supportEmail } = page
  const price = `${formatNaira(plan!.amountKobo)} ${perInterval[plan!.interval]}`
  const fields = error?.fields ?? {}
  return (
    <PayerFrame page={page} brand={brand} contact={supportEmail}>
      <form
        method="post"
        noValidate
        className="mx-auto flex w-full max-w-[416px] flex-1 flex-col gap-5 py-8 lg:mx-0 lg:pt-[clamp(48px,12vh,112px)]"
      >
        <div>
          <h2 className="text-lg font-semibold text-balance">Pay {plan!.name} from a bank account</h2>
          <p className="mt-1 text-ink-2">
            {price}, by direct debit. On the next page you read what you allow, and agree with a code from your mail.
            Your bank then asks for one transfer of NGN 50.00, and takes debits a day or so later: your subscription
            begins on that day.
          </p>
        </div>
        <StepError message={error && Object.keys(fields).length === 0 ? error.message : undefined} />
        <Field label="Your name" error={fields.name}>
          <Input name="name" defaultValue={typed.name} autoComplete="name" maxLength={60} />
        </Field>
        <Field label="E-mail address" hint="You are told here before each debit." error={fields.email}>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed.email}
            placeholder="you@example.com"
          />
        </Field>
        <Field label="Bank" error={fields.bankId}>
          <Select
            name="bankId"
            defaultValue={typed.bankId}
            placeholder="Choose your bank"
            options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Account number" error={fields.accountNumber}>
          <Input
            name="accountNumber"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            defaultValue={typed.accountNumber}
            className="figures"
          />
        </Field>
        {mode === 'TEST' && (
          <p className="rounded-md border border-dashed border-warn/60 p-3 text-sm text-ink-2">
            Use Guaranty Trust Bank and the account 0000000018: its bank takes debits at once.
          </p>
        )}
        <div className="flex flex-col gap-3">
          <button type="submit" className={buttonClass({ size: 'lg', wide: true })}>
            Continue
          </button>
          <a href={`/pay/page/${page.slug}`} className={buttonClass({ tone: 'ghost', size: 'lg', wide: true })}>
            Pay by card instead
          </a>
        </div>
      </form>
    </PayerFrame>
  )
}
