import type { PaymentCode } from '../../../connectors/instructions.ts'
import type { PaymentRecord } from '../move.ts'
import type { Instruction } from './definition.ts'

/** What to store of a code that the payer dials or scans. The payment waits for it at least until the code expires. */
export const acceptCode = (
  payment: PaymentRecord,
  { expiresAt }: PaymentCode,
  { details, isRepeated, text }: Pick<Instruction, 'details' | 'isRepeated'> & { text: string },
): Instruction => ({
  details,
  expiresAt: expiresAt > payment.expiresAt ? expiresAt : payment.expiresAt,
  isRepeated,
  event: { kind: 'code_shown', text },
})
