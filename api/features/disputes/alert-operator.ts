import { formatNaira } from '@adire/contract/money.ts'
import type { ProcessorDispute } from '../../connectors/disputes.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'

/**
 * Emails the operator, once a day, about a dispute that waits for a response and that no business can answer here, such as one of a payment
 * that is refunded: without a response the payer gets the money twice.
 */
export async function alertOfUnansweredDispute(
  context: Context,
  processor: Processor,
  { state, reference, charge, amountKobo, dueAt }: ProcessorDispute,
): Promise<void> {
  if (state.kind !== 'awaiting_merchant') return
  const name = processorName(processor)
  await emailOperator(
    context,
    {
      title: `Answer a dispute in the dashboard of ${name}`,
      text: `The business can't answer this dispute here, because nothing of its payment is left to dispute, as after a refund, another dispute of it is open, or the charge paid no payment. Without an answer by the deadline the payer gets the money again.`,
      rows: [
        ['Dispute', reference],
        ['Charge', charge],
        ['Amount', formatNaira(amountKobo)],
        ...(dueAt ? [['Respond by', lagosDay(dueAt)] as [string, string]] : []),
      ],
    },
    `dispute-unanswered:${processor}:${reference}:${lagosDay(context.now)}`,
  )
}
