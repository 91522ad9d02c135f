import { type Channel, type HostedChannel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { CheckoutPage, CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { amountForNet } from '@adire/contract/fees.ts'
import type { PayerChoice } from './use-checkout.ts'

export const isHosted = (channel: Channel): channel is HostedChannel =>
  hostedChannels.some((hosted) => hosted === channel)

/** Payment methods of the page, in the order they are offered. */
export const listMethods = (page: CheckoutPage): HostedChannel[] => page.channels as HostedChannel[]

export type CheckoutView = 'details' | 'pay' | 'challenge' | 'bank' | 'waiting' | 'paid' | 'failed' | 'expired'

/** Identifies a challenge of one payment, so that the payer can dismiss it and choose another payment method. */
export const stageKey = ({ accessCode, step, card, account }: CheckoutState) =>
  `${accessCode} ${step} ${card?.last4} ${account?.last4}`

/** View of a payment's state, which the server decides. `dismissed`: key of the challenge that the payer dismissed. */
export function selectView(payment: CheckoutState | undefined, dismissed?: string): CheckoutView {
  if (!payment) return 'details'
  if (payment.status === 'abandoned') return 'expired'
  if (payment.status === 'failed') return 'failed'
  if (payment.status !== 'pending' && payment.status !== 'processing') return 'paid'
  switch (payment.step) {
    case 'send_pin':
    case 'send_otp':
    case 'send_phone':
    case 'send_birthday':
      return dismissed === stageKey(payment) ? 'pay' : 'challenge'
    case 'open_url':
      return dismissed === stageKey(payment) ? 'pay' : 'bank'
    case 'success':
      return 'paid'
    case 'pending':
      return 'waiting'
    default:
      return 'pay'
  }
}

/** Whether the state can change without action on this page: a transfer arrives, the bank's page is completed, or the bank
 * responds about a card after our own response was lost. */
export function isWaiting(payment: CheckoutState): boolean {
  const view = selectView(payment)
  if (view === 'expired') return payment.transfer !== null
  return view === 'bank' || view === 'waiting' || (view === 'pay' && payment.step !== 'select_channel')
}

/** Whether no money is on its way: the payer chose no payment method yet, or the payment did not go through. */
export function isUnsent({ status, step, transfer }: CheckoutState): boolean {
  if (status === 'pending') return step === 'select_channel'
  return status === 'failed' || (status === 'abandoned' && transfer === null)
}

/** Quantity, amount to pay, and the price without the fee. Null until an amount is known. */
export function calculateTotal(page: CheckoutPage, payment: CheckoutState | undefined, payer: PayerChoice) {
  if (payment) return payment
  // In the preview of a link, a fixed price that is not typed yet is zero.
  if (page.amountKobo === null && !payer.amountKobo) return null
  const { quantity } = payer
  const priceKobo = (page.amountKobo ?? payer.amountKobo ?? 0) * quantity
  const isOnTop = page.feeBearer === 'customer' && priceKobo > 0
  return { quantity, priceKobo, amountKobo: isOnTop ? amountForNet(page.prices, priceKobo) : priceKobo }
}
