import { transferGraceMs } from '@adire/contract/checkout.ts'
import type { PaymentRecord } from './move.ts'

/** Maximum delay of a processor's webhook about a transfer, in ms. */
const messageMs = 60_000

/**
 * Time of the last check of an abandoned payment: a transfer that was on its way may have arrived since, or a code was dialled, and the
 * webhook may be lost. Null if the payment had neither account number nor code.
 */
export function calculateLastCheck({ channelDetails }: Pick<PaymentRecord, 'channelDetails'>): Date | null {
  const { bank_transfer: transfer, ussd } = channelDetails
  const ends = [transfer?.expiresAt, ussd?.expiresAt].flatMap((instant) => (instant ? [Date.parse(instant)] : []))
  return ends.length === 0 ? null : new Date(Math.max(...ends) + transferGraceMs + messageMs)
}
