import type { linkOptions } from '@adire/contract/payment-links-schemas.ts'
import type * as z from 'zod/mini'
import { problem } from '../../http/problem.ts'
import type { paymentLinks } from './tables.ts'

type Options = { [Name in keyof typeof linkOptions]?: z.output<(typeof linkOptions)[Name]> }
type Link = typeof paymentLinks.$inferSelect

const furthestMs = 10 * 366 * 24 * 3_600_000

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
    ...(given.redirectUrl !== undefined && { redirectUrl: given.redirectUrl }),
    ...(given.successMessage !== undefined && { successMessage: given.successMessage || null }),
    ...(notificationEmail !== undefined && { notificationEmail }),
    ...(given.pictureAltText !== undefined && { pictureAltText: given.pictureAltText || null }),
    ...(given.metadata && { metadata: given.metadata }),
  }
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
