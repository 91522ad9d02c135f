import type { PaymentCode } from '../../../connectors/connector.ts'
import type { PaymentRecord } from '../move.ts'
import type { Instruction } from './definition.ts'

/** What to store of a code that the payer dials or scans. The payment waits for it at least until the code expires. */
export const acceptCode = (
  payment: PaymentRecord,
  { code, expiresAt }: PaymentCode,
  { bank, text }: { bank: string | null; text: string },
): Instruction => ({
  fields: { senderBank: bank, offlineCode: code, offlineExpiresAt: expiresAt },
  expiresAt: expiresAt > payment.expiresAt ? expiresAt : payment.expiresAt,
  isKnown: payment.offlineCode === code,
  event: { kind: 'code_shown', text },
})
