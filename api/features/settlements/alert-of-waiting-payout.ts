import { hourMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { processorName } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import type { PayoutAttempt } from './pending-transfer.ts'

/** Age from which a payout without an outcome needs a person, in ms. */
const tooOldMs = 2 * hourMs

/**
 * Emails the operator about a payout that has had no outcome for hours, once a day for each processor: other payouts of the same processor
 * usually wait for the same reason.
 */
export async function alertOfWaitingPayout(context: Context, payout: PayoutAttempt): Promise<void> {
  const { mode, now } = context
  if (mode !== 'LIVE' || now.getTime() - payout.requestedAt.getTime() < tooOldMs) return
  const name = processorName(payout.processor)
  await emailOperator(
    context,
    {
      title: `Payouts wait at ${name}`,
      text: `${name} has not made a payout for two hours, and perhaps others. Its balance may be too low, or transfers may need an approval or a one-time password: look at its dashboard. Nothing is sent twice, and we keep asking.`,
      rows: [
        ['Reference', payout.reference],
        ['Amount', formatNaira(payout.amountKobo)],
      ],
    },
    `payouts-wait:${payout.processor}:${lagosDay(now)}`,
  )
}
