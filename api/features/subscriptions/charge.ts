import type { Mode } from '@adire/contract/call.ts'
import { debitAttempts } from '@adire/contract/direct-debit.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../config.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { bankReference } from '../direct-debit/move.ts'
import { findBank } from '../lookups/lookups.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { addPayment, appendPaymentEvent, type PaymentRecord } from '../payments/move.ts'
import { findOwnPrices } from '../prices/own-prices.ts'
import { applyCardCharge } from '../saved-cards/apply-charge.ts'
import { openToken, type SavedCardRecord, toCardFields } from '../saved-cards/saved-cards.ts'
import type { AccountRecord } from './debit-account.ts'
import {
  type InvoiceRecord,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'

/**
 * Lease of a stored charge: how long the process that stored it has to finish it. After that the scheduled job assumes a crash and
 * repeats the request with the same reference, for which the processor charges only once.
 */
export const leaseMs = 60_000
/** Expiry of the payment, long after the last query for its outcome. */
const expiresMs = hourMs

export interface SubscriptionCharge {
  key: { merchantId: string; id: string }
  processor: Processor
  /** Reference at the processor. */
  reference: string
  amountKobo: number
  email: string
  by: { token: string } | { mandateReference: string; attempt: number }
}

/** Payment method of a charge: a saved card, or a bank account under a mandate. */
export type ChargeSource = { card: SavedCardRecord } | { account: AccountRecord }

/** Number of attempts to charge an invoice, scheduled or requested by the merchant. */
export const countAttempts = ({ attempts, requestedAttempts }: InvoiceRecord) => attempts + requestedAttempts

/** Whether an account may be debited for an invoice once more: its holder has agreed to three times in all. */
export const mayDebitAgain = (invoice: InvoiceRecord) => countAttempts(invoice) < debitAttempts

/** Adds the payment of an attempt to charge an invoice, before the processor is called. */
export async function addChargePayment(
  context: Context,
  subscription: SubscriptionRecord,
  { invoice, source }: { invoice: Pick<InvoiceRecord, 'id' | 'dueKobo' | 'planName'>; source: ChargeSource },
): Promise<PaymentRecord> {
  const { tx, now } = context
  const reference = `pay_${randomText(16)}`
  const processor = ('card' in source ? source.card.processor : source.account.processor)!
  const payment = await addPayment(tx, {
    merchantId: subscription.merchantId,
    reference,
    accessCode: randomText(24, accessCodeAlphabet),
    planId: subscription.planId,
    subscriptionId: subscription.id,
    subscriptionInvoiceId: invoice.id,
    ...('card' in source ? toCardFields(source.card) : fromAccount(source.account)),
    status: 'pending',
    step: 'pending',
    priceKobo: invoice.dueKobo,
    amountKobo: invoice.dueKobo,
    feeBearer: 'merchant',
    prices: await findOwnPrices(context, subscription.merchantId),
    customerId: subscription.customerId,
    customerEmail: subscription.customerEmail,
    customerName: subscription.customerName,
    processor,
    processorReference: toProcessorReference(processor, reference),
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresMs),
  })
  const what = 'card' in source ? `saved card ending ${source.card.last4}` : `account ending ${source.account.last4}`
  const text = `The ${what} is charged ${formatNaira(invoice.dueKobo)} for ${invoice.planName}`
  await appendPaymentEvent(tx, payment, now, 'started', text)
  return payment
}

/** Change of a subscription whose invoice is about to be charged: the job looks at it again when the lease is over. */
export const leaseFor = ({ now }: Pick<Context, 'now'>, invoice: Pick<InvoiceRecord, 'id'>) => ({
  openInvoiceId: invoice.id,
  dueAt: new Date(now.getTime() + leaseMs),
})

/** Stores an attempt to charge an invoice, before the processor is called. The subscription must be locked. */
export async function startCharge(
  context: Context,
  subscription: SubscriptionRecord,
  { invoice, source, isRequested = false }: { invoice: InvoiceRecord; source: ChargeSource; isRequested?: boolean },
): Promise<SubscriptionCharge> {
  const { tx } = context
  const payment = await addChargePayment(context, subscription, { invoice, source })
  const attempting = await updateSubscriptionInvoiceRecord(tx, invoice, {
    status: 'pending',
    paymentId: payment.id,
    // A requested charge leaves the schedule of retries as it is.
    ...(isRequested
      ? { requestedAttempts: invoice.requestedAttempts + 1, requestedPaymentId: payment.id }
      : { attempts: invoice.attempts + 1, nextAttemptAt: null }),
  })
  await updateSubscriptionRecord(tx, subscription, leaseFor(context, invoice))
  return buildCharge(context, payment, { source, attempts: countAttempts(attempting) })
}

const fromAccount = (account: AccountRecord) => ({
  channel: 'direct_debit' as const,
  mandateId: account.id,
  channelDetails: { direct_debit: { bankName: findBank(account.bankId)?.name ?? null, last4: account.last4 } },
})

export const buildCharge = (
  context: Pick<Context, 'vault'>,
  payment: PaymentRecord,
  { source, attempts }: { source: ChargeSource; attempts: number },
): SubscriptionCharge => ({
  key: { merchantId: payment.merchantId, id: payment.id },
  processor: payment.processor!,
  reference: payment.processorReference!,
  amountKobo: payment.amountKobo,
  email: payment.customerEmail,
  by:
    'card' in source
      ? { token: openToken(context, source.card) }
      : { mandateReference: bankReference(source.account), attempt: attempts },
})

export interface ChargeUnitOfWork {
  mode: Mode
  config: ApiConfig
  write<T>(callback: (context: Context) => Promise<T>): Promise<T>
  writeStatement<T>(callback: (context: Context) => Promise<T>): Promise<T>
}

/** Calls the processor, between two transactions, and stores the outcome. Without a response, the scheduled job tries again. */
export async function chargeSubscription(
  unitOfWork: ChargeUnitOfWork,
  { key, processor, by, ...request }: SubscriptionCharge,
): Promise<PaymentRecord | undefined> {
  const { reference, amountKobo } = request
  const outcome = await callConnector(
    'token' in by
      ? connectorFor(unitOfWork, 'savedCards', processor).savedCards.charge({ ...request, ...by })
      : connectorFor(unitOfWork, 'mandates', processor).mandates.debit({ reference, amountKobo, ...by }),
  )
  const apply = 'token' in by ? applyCardCharge : applyOutcome
  return outcome && unitOfWork.write((context) => apply({ ...context, reads: new Map() }, key, outcome))
}
