import { and, eq } from 'drizzle-orm'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { ConnectorSource } from '../../connectors/connector.ts'
import { connectorFor, requireConnector } from '../../connectors/connector-for.ts'
import { returnUnexpectedCharge, UnexpectedCharge } from '../../connectors/unexpected-charge.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isStillOwed } from '../invoices/open-payments.ts'
import { applyOutcome, type PaymentOutcome } from '../payments/apply-outcome.ts'
import { isWithoutPayer } from '../payments/confirm-card.ts'
import { lockPayment, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { isPayableBy, leaveChargeToOperator, returnCharge } from '../payments/return-charge.ts'
import { payments } from '../payments/tables.ts'

type Source = Pick<ConnectorSource, 'mode' | 'config'> & {
  write<T>(use: (context: Context) => Promise<T>): Promise<T>
}
interface Key {
  merchantId: string
  id: string
}

/**
 * Queries the outcome of a payment and applies it; a charge that was made after the payment had ended is returned, and one that is not that
 * of the payment is left to the operator. Nothing happens if the payment was never sent or is not queried any more. May run twice at once.
 * @throws Error if the processor gives no answer
 */
export async function queryPayment(source: Source, key: Key): Promise<void> {
  const open = await source.write(({ tx }) => openPayment(tx, key))
  if (!open) return
  const connector = requireConnector(source, open.processor)
  // If the amount was paid by another payment, close this one at the processor; if a bank is deciding, wait for its outcome.
  const isClosed = waitsForPayer(open) && !(await source.write(({ tx }) => isStillOwed(tx, open)))
  const query = isClosed ? connector.payments.close(open) : connector.payments.query(open)
  const outcome = await query.catch(returnUnexpectedCharge)
  if (outcome instanceof UnexpectedCharge) {
    const left = { processor: open.processor, charge: outcome.charge, why: outcome.message }
    return source.write((context) => leaveChargeToOperator(context, open, left))
  }
  if (outcome.kind === 'success' && outcome.charge && !isPayableBy(open, outcome.paidBy)) {
    await returnCharge(source.write, connectorFor(source, 'refunds', open.processor), open, outcome.charge)
    return source.write(async ({ tx }) => void (await stopChecks(tx, key)))
  }
  await source.write((context) => applyOutcome(context, key, decide(open, outcome, isClosed)))
}

async function stopChecks(tx: Tx, key: Key): Promise<void> {
  const payment = await lockPayment(tx, key)
  if (payment) await updatePaymentRecord(tx, payment, { checkAt: null })
}

/** How many times a charge without its payer is queried before its request counts as lost. The second query is 90 seconds after it. */
const lostAfterChecks = 2

/** What a query of the processor means for a payment. `isClosed`: the amount was paid another way. */
function decide(payment: PaymentRecord, outcome: ChargeOutcome, isClosed: boolean): PaymentOutcome {
  const { status, checks } = payment
  const isTypedHere = isTyped(payment)
  // Nobody repeats the request of such a charge, or answers its bank: what a payer typed is not stored. If it is paid all the same, it is
  // returned.
  const isWaiting = outcome.kind === 'open' || (outcome.kind === 'challenge' && isTypedHere)
  const hasNoPayer = isWithoutPayer(payment) || isTypedHere
  if (status === 'processing' && isWaiting && hasNoPayer && checks >= lostAfterChecks)
    return { kind: 'failed', reason: 'issuer_unavailable' }
  return outcome.kind === 'open' && isClosed ? { kind: 'abandoned', because: 'paid_otherwise' } : outcome
}

/**
 * Whether the payer typed a card or an account here, which was sent to the processor. The outcome of a card page is not known before it is
 * paid.
 */
const isTyped = ({ channel, channelDetails: { card, bank_account: account } }: PaymentRecord) =>
  (channel === 'card' && card !== undefined) || (channel === 'bank_account' && account !== undefined)

/** True if the payer has an account number or a code, and may or may not use it. */
const waitsForPayer = ({ status, step }: PaymentRecord) => status === 'pending' && step === 'pay_offline'

/**
 * The payment with its processor reference; undefined if it was never sent to the processor or has ended. An abandoned payment is
 * queried once more if a transfer may have arrived since.
 */
async function openPayment(tx: Tx, { merchantId, id }: Key) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
  if (!payment || !isQueried(payment)) return undefined
  return { ...payment, processor: payment.processor!, reference: payment.processorReference! }
}

/** Whether a payment was sent to a processor that may still change its outcome. */
export function isQueried({ status, checkAt, processor, processorReference }: PaymentRecord): boolean {
  const isGivenUp = status === 'abandoned' && checkAt !== null
  const isOpen = status === 'pending' || status === 'processing' || isGivenUp
  return isOpen && processor !== null && processorReference !== null
}
