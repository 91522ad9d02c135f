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
 * is abandoned if its account number has expired; otherwise it can still be paid.
 * @throws 404 payment_not_found
 */
export async function applyReturn(context: Context, returned: ProviderWebhook & { kind: 'returned' }) {
  const { tx } = context
  const { reference, amountKobo, reason } = returned
  const payment = await lockPayment(tx, { processorReference: reference })
  if (!payment) throw problem.notFound('payment')
  await recordReturnedTransfer(context, payment, returned)
  const changed = await updatePaymentRecord(tx, payment, { returnedKobo: amountKobo, returnedFor: reason })
  const updated =
    changed.status === 'pending' && reason !== 'ACCOUNT_EXPIRED'
      ? await updatePaymentRecord(tx, changed, {
          failureCode: reason,
          failureMessage: `${returnText(returned)}. Send exactly ${formatNaira(payment.amountKobo)}.`,
        })
      : changed
  await emitPayment(context, updated, 'bank_transfer.rejected')
  if (updated.status !== 'pending' || reason !== 'ACCOUNT_EXPIRED') return updated
  return applyOutcome(context, { processorReference: reference }, { kind: 'abandoned' })
}
