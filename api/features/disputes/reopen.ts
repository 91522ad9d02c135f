import { afterRunning, disputeAnswerMs } from '@adire/contract/dispute-clock.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { note } from '../payments/payments.ts'
import { leftOf } from '../refunds/refunds.ts'
import { beginReturn, endReturn } from '../splits/splits.ts'
import { emit } from '../webhooks/webhooks.ts'
import { promiseClock } from './jobs.ts'
import { changeDispute, type DisputeKey, type Held, holdDispute, holdMoney, tell } from './move.ts'
import { inLagos, openDisputeOf } from './open.ts'
import { showDispute } from './show.ts'

/** What a bank may say of a dispute that it has, or has decided. */
export type Return = 'asks_more' | 'reopened'

/** Whether the payer's bank may still come back to it: a dispute that the business won, while something of the payment is left. */
export async function mayReopen({ tx }: Pick<Context, 'tx'>, { dispute, payment }: Held): Promise<boolean> {
  const { status, resolution } = dispute
  return (
    status === 'resolved' &&
    resolution === 'won' &&
    !(await openDisputeOf(tx, payment)) &&
    (await leftOf(tx, payment)) > 0
  )
}

/**
 * The payer's bank comes back: it asks for more than was sent, or wants back again what the business had won. The business
 * has as long to answer as the first time, may change its evidence, and what had been free is held again.
 */
export async function reopen(context: Context, key: DisputeKey, why: Return): Promise<void> {
  const { tx, now } = context
  const held = await holdDispute(tx, key)
  const { dispute, payment } = held
  const isAsked = why === 'asks_more'
  if (isAsked ? dispute.status !== 'awaiting_bank_feedback' : !(await mayReopen(context, held)))
    throw problem.conflict('dispute_move_refused', 'The bank cannot come back to this dispute as it stands')
  const amountKobo = isAsked ? dispute.amountKobo : Math.min(dispute.amountKobo, await leftOf(tx, payment))
  const opened = await changeDispute(tx, dispute, {
    status: 'awaiting_merchant_feedback',
    ...{ amountKobo, resolution: null, answeredAt: null, resolvedAt: null },
    dueAt: afterRunning(now, disputeAnswerMs),
  })
  if (!isAsked) {
    await endReturn(tx, dispute)
    await beginReturn(tx, payment, dispute, amountKobo)
  }
  const again = await holdMoney(context, opened)
  const amount = formatNaira(amountKobo)
  const text = isAsked
    ? 'The bank asks for more before it decides'
    : `The bank came back to it and wants ${amount} again; ${formatNaira(again.heldKobo)} of your balance is held`
  await tell(tx, again, now, why, text)
  await note(tx, payment, now, 'dispute_opened', `Dispute ${dispute.reference}: ${text}`)
  await tellMembers(context, dispute.merchantId, {
    kind: 'dispute',
    title: isAsked
      ? `The bank asks for more about the dispute over ${amount}`
      : `The dispute over ${amount} is open again`,
    text: `${text}. Answer by ${inLagos(again.dueAt)}, or it counts as accepted.`,
    path: `/transactions/disputes/${dispute.id}`,
  })
  await promiseClock(context, again)
  await emit(context, dispute.merchantId, 'dispute.reopened', () => showDispute(tx, again))
}
