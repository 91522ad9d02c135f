import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { TransferToApprove } from '../../connectors/payouts.ts'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { findStop } from '../settlements/hold.ts'
import { payouts, settlements } from '../settlements/tables.ts'

/**
 * Whether a transfer is a payout that we have requested and that has not ended, with the same amount, which was not held and payouts of
 * its business not stopped since. The operator is emailed about a transfer that is no such payout, once a day: somebody else may have the key of the processor.
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
      .select({ payout: payouts, settlement: settlements })
      .from(payouts)
      .innerJoin(
        settlements,
        and(eq(settlements.merchantId, payouts.merchantId), eq(settlements.id, payouts.settlementId)),
      )
      .where(and(eq(payouts.reference, reference), eq(payouts.processor, processor)))
    if (found?.payout.status === 'requested' && found.payout.amountKobo === amountKobo)
      return (await findStop(tx, found.settlement)) === undefined
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
