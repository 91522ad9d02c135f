import { dayMs } from '@adire/contract/durations.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { linkOptions } from '@adire/contract/payment-link-form-schemas.ts'
import type * as z from 'zod/mini'
import { problem } from '../../http/problem.ts'
import type { paymentLinks } from './tables.ts'

type Options = { [Name in keyof typeof linkOptions]?: z.output<(typeof linkOptions)[Name]> }
type Link = typeof paymentLinks.$inferSelect

const furthestMs = 10 * 366 * dayMs

/** Column values of the given options. Omitted options do not change. */
export function buildOptions(given: Options & { amountKobo?: number | undefined }, now: Date, before?: Link) {
  const { minimumKobo, customFields, collectPhone, expiresAt, paymentLimit, notificationEmail } = given
  return {
    // A minimum only makes sense if the payer chooses the amount.
    ...(given.amountKobo !== undefined ? { minimumKobo: null } : minimumKobo !== undefined && { minimumKobo }),
    ...(customFields && { customFields }),
    ...(collectPhone !== undefined && { collectPhone }),
    ...(expiresAt !== undefined && { expiresAt: parseExpiry(expiresAt, now, before) }),
    ...(paymentLimit !== undefined && { paymentLimit }),
    ...quantityOption(given, before),
    ...(given.redirectUrl !== undefined && { redirectUrl: given.redirectUrl }),
    ...(given.successMessage !== undefined && { successMessage: given.successMessage || null }),
    ...(notificationEmail !== undefined && { notificationEmail }),
    ...(given.pictureAltText !== undefined && { pictureAltText: given.pictureAltText || null }),
    ...(given.metadata && { metadata: given.metadata }),
  }
}

/**
 * The range of quantities, which needs a price of one unit: without a price there is none.
 * @throws 422 if there is no price, or the most units cost more than a payment may
 */
function quantityOption(
  { quantity, amountKobo }: Options & { amountKobo?: number | undefined },
  before: Link | undefined,
): { quantity?: Link['quantity'] } {
  if (amountKobo === undefined) {
    if (quantity) throw problem.field('quantity', 'Payers choose a quantity only at a price that you set')
    return before?.quantity ? { quantity: null } : {}
  }
  const range = quantity === undefined ? before?.quantity : quantity
  if (range && range.maximum * amountKobo > limits.chargeMaximumKobo)
    throw problem.field('quantity', `Use a maximum whose price is at most ${formatNaira(limits.chargeMaximumKobo)}`)
  return quantity === undefined ? {} : { quantity }
}

/**
 * Parses an expiry time. The stored value is accepted even if it has passed, so that other options can be edited.
 * @throws 422 if it is in the past or more than ten years ahead
 */
function parseExpiry(given: string | null, now: Date, before: Link | undefined): Date | null {
  if (given === null) return null
  const at = new Date(given)
  if (at.getTime() === before?.expiresAt?.getTime()) return at
  if (at <= now) throw problem.field('expiresAt', 'Choose a time in the future')
  if (at.getTime() > now.getTime() + furthestMs) throw problem.field('expiresAt', 'Choose a time within ten years')
  return at
}
