import { transferGraceMs } from '@adire/contract/checkout.ts'
import type { PaymentRecord } from './move.ts'

/** A processor's own message of a transfer comes within this, where it comes at all. */
const messageMs = 60_000

/**
 * When a payment that is given up is looked at for the last time: a transfer that was under way may have arrived at its account
 * number since, and the processor's message of it may be lost. Null where no account number was given out.
 */
export function calculateLastCheck({
  transferAccountNumber,
  transferExpiresAt,
}: Pick<PaymentRecord, 'transferAccountNumber' | 'transferExpiresAt'>): Date | null {
  if (transferAccountNumber === null || transferExpiresAt === null) return null
  return new Date(transferExpiresAt.getTime() + transferGraceMs + messageMs)
}
