import { formatNaira } from '@adire/contract/money.ts'
import type { ProviderWebhook } from '../../connectors/instructions.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { applyOutcome } from './apply-outcome.ts'
import { emitPayment } from './emit.ts'
import { lockPayment, updatePaymentRecord } from './move.ts'
import { recordReturnedTransfer, returnText } from './returned.ts'

/**
 * Entry point for a transfer that the processor returned to its sender: records it on the payment, and emails the payer. A pending payment
 * is abandoned if its account number has expired; otherwise it can still be paid. The payer is told to send the exact amount only after a
 * wrong amount: the event of a second transfer can come before that of the first, which pays.
 * @throws 404 payment_not_found
 */
export async function applyReturn(context: Context, returned: ProviderWebhook & { kind: 'returned' }) {
  const { tx } = context
  const { reference, amountKobo, reason } = returned
  const payment = await lockPayment(tx, { processorReference: reference })
  if (!payment) throw problem.notFound('payment')
  await recordReturnedTransfer(context, payment, returned)
  const updated = await updatePaymentRecord(tx, payment, {
    returnedKobo: amountKobo,
    returnedFor: reason,
    ...(payment.status === 'pending' &&
      reason === 'INCORRECT_AMOUNT' && {
        failureCode: reason,
        failureMessage: `${returnText(payment, returned)}. Send exactly ${formatNaira(payment.amountKobo)}.`,
      }),
  })
  await emitPayment(context, updated, 'bank_transfer.rejected')
  if (updated.status !== 'pending' || reason !== 'ACCOUNT_EXPIRED') return updated
  return applyOutcome(context, { processorReference: reference }, { kind: 'abandoned' })
}
