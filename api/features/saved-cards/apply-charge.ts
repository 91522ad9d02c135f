import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { Context } from '../../context.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { waitsForConfirmation } from '../payments/confirm-card.ts'
import { lockPayment, type PaymentKey, type PaymentRecord } from '../payments/move.ts'

/**
 * Applies what the processor answered to the request for a charge of a saved card. Without a decision the outcome is queried later; also if
 * the holder has to confirm and the address for it was lost with an earlier answer: such a charge fails and can be made again.
 */
export async function applyCardCharge(
  context: Context,
  key: PaymentKey,
  outcome: ChargeOutcome,
): Promise<PaymentRecord> {
  if (outcome.kind !== 'open' && outcome.kind !== 'pending') return applyOutcome(context, key, outcome)
  const payment = await lockPayment(context.tx, key)
  // An earlier request was answered with the address, which a repeated one does not return.
  if (payment && waitsForConfirmation(payment)) return payment
  return applyOutcome(context, key, { kind: 'pending' })
}
