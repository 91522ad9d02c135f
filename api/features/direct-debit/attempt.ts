import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { toProcessorReference } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatDay } from '../../lagos.ts'
import { randomText } from '../../random-text.ts'
import { findBank } from '../lookups/lookups.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { addPayment, appendPaymentEvent, findPaymentRecord, type PaymentRecord } from '../payments/move.ts'
import { findOwnPrices } from '../prices/own-prices.ts'
import { findTradingObstacle } from '../restrictions/trading.ts'
import { mailDebit } from './emails/email-jobs.ts'
import { isOver } from './is-over.ts'
import { merchantKey } from './mandate-key.ts'
import {
  appendMandateEvent,
  bankReference,
  type DebitRecord,
  lockDebit,
  type MandateKey,
  type MandateRecord,
  updateDebitRecord,
} from './move.ts'
import { endedFields, planNextDebit, toMorning } from './plan.ts'

/** Longer than the timeout of a bank request: after this, no process waits for the response, and the outcome is queried. */
const lostAfterMs = 60_000
const longestPauseMs = 3_600_000

export type WriteTransaction = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** Opens the connector of a processor. */
export type OpenMandates = (processor: Processor | null) => ConnectorWith<'mandates'>

interface DebitAttempt {
  payment: PaymentRecord
  mandateReference: string
  attempt: number
}

/**
 * Attempts a due debit: stores the attempt, calls the bank, stores the outcome. After a crash, the next call repeats the request
 * with the same reference, and the bank debits only once. Returns whether anything was due.
 */
export async function processDebit(write: WriteTransaction, open: OpenMandates, key: MandateKey): Promise<boolean> {
  const debitAttempt = await write((context) => storeAttempt(context, key))
  if (!debitAttempt) return false
  if (debitAttempt === 'put off') return true
  const { payment } = debitAttempt
  const outcome = await requestOutcome(open(payment.processor), debitAttempt)
  await write((context) => applyOutcome(context, { merchantId: payment.merchantId, id: payment.id }, outcome))
  return true
}

async function requestOutcome(
  connector: ConnectorWith<'mandates'>,
  { payment, mandateReference, attempt }: DebitAttempt,
): Promise<ChargeOutcome> {
  const { amountKobo, status } = payment
  const reference = payment.processorReference!
  // The bank accepted the request before and did not know the outcome yet: query it.
  const known =
    status === 'processing' ? await callConnector(connector.payments.query({ reference, amountKobo })) : undefined
  if (known && known.kind !== 'open') return known
  return (
    (await callConnector(connector.mandates.debit({ reference, mandateReference, amountKobo, attempt }))) ?? {
      kind: 'pending',
    }
  )
}

/** The attempt to send to the bank; `put off` if the debit was cancelled or postponed; undefined if it is not due or has ended. */
async function storeAttempt(context: Context, key: MandateKey): Promise<DebitAttempt | 'put off' | undefined> {
  const { tx, now } = context
  const { debit, mandate } = await lockDebit(tx, key)
  if (!debit.dueAt || debit.dueAt > now) return undefined
  if (debit.status === 'processing') return scheduleNextCheck(context, debit, mandate)
  if (mandate.status !== 'active' || !mandate.readyToDebit || isOver(mandate, now)) {
    await dropDebit(context, debit, mandate)
    return 'put off'
  }
  const obstacle = await findTradingObstacle(context, mandate.merchantId, debit.amountKobo)
  if (obstacle) {
    await dropDebit(context, debit, mandate, obstacle)
    return 'put off'
  }
  if (debit.noticeAt) {
    await postponeDebit(context, debit, mandate)
    return 'put off'
  }
  const attempt = debit.attempts + 1
  const payment = await addPayment(tx, {
    ...paymentFor(context, mandate, debit),
    prices: await findOwnPrices(context, mandate.merchantId),
  })
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'debit_asked',
    `The bank was asked to debit the account ending ${mandate.last4}`,
  )
  await updateDebitRecord(tx, debit, {
    status: 'processing',
    attempts: attempt,
    paymentId: payment.id,
    dueAt: new Date(now.getTime() + lostAfterMs),
    noticeAt: null,
  })
  await planNextDebit(context, mandate)
  return { payment, mandateReference: bankReference(mandate), attempt }
}

/** Schedules the next query of the outcome, with a growing delay. */
async function scheduleNextCheck(
  { tx, now }: Context,
  debit: DebitRecord,
  mandate: MandateRecord,
): Promise<DebitAttempt> {
  const { merchantId, paymentId, attempts } = debit
  // Not locked: the mandate is locked already, and payments must be locked before mandates.
  const payment = await findPaymentRecord(tx, { merchantId, id: paymentId! })
  const waitedMs = now.getTime() - payment.createdAt.getTime()
  const pauseMs = Math.min(Math.max(waitedMs, lostAfterMs), longestPauseMs)
  await updateDebitRecord(tx, debit, { dueAt: new Date(now.getTime() + pauseMs) })
  return { payment, mandateReference: bankReference(mandate), attempt: attempts }
}

function paymentFor({ now }: Context, mandate: MandateRecord, debit: DebitRecord) {
  const reference = `pay_${randomText(16)}`
  return {
    merchantId: mandate.merchantId,
    reference,
    processor: mandate.processor,
    processorReference: toProcessorReference(mandate.processor!, reference),
    accessCode: randomText(32),
    checkoutId: debit.id,
    mandateId: mandate.id,
    status: 'pending' as const,
    step: 'pending' as const,
    channel: 'direct_debit' as const,
    priceKobo: debit.priceKobo,
    amountKobo: debit.amountKobo,
    feeBearer: mandate.feeBearer,
    customerId: mandate.customerId,
    customerEmail: mandate.customerEmail,
    customerName: mandate.customerName,
    channelDetails: { direct_debit: { bankName: findBank(mandate.bankId)?.name ?? null, last4: mandate.last4 } },
    createdAt: now,
    // A short expiry does no harm: the bank is queried until it gives an outcome.
    expiresAt: new Date(now.getTime() + lostAfterMs),
  }
}

/** Postpones a debit whose notice was not sent in time: no customer is debited without a notice. */
async function postponeDebit(context: Context, debit: DebitRecord, mandate: MandateRecord) {
  const { tx, now } = context
  const dueOn = earliestDebitDay(now)
  if (mandate.endOn !== null && dueOn > mandate.endOn) return dropDebit(context, debit, mandate)
  const postponed = await updateDebitRecord(tx, debit, { dueAt: toMorning(dueOn) })
  await giveNotice(context, postponed)
  const text = `The debit of ${formatNaira(debit.amountKobo)} is made on ${formatDay(dueOn)}, a day after its notice`
  await appendMandateEvent(tx, mandate, now, 'debit_postponed', text)
}

const mandateNotReady = { code: 'mandate_not_ready', message: 'The mandate could not be debited on that day' }

/** Cancels a debit that became due while the mandate does not allow debits, or the business may not take it. */
async function dropDebit(context: Context, debit: DebitRecord, mandate: MandateRecord, reason = mandateNotReady) {
  const { tx, now } = context
  const { code: failureCode, message: failureMessage } = reason
  await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'cancelled',
    failureCode,
    failureMessage,
  })
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'debit_cancelled',
    `The debit of ${formatNaira(debit.amountKobo)} was cancelled: ${failureMessage}`,
  )
  await planNextDebit(context, mandate)
}

/** Enqueues the notice to the customer, once per debit. */
export async function giveNotice({ tx, now }: Context, debit: DebitRecord): Promise<DebitRecord> {
  const { merchantId, id } = debit
  await enqueueJob(tx, mailDebit, { merchantId, id, what: 'notice' }, { ...merchantKey(debit), key: `${id}:notice` })
  return updateDebitRecord(tx, debit, { noticeAt: null, noticedAt: now })
}
