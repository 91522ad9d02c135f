import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { TransferToApprove } from '../../connectors/payouts.ts'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { findPayoutStop } from '../settlements/hold.ts'
import { payouts } from '../settlements/tables.ts'

/**
 * Whether a transfer is a payout that we have requested and that has not ended, with the same amount, and payouts of its business were not
 * stopped since. The operator is emailed about a transfer that is no such payout, once a day: somebody else may have the key of the processor.
 */
export async function approveTransfer(
  context: Context,
  processor: Processor,
  transfer: TransferToApprove | undefined,
): Promise<boolean> {
  const { tx, now } = context
  if (transfer) {
    const { reference, amountKobo } = transfer
    const [found] = await tx
      .select({ merchantId: payouts.merchantId, amountKobo: payouts.amountKobo, status: payouts.status })
      .from(payouts)
      .where(and(eq(payouts.reference, reference), eq(payouts.processor, processor)))
    if (found?.status === 'requested' && found.amountKobo === amountKobo)
      return (await findPayoutStop(tx, found.merchantId)) === undefined
  }
  const { name } = processors[processor]
  await emailOperator(
    context,
    {
      title: `A transfer at ${name} was rejected`,
      text: `${name} asked for approval of a transfer that is not one of our payouts. We rejected it. Somebody else may have the secret key: look at the transfers in the dashboard of ${name}, and replace the key.`,
      rows: transfer
        ? [
            ['Reference', transfer.reference.slice(0, 100)],
            ['Amount', formatNaira(transfer.amountKobo)],
          ]
        : [],
    },
    `transfer-rejected:${processor}:${lagosDay(now)}`,
  )
  return false
}
