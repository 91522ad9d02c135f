import type { CheckoutPage, CheckoutState } from '@adire/contract/checkout.ts'
import { chargeForNet } from '@adire/contract/fees.ts'

/** What can be paid with here, in the order it is offered, by the name a payer knows it by. */
export const methodLabels = {
  card: 'Card',
  bank_transfer: 'Transfer',
  ussd: 'USSD',
  qr: 'QR',
  bank_account: 'Bank',
} as const
export type CheckoutMethod = keyof typeof methodLabels
export const listMethods = (page: CheckoutPage): CheckoutMethod[] =>
  (Object.keys(methodLabels) as CheckoutMethod[]).filter((method) => page.channels.includes(method))

export type CheckoutView = 'details' | 'pay' | 'challenge' | 'bank' | 'waiting' | 'paid' | 'failed' | 'expired'

/** Names a question of one payment, so that the payer can lay it aside and choose another way. */
export const stageKey = ({ accessCode, step, card, account }: CheckoutState) =>
  `${accessCode} ${step} ${card?.last4} ${account?.last4}`

/** Which step a payment stands at; the server decides, the page follows. `dismissed`: a stage the payer turned away from. */
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

/** Whether something may happen without the payer doing anything here: a transfer lands, the bank's page was answered, or
 * a bank answers about a card after our own answer was lost on the way. */
export function isWaiting(payment: CheckoutState): boolean {
  const view = selectView(payment)
  if (view === 'expired') return payment.transfer !== null
  return view === 'bank' || view === 'waiting' || (view === 'pay' && payment.step !== 'select_channel')
}

/** What the payer pays, and how much of it is the fee. Null until an amount is known. */
export function calculateTotal(page: CheckoutPage, payment: CheckoutState | undefined, chosenKobo: number | undefined) {
  if (payment) return { priceKobo: payment.priceKobo, amountKobo: payment.amountKobo }
  const priceKobo = page.amountKobo ?? chosenKobo
  if (!priceKobo) return null
  const isOnTop = page.feeBearer === 'customer'
  // Card and transfer have one price, so the total holds whichever is chosen next.
  return { priceKobo, amountKobo: isOnTop ? chargeForNet('card_local', priceKobo).amountKobo : priceKobo }
}
