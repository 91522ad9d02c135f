import { createDelays } from '../processor/delays.ts'
import type { Control } from './control.ts'

/** Settles disbursements and refunds by themselves, `settleAfterMs` after the request that began them. */
export function createSettler(control: Control, settleAfterMs: number, closed: AbortSignal) {
  const runLater = createDelays(settleAfterMs, closed)
  return (operationId: string, input: Record<string, unknown>): void => {
    if (operationId === 'initiateSingleTransfer')
      runLater(() => control.settleDisbursement({ reference: String(input.reference), status: 'SUCCESS' }))
    if (operationId === 'initiateRefund')
      runLater(() => control.settleRefund({ reference: String(input.refundReference), status: 'COMPLETED' }))
  }
}
