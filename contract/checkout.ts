import type * as schemas from './checkout-schemas.ts'
import { minuteMs } from './durations.ts'
import { endpointsFor } from './endpoint.ts'

/** Luhn check of a card number of 13 to 19 digits. */
export function isLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    let digit = Number(digits[digits.length - 1 - index])
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}

/** Card scheme, by the first digits of the number. */
export function cardBrand(digits: string): 'visa' | 'mastercard' | 'verve' | 'amex' | 'unknown' {
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  if (/^(506[01]|507[89]|6500)/.test(digits)) return 'verve'
  if (/^3[47]/.test(digits)) return 'amex'
  return 'unknown'
}

/** Names of card schemes, by brand. None for `unknown`. */
export const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  verve: 'Verve',
  amex: 'American Express',
}

/** Why a payment cannot be paid now, whatever the payment channel. */
const notPayable = [
  'card_only',
  'channel_refused',
  'charge_paid',
  'coupon_used_up',
  'invoice_being_paid',
  'invoice_closed',
  'payment_expired',
  'payment_in_progress',
  'payment_move_refused',
  'payment_not_found',
  'payment_over',
  'payment_places_taken',
  'payments_stopped',
  'subscription_ended',
] as const

const { get, post, create } = endpointsFor('collections', 'public')
export const getCheckoutPage = get<typeof schemas.getCheckoutPage>('checkout/pages/:slug', {
  errors: ['payment_page_closed'],
})
export const startPayment = create<typeof schemas.startPayment>('checkout/pages/:slug/payments', {
  errors: [
    'charge_paid',
    'coupon_refused',
    'day_limit_reached',
    'invoice_closed',
    'invoice_not_found',
    'payer_refused',
    'payment_in_progress',
    'payment_limit_exceeded',
    'payment_page_closed',
    'payment_places_taken',
    'payments_stopped',
    'price_changed',
    'too_many_attempts',
  ],
})
export const getCheckoutState = get<typeof schemas.getCheckoutState>('checkout/payments/:accessCode', {
  errors: ['payment_not_found'],
})
export const getThanks = get<typeof schemas.getThanks>('checkout/payments/:accessCode/thanks', {
  errors: ['not_paid', 'payment_not_found'],
})
export const payByCard = post<typeof schemas.payByCard>('checkout/payments/:accessCode/card', {
  errors: [...notPayable, 'card_refused', 'test_card', 'too_many_attempts'],
})
export const openCardPage = post<typeof schemas.openCardPage>('checkout/payments/:accessCode/card-page', {
  errors: [...notPayable, 'too_many_attempts'],
})
export const answerBank = post<typeof schemas.answerBank>('checkout/payments/:accessCode/answer', {
  errors: [...notPayable, 'already_answered', 'no_attempts_left', 'not_asked'],
})
export const payByTransfer = post<typeof schemas.payByTransfer>('checkout/payments/:accessCode/transfer', {
  errors: [...notPayable, 'too_many_attempts'],
})
export const payByUssd = post<typeof schemas.payByUssd>('checkout/payments/:accessCode/ussd', {
  errors: [...notPayable, 'too_many_attempts'],
})
export const payByQr = post<typeof schemas.payByQr>('checkout/payments/:accessCode/qr', {
  errors: [...notPayable, 'too_many_attempts'],
})
export const payByAccount = post<typeof schemas.payByAccount>('checkout/payments/:accessCode/account', {
  errors: [...notPayable, 'account_refused', 'test_account', 'too_many_attempts'],
})
export const simulateTransfer = post<typeof schemas.simulateTransfer>('sandbox/transfers', {
  errors: ['account_not_found', 'forbidden'],
})

/** Time after the expiry of an account number during which a transfer sent earlier may still arrive. */
export const transferGraceMs = 10 * minuteMs

/** Validity of a USSD or QR code. */
export const offlineWindowMs = 10 * minuteMs

export const simulateOutcome = post<typeof schemas.simulateOutcome>('sandbox/payments/:accessCode/outcome', {
  errors: ['forbidden', 'nothing_to_play', 'payment_not_found'],
})
