import { createDelays } from '../processor/delays.ts'
import type { Control } from './control.ts'

/** Settles disbursements, refunds and debits by themselves, and activates mandates, `settleAfterMs` after what began them. */
export function createSettler(control: Control, settleAfterMs: number, closed: AbortSignal) {
  const runLater = createDelays(settleAfterMs, closed)
  return {
    settleOperation(operationId: string, input: Record<string, unknown>): void {
      if (operationId === 'initiateSingleTransfer')
        runLater(() => control.settleDisbursement({ reference: String(input.reference), status: 'SUCCESS' }))
      if (operationId === 'initiateRefund')
        runLater(() => control.settleRefund({ reference: String(input.refundReference), status: 'COMPLETED' }))
      if (operationId === 'debitMandate')
        runLater(() => control.settleCharge({ reference: String(input.paymentReference), declineMessage: null }))
    },
    settleMandate: (reference: string): void => runLater(() => control.setMandate({ reference, status: 'ACTIVE' })),
  }
}
