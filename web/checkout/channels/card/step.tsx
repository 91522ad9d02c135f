import { payByCard } from '@adire/contract/checkout.ts'
import { expiryFrom } from '@adire/contract/typed.ts'
import { useMemo } from 'react'
import { useTexts } from '../../../languages/use-texts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { checkCard, detectScheme, groupDigits, slashExpiry } from '../../card-number.ts'
import { bankWait } from '../../connection.ts'
import { CheckoutIcon } from '../../icons.tsx'
import { CardPageStep, TestInstruments } from '../../parts.ts'
import type { SandboxCard } from '../../sandbox-instruments.ts'
import { StepError, StepForm, SubmitStep } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useFields } from '../../use-fields.ts'
import { cardButtonText } from './button-text.ts'
import { CardConsent } from './card-consent.tsx'

const empty = { number: '', expiry: '', cvv: '' }
type Name = keyof typeof empty

const formatField = (name: Name, typed: string, before: string) => {
  if (name === 'number') return groupDigits(typed)
  return name === 'expiry' ? slashExpiry(typed, before) : typed.replace(/\D/g, '').slice(0, 4)
}

/** A card is typed here, or on the page of the processor. */
export const CardStep = ({ checkout }: { checkout: CheckoutController }) =>
  checkout.page.cardPage ? <CardPageStep checkout={checkout} /> : <CardForm checkout={checkout} />

/** Card form. Card data is kept only in this form's state, and only until the request has succeeded. */
function CardForm({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, busy, error, sandboxCards } = checkout
  const texts = useTexts()
  const { fields, serverErrors, send } = useCardFields(checkout)
  const scheme = detectScheme(fields.values.number)?.replace('American Express', 'Amex')
  const failure = payment?.channel === 'card' ? payment.failure?.message : undefined
  return (
    <>
      <StepForm ref={fields.form} step="card" onSend={send} className="flex flex-col gap-4">
        <Field label={texts.cardNumber} error={fields.errorOf('number')}>
          <Input
            {...fields.bind('number')}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className={`figures ${roomFor(scheme)}`}
            after={<span className="pointer-events-none pr-2 text-sm">{scheme}</span>}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={texts.expiry} error={fields.errorOf('expiry')}>
            <Input
              {...fields.bind('expiry')}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              className="figures"
            />
          </Field>
          <Field label="CVV" error={fields.errorOf('cvv')}>
            <Input
              {...fields.bind('cvv')}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="123"
              className="figures"
            />
          </Field>
        </div>
        <FeeLines total={payment ?? null} />
        <StepError
          message={(serverErrors && Object.keys(serverErrors).length ? undefined : error?.message) ?? failure}
        />
        <CardConsent checkout={checkout} />
        <SubmitStep busy={busy === 'card'} icon={<CheckoutIcon name="lock" />}>
          {cardButtonText(texts, checkout)}
        </SubmitStep>
        {!page.saveCardConsent && <p className="text-center text-sm text-muted">{texts.cardNotKept}</p>}
      </StepForm>
      {sandboxCards.length > 0 && (
        <TestInstruments
          checkout={checkout}
          title="cards to try"
          step="card"
          choices={sandboxCards.map(toSandboxInput)}
          onChoose={(card) => fields.fill({ ...empty, ...card })}
        />
      )}
    </>
  )
}

function useCardFields({ error, pay }: CheckoutController) {
  const serverErrors = useMemo(() => toFieldErrors(error?.fields), [error])
  const fields = useFields({
    initial: empty,
    check: (name, value) => checkCard(name, value),
    serverErrors,
    format: formatField,
  })
  const send = fields.submit(async ({ number, expiry, cvv }) => {
    const month = expiryFrom(expiry)
    if (!month) return
    const card = { number: number.replaceAll(' ', ''), ...month, cvv }
    if (await pay('card', payByCard, card, bankWait)) fields.clear()
  })
  return { fields, serverErrors, send }
}

/** Room for the name of the scheme beside the number. On 320 pixels every digit is still shown: 19 of Verve, 16 of the others. */
const roomFor = (name: string | undefined) => {
  if (!name) return ''
  return name === 'Mastercard' ? 'pr-[5.5rem]' : 'pr-[3.5rem]'
}

/** Sandbox card as form values. An expiry two years from now is valid for every card. */
const toSandboxInput = ({ number, cvv, does }: SandboxCard) => ({
  does,
  name: `${detectScheme(number)} ${number.slice(-4)}`,
  values: { number: groupDigits(number), expiry: `12 / ${(new Date().getFullYear() + 2) % 100}`, cvv },
})

/** Server errors by form field: the server has separate month and year fields, the form has one. */
function toFieldErrors(fields: Readonly<Record<string, string>> | undefined) {
  if (!fields) return undefined
  const { expiryMonth, expiryYear, number, cvv } = fields
  const known = { number, expiry: expiryMonth ?? expiryYear, cvv }
  return Object.fromEntries(Object.entries(known).filter(([, message]) => message))
}
