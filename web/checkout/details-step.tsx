import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { ChargeKobo, Email } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber, parseNaira } from '@adire/contract/money.ts'
import { type RefObject, useEffect, useState } from 'react'
import type { CheckoutTexts } from '../languages/texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { CheckoutError } from './checkout-error.tsx'
import { isAsked } from './checkout-failure.ts'
import { checkMore, MoreFields, nameOf } from './more-fields.tsx'
import { PlanTerms, QuantityField } from './parts.ts'
import { StepForm, StepTitle, SubmitStep } from './step.tsx'
import { FeeLines } from './summary.tsx'
import type { CheckoutController, PayerChoice } from './use-checkout.ts'
import { useFields } from './use-fields.ts'
import { calculateTotal } from './view.ts'

/** Payer details, and the amount if the payer chooses it. */
export function DetailsStep({ checkout }: { checkout: CheckoutController }) {
  const { page, payer, busy, error } = checkout
  const texts = useTexts()
  const isChosen = page.amountKobo === null
  const hasCustomFields = page.collectPhone || page.fields.length > 0
  const total = calculateTotal(page, undefined, payer)
  const asksReceiptOnly = !page.plan && !isChosen && !page.quantity && !hasCustomFields
  const [amountError, setAmountError] = useState<string>()
  const fields = useFields<string>({
    initial: { email: payer.email, ...toMoreValues(page, payer) },
    check: (name, value) => (name === 'email' ? checkEmail(value) : checkMore(page, name, value)),
    serverErrors: error?.fields,
  })
  const isHydrated = useTypedAmount(checkout, fields.form)
  // Without script the button cannot show the amount that the payer types.
  const namesAmount = isHydrated || (!isChosen && !page.quantity)
  const send = fields.submit(
    ({ email = '', phone = '', ...typed }) =>
      void checkout.begin({
        email: email.trim(),
        amountKobo: payer.amountKobo,
        quantity: payer.quantity,
        phone,
        fields: Object.fromEntries(page.fields.map((field) => [field.key, typed[nameOf(field)] ?? ''])),
      }),
  )
  return (
    <StepForm
      ref={fields.form}
      step="start"
      values={{ checkoutId: checkout.checkoutId, termsVersion: page.plan?.termsVersion }}
      className="flex flex-col gap-5"
      onSend={() => {
        const wrong = isChosen ? checkAmount(page, payer.amountKobo) : undefined
        setAmountError(wrong)
        if (!wrong) return send()
        typedAmount(fields.form.current)?.focus()
      }}
    >
      <StepTitle>{titleOf(page, asksReceiptOnly, texts)}</StepTitle>
      {/* Of the whole form, which the payer sees from its top when it has loaded. */}
      {error?.isOutdated && <CheckoutError checkout={checkout} />}
      {page.plan && <PlanTerms checkout={checkout} />}
      {isChosen && (
        <AmountField checkout={checkout} error={amountError ?? error?.fields.amountKobo} onCheck={setAmountError} />
      )}
      {page.quantity && <QuantityField checkout={checkout} />}
      <Field label={texts.email} hint={asksReceiptOnly ? undefined : texts.receiptHere} error={fields.errorOf('email')}>
        <Input
          {...fields.bind('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@example.com"
        />
      </Field>
      <MoreFields page={page} fields={fields} />
      <FeeLines total={total} />
      {!error?.isOutdated && !Object.keys(error?.fields ?? {}).some((name) => isAsked(page, name)) && (
        <CheckoutError checkout={checkout} />
      )}
      <SubmitStep busy={busy === 'start'}>
        {total && !page.plan && namesAmount ? texts.continueToPay(formatNaira(total.amountKobo)) : texts.continue}
      </SubmitStep>
    </StepForm>
  )
}

/** With script, takes over an amount typed before hydration, as the other fields do. True when that is done. */
function useTypedAmount({ payer, setPayer }: CheckoutController, form: RefObject<HTMLFormElement | null>): boolean {
  const [isHydrated, setHydrated] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    const amountKobo = parseNaira(typedAmount(form.current)?.value ?? '')
    if (amountKobo !== undefined && amountKobo !== payer.amountKobo) setPayer({ ...payer, amountKobo })
    setHydrated(true)
  }, [])
  return isHydrated
}

function titleOf({ plan, amountKobo }: CheckoutPage, asksReceiptOnly: boolean, texts: CheckoutTexts): string {
  if (plan) return texts.subscribeTo(plan.name)
  if (amountKobo === null) return texts.howMuch
  return asksReceiptOnly ? texts.receiptWhere : texts.yourDetails
}

type AmountFieldProps = {
  checkout: CheckoutController
  error: string | undefined
  onCheck: (error: string | undefined) => void
}

/** The amount that the payer chooses, checked when the field is left. */
function AmountField({ checkout: { page, payer, setPayer }, error, onCheck }: AmountFieldProps) {
  const texts = useTexts()
  return (
    <Field
      label={texts.amount}
      error={translateError(texts, error)}
      hint={page.invoice && texts.leftToPay(formatNaira(page.invoice.owedKobo))}
    >
      <MoneyInput
        name="amount"
        value={payer.amountKobo}
        onChange={(amountKobo) => {
          onCheck(undefined)
          setPayer({ ...payer, amountKobo })
        }}
        onBlur={() => payer.amountKobo !== undefined && onCheck(checkAmount(page, payer.amountKobo))}
      />
    </Field>
  )
}

const typedAmount = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[name=amount]')

const checkEmail = (value: string) => Email.safeParse(value).error?.issues[0]?.message

/** Initial value of each custom field: the previous one, else empty. */
const toMoreValues = (page: CheckoutPage, { phone, fields }: PayerChoice): Record<string, string> => ({
  ...(page.collectPhone && { phone }),
  ...Object.fromEntries(page.fields.map((field) => [nameOf(field), fields[field.key] ?? ''])),
})

function checkAmount({ minimumKobo }: CheckoutPage, kobo: number | undefined): string | undefined {
  if (kobo === undefined) return messages.required
  if (minimumKobo !== null && kobo < minimumKobo) return messages.amountAtLeast(formatNairaNumber(minimumKobo))
  return ChargeKobo.safeParse(kobo).error?.issues[0]?.message
}
