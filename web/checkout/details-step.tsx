import { Payer } from '@adire/contract/checkout.ts'
import { ChargeKobo } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, parseNaira } from '@adire/contract/money.ts'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { StepForm, StepTitle, StepTrouble } from './step.tsx'
import { FeeLines } from './summary.tsx'
import type { Checkout } from './use-checkout.ts'
import { useFields } from './use-fields.ts'
import { totalOf } from './view.ts'

/** Who pays, and how much where the payer chooses. */
export function DetailsStep({ checkout }: { checkout: Checkout }) {
  const { page, payer, busy, trouble } = checkout
  const isChosen = page.amountKobo === null
  const total = totalOf(page, undefined, payer.amountKobo)
  const [amountError, setAmountError] = useState<string>()
  const fields = useFields({ initial: { email: payer.email }, check: checkEmail, refused: trouble?.fields })

  // Typed before the script arrived, as the other fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const amountKobo = parseNaira(typedAmount(fields.form.current)?.value ?? '')
    if (amountKobo !== undefined && amountKobo !== payer.amountKobo) checkout.setPayer({ ...payer, amountKobo })
  }, [])
  const send = fields.submit(({ email }) => void checkout.begin({ email: email.trim(), amountKobo: payer.amountKobo }))
  const problem = amountError ?? trouble?.fields.amountKobo
  return (
    <StepForm
      ref={fields.form}
      step="start"
      values={{ checkoutId: checkout.checkoutId }}
      className="flex flex-col gap-5"
      onSend={(event) => {
        const wrong = isChosen ? checkAmount(payer.amountKobo) : undefined
        setAmountError(wrong)
        if (!wrong) return send(event)
        event.preventDefault()
        typedAmount(fields.form.current)?.focus()
      }}
    >
      <StepTitle>{isChosen ? 'How much would you like to pay?' : 'Where should the receipt go?'}</StepTitle>
      {isChosen && (
        <Field label="Amount" error={problem}>
          <MoneyInput
            name="amount"
            value={payer.amountKobo}
            onChange={(amountKobo) => {
              setAmountError(undefined)
              checkout.setPayer({ ...payer, amountKobo })
            }}
            onBlur={() => payer.amountKobo !== undefined && setAmountError(checkAmount(payer.amountKobo))}
          />
        </Field>
      )}
      <Field label="E-mail address" hint="Your receipt goes here." error={fields.errorOf('email')}>
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
      <FeeLines total={total} />
      <StepTrouble message={trouble && !Object.keys(trouble.fields).length ? trouble.message : undefined} />
      <Button type="submit" plain size="lg" wide busy={busy === 'start'}>
        {total ? `Continue to pay ${formatNaira(total.amountKobo)}` : 'Continue'}
      </Button>
    </StepForm>
  )
}

const typedAmount = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[name=amount]')

const checkEmail = (_: 'email', value: string) => Payer.shape.email.safeParse(value).error?.issues[0]?.message

function checkAmount(kobo: number | undefined): string | undefined {
  if (kobo === undefined) return messages.required
  return ChargeKobo.safeParse(kobo).error?.issues[0]?.message
}
