import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { ask } from '../../connectors/ask.ts'
import type { Connector, Outcome } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { bankOf } from '../lookups/lookups.ts'
import { addPayment, note, type PaymentRecord, settle } from '../payments/payments.ts'
import { payments } from '../payments/tables.ts'
import { isOver, of } from './hear.ts'
import { mailDebit } from './mails.ts'
import { changeDebit, type DebitRecord, type Key, lockDebit, type MandateRecord, tell } from './move.ts'
import { code, ended, keepPlanned } from './plan.ts'

/** Longer than a bank may take while we wait: then nobody does any more, and it is asked again. */
const lostAfterMs = 60_000
const longestPauseMs = 3_600_000

export type Write = <T>(work: (context: Context) => Promise<T>) => Promise<T>

interface Asked {
  payment: PaymentRecord
  mandateReference: string
  attempt: number
}

/**
 * Tries a debit that is due: writes down that we will, asks the bank, writes down its answer. Where that breaks off, the
 * next call asks again under the same reference, and the bank debits once. Answers whether there was something to do.
 */
export async function attempt(write: Write, connector: () => Connector, key: Key): Promise<boolean> {
  const asked = await write((context) => intend(context, key))
  if (!asked) return false
  if (asked === 'dropped') return true
  const { payment } = asked
  const outcome = await answerOf(connector(), asked)
  await write((context) => settle(context, { merchantId: payment.merchantId, id: payment.id }, outcome))
  return true
}

async function answerOf(connector: Connector, { payment, mandateReference, attempt }: Asked): Promise<Outcome> {
  const { reference, amountKobo, status } = payment
  // It was answered once that it does not know yet.
  const known = status === 'processing' ? await ask(connector.query(reference)) : undefined
  if (known && known.kind !== 'open') return known
  return (
    (await ask(connector.debitMandate({ reference, mandateReference, amountKobo, attempt }))) ?? { kind: 'pending' }
  )
}

/** What the bank is to be asked; undefined where the debit is not due, or has ended. */
async function intend(context: Context, key: Key): Promise<Asked | 'dropped' | undefined> {
  const { tx, now } = context
  const { debit, mandate } = await lockDebit(tx, key)
  if (!debit.dueAt || debit.dueAt > now) return undefined
  if (debit.status === 'processing') return askAgain(context, debit, mandate)
  if (mandate.status !== 'active' || !mandate.readyToDebit || isOver(mandate, now)) {
    await drop(context, debit, mandate)
    return 'dropped'
  }
  // Where nobody came by to tell the customer, it is high time.
  if (debit.noticeAt) await giveNotice(context, debit)
  const attempt = debit.attempts + 1
  const payment = await addPayment(tx, paymentFor(context, mandate, debit))
  await note(tx, payment, now, 'debit_asked', `The bank was asked to debit the account ending ${mandate.last4}`)
  await changeDebit(tx, debit, {
    status: 'processing',
    attempts: attempt,
    paymentId: payment.id,
    dueAt: new Date(now.getTime() + lostAfterMs),
    noticeAt: null,
  })
  await keepPlanned(context, mandate)
  return { payment, mandateReference: mandate.reference, attempt }
}

/** Puts the next asking off, each time for longer. */
async function askAgain({ tx, now }: Context, debit: DebitRecord, mandate: MandateRecord): Promise<Asked> {
  const { merchantId, paymentId, attempts } = debit
  // Read, not held: payments are held before mandates.
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, paymentId!)))
  const waitedMs = now.getTime() - payment!.createdAt.getTime()
  const pauseMs = Math.min(Math.max(waitedMs, lostAfterMs), longestPauseMs)
  await changeDebit(tx, debit, { dueAt: new Date(now.getTime() + pauseMs) })
  return { payment: payment!, mandateReference: mandate.reference, attempt: attempts }
}

function paymentFor({ now }: Context, mandate: MandateRecord, debit: DebitRecord) {
  const reference = `pay_${code(16)}`
  return {
    merchantId: mandate.merchantId,
    reference,
    processorReference: reference,
    accessCode: code(32),
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
    senderBank: bankOf(mandate.bankId)?.name ?? null,
    senderAccount: mandate.last4,
    createdAt: now,
    // Nobody has to hurry: the bank is asked until it answers.
    expiresAt: new Date(now.getTime() + lostAfterMs),
  }
}

/** A debit that became due while nothing may be debited. */
async function drop(context: Context, debit: DebitRecord, mandate: MandateRecord) {
  const { tx, now } = context
  const failureMessage = 'The mandate could not be debited on that day'
  await changeDebit(tx, debit, { ...ended(now), status: 'cancelled', failureCode: 'mandate_not_ready', failureMessage })
  await tell(
    tx,
    mandate,
    now,
    'debit_cancelled',
    `The debit of ${formatNaira(debit.amountKobo)} was cancelled: ${failureMessage}`,
  )
  await keepPlanned(context, mandate)
}

/** The customer is told, once. */
export async function giveNotice({ tx, now }: Context, debit: DebitRecord): Promise<void> {
  const { merchantId, id } = debit
  await changeDebit(tx, debit, { noticeAt: null, noticedAt: now })
  await enqueue(tx, mailDebit, { merchantId, id, what: 'notice' }, { ...of(debit), key: `${id}:notice` })
}
