import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import type { CheckoutPage, CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { changeCard } from '@adire/contract/subscriber.ts'
import { useRef, useState } from 'react'
import type { CheckoutProps } from './checkout.tsx'
import { describeFailure } from './checkout-failure.ts'
import { nameOf } from './more-fields.tsx'
import { checkoutId } from './purchase.ts'
import type { PayerChoice } from './use-checkout.ts'

interface Shown {
  /** Amount to pay that the payer saw. */
  amountKobo: number | undefined
  isRetry?: boolean
}

/** Starts payments of a page, and knows whether the amount of the last one differs from what the payer saw before. */
export function useStart({ page, subscription, checkoutId: given }: CheckoutProps, api: ApiConnection) {
  const [isNewAmount, setIsNewAmount] = useState(false)
  const startKey = useRef({ of: '', key: '' })

  /** Sending the same choice again after a lost response reuses the idempotency key; a new attempt gets a new one. */
  const start = async (choice: PayerChoice, shown: Shown): Promise<CheckoutState> => {
    if (subscription) return startCardChange(api, subscription.accessCode)
    const body = { ...toStartInput(page, choice), checkoutId: checkoutId(page.slug, given) }
    const of = JSON.stringify(body)
    if (shown.isRetry || startKey.current.of !== of) startKey.current = { of, key: crypto.randomUUID() }
    const options = { idempotencyKey: startKey.current.key }
    const started = await callEndpoint(api, startPayment, body, options).catch((error) => {
      if (describeFailure(page, shown.isRetry ? 'again' : 'start', error).isOutdated) openPresentPage(choice)
      throw error
    })
    setIsNewAmount(shown.amountKobo !== undefined && started.amountKobo !== shown.amountKobo)
    return started
  }
  const forgetStart = () => {
    startKey.current = { of: '', key: '' }
    setIsNewAmount(false)
  }
  return { start, forgetStart, isNewAmount }
}

/** Opens the first step of the page as it now is, with what was typed. */
function openPresentPage({ email, phone, amountKobo, quantity, fields }: PayerChoice) {
  const form = document.createElement('form')
  const address = new URL(location.href)
  for (const name of ['payment', 'way']) address.searchParams.delete(name)
  form.method = 'post'
  form.action = address.href
  const amount = amountKobo === undefined ? '' : formatNairaNumber(amountKobo)
  const typed = Object.entries(fields).map(([key, value]) => [nameOf({ key }), value])
  for (const [name, value] of [...Object.entries({ step: 'changed', email, phone, amount, quantity }), ...typed])
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
}

const startCardChange = (api: ApiConnection, accessCode: string) =>
  callEndpoint(api, changeCard, { accessCode }, { idempotencyKey: crypto.randomUUID() })

/** Request body of a new payment: only the fields that the page has. */
const toStartInput = (page: CheckoutPage, { email, amountKobo, quantity, phone, fields }: PayerChoice) => ({
  slug: page.slug,
  couponId: page.coupon?.id,
  termsVersion: page.plan?.termsVersion ?? undefined,
  email,
  amountKobo: page.amountKobo === null ? amountKobo : undefined,
  quantity: page.quantity ? quantity : undefined,
  phone: page.collectPhone ? phone : undefined,
  fields: Object.fromEntries(page.fields.map(({ key }) => [key, fields[key] ?? ''])),
})
