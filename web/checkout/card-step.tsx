import { formatNaira } from '@adire/contract/money.ts'
import { expiryFrom } from '@adire/contract/typed.ts'
import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { checkCard, groupDigits, schemeOf, slashExpiry } from './card-number.ts'
import { Icon } from './icons.tsx'
import { StepForm, StepTrouble } from './step.tsx'
import { FeeLines } from './summary.tsx'
import { SandboxCards } from './test-panel.tsx'
import type { Checkout } from './use-checkout.ts'
import { useFields } from './use-fields.ts'

const empty = { number: '', expiry: '', cvv: '' }
type Name = keyof typeof empty

const shape = (name: Name, typed: string, before: string) => {
  if (name === 'number') return groupDigits(typed)
  return name === 'expiry' ? slashExpiry(typed, before) : typed.replace(/\D/g, '').slice(0, 4)
}

/** The card lives in this form's state until the bank has answered, and nowhere else. */
export function CardStep({ checkout }: { checkout: Checkout }) {
  const { payment, busy, trouble, sandboxCards } = checkout
  const refused = useMemo(() => refusals(trouble?.fields), [trouble])
  const fields = useFields({ initial: empty, check: (name, value) => checkCard(name, value), refused, shape })
  const scheme = schemeOf(fields.values.number)
  const amount = payment ? formatNaira(payment.amountKobo) : ''

  const send = fields.submit(async ({ number, expiry, cvv }) => {
    const month = expiryFrom(expiry)
    if (month && (await checkout.pay({ number: number.replaceAll(' ', ''), ...month, cvv }))) fields.clear()
  })
  const failure = payment?.channel === 'card' ? payment.failure?.message : undefined
  return (
    <>
      <StepForm ref={fields.form} step="card" onSend={send} className="flex flex-col gap-4">
        <Field label="Card number" error={fields.errorOf('number')}>
          <Input
            {...fields.bind('number')}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className={`figures ${scheme === 'Verve' ? 'pr-14' : 'pr-26'}`}
            after={<span className="pointer-events-none pr-2 text-sm">{scheme}</span>}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Expiry" error={fields.errorOf('expiry')}>
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
        <StepTrouble message={(refused && Object.keys(refused).length ? undefined : trouble?.message) ?? failure} />
        <Button type="submit" plain size="lg" wide busy={busy === 'card'} icon={<Icon name="lock" />}>
          Pay {amount}
        </Button>
        <p className="text-center text-sm text-muted">Your card number and CVV are not kept.</p>
      </StepForm>
      {sandboxCards.length > 0 && <SandboxCards cards={sandboxCards} onChoose={fields.fill} />}
    </>
  )
}

/** The server knows the month and the year apart; the payer sees one field. */
function refusals(fields: Readonly<Record<string, string>> | undefined) {
  if (!fields) return undefined
  const { expiryMonth, expiryYear, number, cvv } = fields
  const known = { number, expiry: expiryMonth ?? expiryYear, cvv }
  return Object.fromEntries(Object.entries(known).filter(([, message]) => message))
}
