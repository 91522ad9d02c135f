import type * as schemas from './checkout-schemas.ts'
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

const { get, post, create } = endpointsFor('collections', 'public')
export const getCheckoutPage = get<typeof schemas.getCheckoutPage>('checkout/pages/:slug')
export const startPayment = create<typeof schemas.startPayment>('checkout/pages/:slug/payments')
export const getCheckoutState = get<typeof schemas.getCheckoutState>('checkout/payments/:accessCode')
export const getThanks = get<typeof schemas.getThanks>('checkout/payments/:accessCode/thanks')
export const payByCard = post<typeof schemas.payByCard>('checkout/payments/:accessCode/card')
export const answerBank = post<typeof schemas.answerBank>('checkout/payments/:accessCode/answer')
export const payByTransfer = post<typeof schemas.payByTransfer>('checkout/payments/:accessCode/transfer')
export const payByUssd = post<typeof schemas.payByUssd>('checkout/payments/:accessCode/ussd')
export const payByQr = post<typeof schemas.payByQr>('checkout/payments/:accessCode/qr')
export const payByAccount = post<typeof schemas.payByAccount>('checkout/payments/:accessCode/account')
export const simulateTransfer = post<typeof schemas.simulateTransfer>('sandbox/transfers')

/** Time after the expiry of an account number during which a transfer sent earlier may still arrive. */
export const transferGraceMs = 10 * 60_000

/** Validity of a USSD or QR code. */
export const offlineWindowMs = 10 * 60_000

export const simulateOutcome = post<typeof schemas.simulateOutcome>('sandbox/payments/:accessCode/outcome')
