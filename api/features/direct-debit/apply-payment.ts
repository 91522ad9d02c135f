import { debitAttempts } from '@adire/contract/direct-debit.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { closeMandate } from './close-mandate.ts'
import { mailDebit } from './emails/email-jobs.ts'
import { emitDebit } from './emit.ts'
import { merchantKey } from './mandate-key.ts'
import {
  appendMandateEvent,
  type DebitRecord,
  lockDebit,
  lockMandate,
  type MandateRecord,
  updateDebitRecord,
  updateMandateRecord,
} from './move.ts'
import { notifyOfMandateFailure } from './notify-mandate-members.ts'
import { endedFields, planNextDebit, toMorning } from './plan.ts'
import { scheduleMandateCheck } from './schedule-mandate-check.ts'

/** Soft declines: the same account may pay on another day. */
const softDeclines = new Set<DeclineReason>([
  'insufficient_funds',
  'limit_exceeded',
  'frequency_exceeded',
  'issuer_unavailable',
  'system_malfunction',
])

/** Applies the outcome of a payment to its debit, in the same transaction. The payment must be locked. */
export async function applyPaymentToDebit(context: Context, payment: PaymentRecord): Promise<void> {
  const { mandateId, checkoutId, merchantId } = payment
  if (mandateId && payment.subscriptionId) return applyChargeToMandate(context, payment, mandateId)
  if (!mandateId || !checkoutId) return
  const { debit, mandate } = await lockDebit(context.tx, { merchantId, id: checkoutId })
  if (debit.status !== 'processing' || debit.paymentId !== payment.id) return
  if (payment.status === 'success') await completeDebit(context, debit, mandate)
  else await failDebit(context, debit, mandate, payment)
}

/** Applies a failed payment to its debit. A debit is never abandoned: its outcome is queried until there is one. */
export const applyFailureToDebit = async (
  context: Context,
  payment: PaymentRecord,
  reason: DeclineReason | 'abandoned',
): Promise<void> => {
  if (reason !== 'abandoned') await applyPaymentToDebit(context, payment)
}

/** Applies a subscription charge to its mandate. The subscription itself handles a failure. */
async function applyChargeToMandate(context: Context, payment: PaymentRecord, mandateId: string): Promise<void> {
  const { tx, now } = context
  const { status, amountKobo, failureMessage } = payment
  const mandate = await lockMandate(tx, { merchantId: payment.merchantId, id: mandateId })
  const amount = formatNaira(amountKobo)
  if (status === 'success')
    await appendMandateEvent(tx, mandate, now, 'debited', `${amount} debited for the subscription`)
  else await appendMandateEvent(tx, mandate, now, 'debit_failed', `${amount} not debited: ${failureMessage}`)
  const counted =
    status === 'success' ? await updateMandateRecord(tx, mandate, countedIn(mandate, amountKobo), now) : mandate
  if (!isOpen(counted)) return
  if (payment.failureCode === 'account_closed') await closeMandate(context, counted, 'cancelled', accountClosed, 'bank')
  else await scheduleMandateCheck(context, counted, now)
}

const accountClosed = 'The account is closed or dormant'
const countedIn = ({ debitedKobo, debits }: MandateRecord, amountKobo: number) => ({
  debitedKobo: debitedKobo + amountKobo,
  debits: debits + 1,
})

async function completeDebit(context: Context, debit: DebitRecord, mandate: MandateRecord): Promise<void> {
  const { tx, now } = context
  const paid = await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'success',
    failureCode: null,
    failureMessage: null,
  })
  await emitDebit(context, paid, 'debit.success')
  const amount = formatNaira(debit.amountKobo)
  await appendMandateEvent(tx, mandate, now, 'debited', `${amount} debited${attemptText(debit)}`)
  const debited = await updateMandateRecord(tx, mandate, countedIn(mandate, debit.amountKobo), now)
  if (isOpen(debited)) await scheduleNextStep(context, debited)
}

/** After a debit: schedules the next check with the bank, or ends a mandate whose total is used up. */
async function scheduleNextStep(context: Context, mandate: MandateRecord): Promise<void> {
  const { kind, maxTotalKobo, debitedKobo, limitKobo } = mandate
  const leastKobo = kind === 'fixed' ? limitKobo : limits.chargeMinimumKobo
  if (maxTotalKobo !== null && maxTotalKobo - debitedKobo < leastKobo) {
    const total = formatNaira(maxTotalKobo)
    const reason = debitedKobo === maxTotalKobo ? `All of ${total} was debited` : `Another debit would exceed ${total}`
    await closeMandate(context, mandate, 'expired', reason)
    return
  }
  await scheduleMandateCheck(context, await planNextDebit(context, mandate), context.now)
}

const isOpen = ({ status }: MandateRecord) => status === 'active' || status === 'suspended'
const attemptText = ({ attempts }: DebitRecord) => (attempts > 1 ? `, at the ${ordinals[attempts]} try` : '')
const ordinals = ['', 'first', 'second', 'third']

async function failDebit(context: Context, debit: DebitRecord, mandate: MandateRecord, payment: PaymentRecord) {
  const { tx, now } = context
  const { failureCode, failureMessage } = payment
  const reason = failureCode as DeclineReason
  const failure = { failureCode, failureMessage }
  const amount = formatNaira(debit.amountKobo)
  const again = calculateNextAttemptAt(context, debit, mandate, reason)
  if (again) {
    await updateDebitRecord(tx, debit, { ...failure, status: 'retrying', dueAt: again })
    await appendMandateEvent(
      tx,
      mandate,
      now,
      'debit_refused',
      `${amount} not debited: ${failureText(reason, failureMessage)}; tried again on ${lagosDay(again)}`,
    )
  } else {
    const failed = await updateDebitRecord(tx, debit, { ...endedFields(now), ...failure, status: 'failed' })
    await emitDebit(context, failed, 'debit.failed')
    await appendMandateEvent(
      tx,
      mandate,
      now,
      'debit_failed',
      `${amount} not debited: ${failureText(reason, failureMessage)}`,
    )
    const who = mandate.customerName ?? mandate.customerEmail
    await notifyOfMandateFailure(
      context,
      mandate,
      'A debit failed',
      `${amount} of ${who} was not debited: ${failureMessage}.`,
    )
  }
  await enqueueJob(
    tx,
    mailDebit,
    { merchantId: debit.merchantId, id: debit.id, what: again ? 'retry' : 'failed' },
    { ...merchantKey(debit), key: `${debit.id}:${debit.attempts}` },
  )
  if (!isOpen(mandate)) return
  if (reason === 'account_closed') await closeMandate(context, mandate, 'cancelled', accountClosed, 'bank')
  else await scheduleMandateCheck(context, again ? mandate : await planNextDebit(context, mandate), now)
}

const failureText = (reason: DeclineReason, message: string | null) =>
  `${message} (${reason in responseCodes ? responseCodes[reason].code : reason})`

/** Time of the next attempt: 09:00 Lagos time on the next day. Undefined if there is none, or the mandate has ended by then. */
function calculateNextAttemptAt({ now }: Context, debit: DebitRecord, mandate: MandateRecord, reason: DeclineReason) {
  if (!softDeclines.has(reason) || debit.attempts >= debitAttempts || mandate.status !== 'active') return undefined
  const tomorrow = addDays(lagosDay(now), 1)
  return mandate.endOn !== null && tomorrow > mandate.endOn ? undefined : toMorning(tomorrow)
}
