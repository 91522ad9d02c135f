import type { AccountProps } from '@adire/contract/checkout-page-props.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { usePageTexts } from '../languages/server-texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { describeReduced } from './coupon-bar.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { StepError } from './step.tsx'

/** Form for the bank account that a subscription debits. Rendered on the server only; needs no script. */
export function AccountPage({ page, brand, banks, typed, error }: AccountProps) {
  const texts = usePageTexts()
  const checkout = useTexts()
  const { plan, mode, supportEmail } = page
  const price = describeReduced(plan!, texts, checkout.per)
  return (
    <PayerFrame page={page} brand={brand} contact={supportEmail}>
      <form
        method="post"
        noValidate
        className="mx-auto flex w-full max-w-[416px] flex-1 flex-col gap-5 py-8 lg:mx-0 lg:pt-[clamp(48px,12vh,112px)]"
      >
        <div>
          <h2 className="text-lg font-semibold text-balance">{texts.payFromAccount(plan!.name)}</h2>
          <p className="mt-1 text-ink-2">{texts.accountIntro(price)}</p>
          {plan!.setupFeeKobo > 0 && (
            <p className="mt-1 text-ink-2">
              {checkout.setupFee}: <span className="figures">{formatNaira(plan!.setupFeeKobo)}</span>
            </p>
          )}
        </div>
        <StepError message={error && Object.keys(error.fields ?? {}).length === 0 ? error.message : undefined} />
        <AccountFields banks={banks} typed={typed} error={error} />
        {mode === 'TEST' && (
          <p lang="en" className="rounded-md border border-dashed border-warn/60 p-3 text-sm text-ink-2">
            Use Guaranty Trust Bank and the account 0000000018: its bank takes debits at once.
          </p>
        )}
        <div className="flex flex-col gap-3">
          <button type="submit" className={buttonClass({ size: 'lg', wide: true })}>
            {checkout.continue}
          </button>
          <a
            href={`/pay/page/${page.slug}${page.coupon ? `?code=${page.coupon.code}` : ''}`}
            className={buttonClass({ tone: 'ghost', size: 'lg', wide: true })}
          >
            {texts.payByCardInstead}
          </a>
        </div>
      </form>
    </PayerFrame>
  )
}

/** Name, email and bank account of the payer, with the errors of a rejected form. */
function AccountFields({ banks, typed, error }: Pick<AccountProps, 'banks' | 'typed' | 'error'>) {
  const texts = usePageTexts()
  const checkout = useTexts()
  const fields = error?.fields ?? {}
  const errorOf = (name: 'name' | 'email' | 'bankId' | 'accountNumber') => {
    // For an empty field the schema's error, such as the length, would be the wrong reason.
    const isMissing = fields[name] && !typed[name] && name !== 'bankId'
    return translateError(checkout, isMissing ? messages.required : fields[name])
  }
  return (
    <>
      <Field label={texts.yourName} error={errorOf('name')}>
        <Input name="name" defaultValue={typed.name} autoComplete="name" maxLength={60} />
      </Field>
      <Field label={checkout.email} hint={texts.toldBeforeDebit} error={errorOf('email')}>
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
      <Field label={texts.bank} error={errorOf('bankId')}>
        <Select
          name="bankId"
          defaultValue={typed.bankId}
          placeholder={texts.chooseYourBank}
          options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <Field label={checkout.accountNumber} error={errorOf('accountNumber')}>
        <Input
          name="accountNumber"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={typed.accountNumber}
          className="figures"
        />
      </Field>
    </>
  )
}
