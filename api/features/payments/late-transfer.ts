import { transferGraceMs } from '@adire/contract/checkout.ts'
import type { PaymentRecord } from './move.ts'

/** Maximum delay of a processor's webhook about a transfer, in ms. */
const messageMs = 60_000

/**
 * Time of the last check of an abandoned payment: a transfer that was on its way may have arrived since, and its webhook may be
 * lost. Null if the payment had no account number.
 */
export function calculateLastCheck({ channelDetails }: Pick<PaymentRecord, 'channelDetails'>): Date | null {
  const expiresAt = channelDetails.bank_transfer?.expiresAt
  return expiresAt === undefined ? null : new Date(Date.parse(expiresAt) + transferGraceMs + messageMs)
}
