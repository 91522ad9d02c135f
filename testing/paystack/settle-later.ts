import { createDelays } from '../processor/delays.ts'
import type { Control } from './control.ts'
import type { Answer } from './simulation.ts'

/**
 * Settles by themselves what otherwise waits for the control: transfers, refunds, direct debits, mandates and identifications, each
 * `settleAfterMs` after the request that began it.
 */
export function createSettler(control: Control, settleAfterMs: number, closed: AbortSignal) {
  const runLater = createDelays(settleAfterMs, closed)
  return {
    settleAnswer(operationId: string, { data }: Answer, { code = '' }: Record<string, string>): void {
      const { id, reference, status } = (data ?? {}) as { id: number; reference: string; status: string }
      if (operationId === 'transfer_initiate') runLater(() => control.settleTransfer({ reference, status: 'success' }))
      if (operationId === 'refund_create' || operationId === 'refund_retry')
        runLater(() => control.settleRefund({ id, status: 'processed' }))
      if (operationId === 'transaction_chargeAuthorization' && status === 'processing')
        runLater(() => control.settleCharge({ reference, declineMessage: null }))
      if (operationId === 'customer_validate')
        runLater(() => control.settleIdentification({ customerCode: code, reason: null }))
    },
    settleMandate: (reference: string): void => runLater(() => control.activateMandate({ reference })),
  }
}
