import { brandNames, cardBrand } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { CardDetails } from '@adire/contract/payment-form-schemas.ts'
import { birthdayFrom, cardExpiresAt, expiryFrom } from '@adire/contract/typed.ts'
import type { CheckoutTexts } from '../languages/texts.ts'

/** Name of the card scheme, as soon as the first digits identify it. */
export const detectScheme = (typed: string): string | undefined => brandNames[cardBrand(typed.replace(/\D/g, ''))]

/** Groups digits: `4084084084084081` becomes `4084 0840 8408 4081`. A Verve number may have 19 digits. */
export function groupDigits(typed: string): string {
  return typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats an expiry date: `1229`, `12/29`, `12/2029` and `1 / 29` become `12 / 29` and `01 / 29`. Deleting removes the slash too. */
export function slashExpiry(typed: string, before: string): string {
  const full = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(typed)
  if (full) return `${full[1]!.padStart(2, '0')} / ${full[2]}`
  const isDeleting = typed.length < before.length
  let digits = typed.replace(/\D/g, '')
  if (/^[2-9]/.test(digits) || /^\d\s*\//.test(typed)) digits = `0${digits}`
  digits = digits.slice(0, 4)
  if (isDeleting && !/\/ \d/.test(typed)) return digits.slice(0, 2)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Error of one card field, found before the request. */
export function checkCard(field: 'number' | 'expiry' | 'cvv', value: string, now = new Date()): string | undefined {
  if (value.trim() === '') return messages.required
  if (field !== 'expiry') return CardDetails.shape[field].safeParse(value).error?.issues[0]?.message
  const expiry = expiryFrom(value)
  if (!expiry) return 'Use a month and a year, like 08 / 29'
  const month = CardDetails.shape.expiryMonth.safeParse(expiry.expiryMonth)
  if (!month.success) return month.error.issues[0]?.message
  return now >= cardExpiresAt(expiry) ? 'This card has expired' : undefined
}

/** Formats a birthday while typing: `25081990` and `25/8/1990` become `25 / 08 / 1990`. */
export function slashBirthday(typed: string, before: string): string {
  const full = birthdayFrom(typed)
  if (full) return full.split('-').reverse().join(' / ')
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  const isDeleting = typed.length < before.length
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean)
  const isPartFull = digits.length === 2 || digits.length === 4
  return parts.join(' / ') + (isPartFull && !isDeleting ? ' / ' : '')
}

/** "Verve ending 7804" */
export const cardName = (
  { brand, last4 }: { brand: string; last4: string },
  { card, ending }: Pick<CheckoutTexts, 'card' | 'ending'>,
) => ending(brandNames[brand] ?? card, last4)
