import { callConnector } from '../../connectors/call-connector.ts'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { addPayment, appendPaymentEvent } from '../payments/move.ts'
import { findOwnPrices } from '../prices/own-prices.ts'
import { findTradingObstacle } from '../restrictions/trading.ts'
import { type DebitAttempt, lostAfterMs, paymentFor, scheduleNextCheck } from './debit-attempt.ts'
import { dropDebit } from './drop-debit.ts'
import { isMandateOver } from './is-over.ts'
import { bankReference, lockDebit, type MandateKey, updateDebitRecord } from './move.ts'
import { planNextDebit } from './plan.ts'
import { awaitNotice } from './postpone-debit.ts'

export type WriteTransaction = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** Opens the connector of a processor. */
export type OpenMandates = (processor: Processor | null) => ConnectorWith<'mandates'>

/**
 * Attempts a due debit: stores the attempt, calls the bank, stores the outcome. After a crash, the next call repeats the request
 * with the same reference, and the bank debits only once. Returns whether anything was due.
 */
export async function processDebit(write: WriteTransaction, open: OpenMandates, key: MandateKey): Promise<boolean> {
  const debitAttempt = await write((context) => storeAttempt(context, key))
  if (!debitAttempt) return false
  if (debitAttempt === 'not sent') return true
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

/** The attempt to send to the bank; `not sent` if the debit was cancelled or postponed; undefined if it is not due or has ended. */
async function storeAttempt(context: Context, key: MandateKey): Promise<DebitAttempt | 'not sent' | undefined> {
  const { tx, now } = context
  const { debit, mandate } = await lockDebit(tx, key)
  if (!debit.dueAt || debit.dueAt > now) return undefined
  if (debit.status === 'processing') return scheduleNextCheck(context, debit, mandate)
  if (mandate.status !== 'active' || !mandate.readyToDebit || isMandateOver(mandate, now)) {
    await dropDebit(context, debit, mandate)
    return 'not sent'
  }
  const obstacle = await findTradingObstacle(context, mandate.merchantId, debit.amountKobo)
  if (obstacle) {
    await dropDebit(context, debit, mandate, obstacle)
    return 'not sent'
  }
  if (debit.status === 'scheduled' && !debit.noticedAt) {
    await awaitNotice(context, debit, mandate)
    return 'not sent'
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
