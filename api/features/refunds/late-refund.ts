import { formatNaira } from '@adire/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import { processorName } from '../../connectors/processors.ts'
import type { RefundOutcome } from '../../connectors/refunds.ts'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent } from '../payments/move.ts'
import { applyRefundOutcome, failRefund, queryRefund } from './apply-outcome.ts'
import { emitRefund } from './emit.ts'
import { lockRefund, type RefundKey, type RefundWithPayment, takeMoney, updateRefundRecord } from './move.ts'
import { calculateRefundable, findRefundError } from './refundable.ts'
import { refunds } from './tables.ts'

/**
 * Takes the money of a refund that had failed and was paid after all: its amount was back in the balance, but the payer has got it. If the
 * balance does not cover it, it waits like any other refund. Any other outcome changes nothing. May be repeated.
 */
export async function applyLateSuccess(context: Context, key: RefundKey, outcome: RefundOutcome): Promise<void> {
  const { tx, now } = context
  const locked = await lockRefund(tx, key)
  const { refund, payment } = locked
  if (refund.status !== 'failed' || outcome.kind !== 'processed') return
  if (!(await isTakeable(context, locked))) return alertOfUntakenRefund(context, locked)
  const late = await updateRefundRecord(tx, refund, {
    status: 'pending',
    failureMessage: null,
    fromPendingKobo: 0,
    fromAvailableKobo: 0,
    paidLateAt: now,
    checks: 0,
    checkAt: now,
  })
  const amount = formatNaira(refund.amountKobo)
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'refund_paid_late',
    `The refund of ${amount} that had failed was paid after all`,
  )
  const started = await takeMoney(context, { refund: late, payment })
  if (started.status === 'processing') await applyRefundOutcome(context, key, outcome)
  else await emitRefund(context, { refund: started, payment }, 'refund.pending')
  const isTaken = started.status === 'processing'
  await sendNotification(context, refund.merchantId, {
    kind: 'dispute',
    title: `A refund of ${amount} that had failed was paid after all`,
    text: isTaken
      ? `${payment.customerName ?? payment.customerEmail} has got it, so ${amount} was taken from your balance again.`
      : `${payment.customerName ?? payment.customerEmail} has got it. ${amount} is taken as soon as your balance covers it.`,
    path: `/transactions/${payment.id}`,
  })
  await alertOperatorOfRefund(context, locked, isTaken ? 'It was taken from the balance of the business.' : waiting)
}

/**
 * Fails a refund that was paid late and came back while it waited for its balance: nothing was taken, and its payer has nothing. Any other
 * outcome changes nothing.
 */
export async function applyLateReturn(context: Context, key: RefundKey, outcome: RefundOutcome): Promise<void> {
  const locked = await lockRefund(context.tx, key)
  const { status, paidLateAt } = locked.refund
  if (status === 'pending' && paidLateAt && outcome.kind === 'failed')
    await failRefund(context, locked, outcome.message)
}

/** Maximum number of failed refunds of a payment that are queried. More than that have failed for the same reason. */
const maxFailed = 10

/**
 * Queries the processor about the failed refunds of a payment, before it is refunded again: it may have paid one of them since.
 * @throws 503 unavailable if the processor does not answer
 */
export async function checkFailedRefunds(unitOfWork: UnitOfWork<MerchantContext>, paymentId: string): Promise<void> {
  const failed = await unitOfWork.write(({ tx, merchant }) =>
    tx
      .select({ merchantId: refunds.merchantId, id: refunds.id })
      .from(refunds)
      .where(and(eq(refunds.merchantId, merchant.id), eq(refunds.paymentId, paymentId), eq(refunds.status, 'failed')))
      .orderBy(desc(refunds.createdAt))
      .limit(maxFailed),
  )
  for (const key of failed) {
    const outcome = await callConnector(queryRefund(unitOfWork, key))
    if (!outcome) throw problem.unavailable('The bank does not respond. Please try again in a minute')
    await unitOfWork.write((context) => applyLateSuccess(context, key, outcome))
  }
}

const waiting = 'The balance of the business does not cover it: it is an item of the reconciliation until it does.'

/**
 * Whether the amount can be taken from the business again: not if the payment was refunded or disputed since. If the refund was paid late
 * once before, people decide.
 */
async function isTakeable({ tx }: Context, { refund, payment }: RefundWithPayment): Promise<boolean> {
  if (refund.paidLateAt) return false
  const leftKobo = await calculateRefundable(tx, payment)
  return refund.amountKobo <= leftKobo && (await findRefundError(tx, payment, leftKobo)) === undefined
}

const alertOfUntakenRefund = (context: Context, locked: RefundWithPayment) =>
  alertOperatorOfRefund(
    context,
    locked,
    'Nothing was taken from the business: the payment was refunded again, or is disputed. It is an item of the reconciliation until somebody explains it.',
  )

async function alertOperatorOfRefund(
  context: Context,
  { refund, payment }: RefundWithPayment,
  what: string,
): Promise<void> {
  const processor = processorName(payment.processor!)
  await emailOperator(
    context,
    {
      title: 'A refund was paid after it had failed',
      text: `${processor} reported that this refund had failed, and has paid it since. ${what} Ask ${processor} why.`,
      rows: [
        ['Reference', refund.reference],
        ['Payment', payment.reference],
        ['Amount', formatNaira(refund.amountKobo)],
      ],
    },
    `refund-paid-late:${refund.reference}${refund.paidLateAt ? ':again' : ''}`,
  )
}
