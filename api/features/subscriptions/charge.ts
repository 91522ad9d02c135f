import { randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Config } from '../../config.ts'
import { ask } from '../../connectors/ask.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { bankOf } from '../lookups/lookups.ts'
import { addPayment, note, type PaymentRecord, settle } from '../payments/payments.ts'
import type { AccountRecord } from './account.ts'
import { change, changeInvoice, type InvoiceRecord, type SubscriptionRecord } from './move.ts'
import { type SavedCardRecord, tokenOf } from './saved-cards.ts'

/**
 * How long a charge that was written down is left to whoever wrote it. After that it was cut off, and the sweep asks the
 * processor again, under the same reference, for which it charges once.
 */
export const leaseMs = 60_000
/** A charge nobody asks about any more has ended long before. */
const expiresMs = 3_600_000

export interface Charge {
  key: { merchantId: string; id: string }
  reference: string
  amountKobo: number
  email: string
  by: { token: string } | { mandateReference: string; attempt: number }
}

/** What a charge is taken from: a saved card, or an account under its mandate. */
export type Source = { card: SavedCardRecord } | { account: AccountRecord }

export const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
export const lowerAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
export const codeAlphabet = `${lowerAlphabet}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Writes down one try at charging an invoice, before anybody is asked. The subscription is held. */
export async function beginCharge(
  context: Context,
  held: SubscriptionRecord,
  { invoice, source }: { invoice: InvoiceRecord; source: Source },
): Promise<Charge> {
  const { tx, now } = context
  const reference = `pay_${randomText(lowerAlphabet, 16)}`
  const payment = await addPayment(tx, {
    merchantId: held.merchantId,
    reference,
    accessCode: randomText(codeAlphabet, 24),
    planId: held.planId,
    subscriptionId: held.id,
    subscriptionInvoiceId: invoice.id,
    ...('card' in source ? fromCard(source.card) : fromAccount(source.account)),
    status: 'pending',
    step: 'pending',
    priceKobo: invoice.dueKobo,
    amountKobo: invoice.dueKobo,
    feeBearer: 'merchant',
    customerId: held.customerId,
    customerEmail: held.customerEmail,
    customerName: held.customerName,
    processorReference: reference,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresMs),
  })
  const what = 'card' in source ? `saved card ending ${source.card.last4}` : `account ending ${source.account.last4}`
  const text = `The ${what} is charged ${formatNaira(invoice.dueKobo)} for ${invoice.planName}`
  await note(tx, payment, now, 'started', text)
  const attempts = invoice.attempts + 1
  await changeInvoice(tx, invoice, {
    status: 'pending',
    attempts,
    paymentId: payment.id,
    nextAttemptAt: null,
  })
  await change(tx, held, { openInvoiceId: invoice.id, dueAt: new Date(now.getTime() + leaseMs) })
  return chargeOf(context, payment, { source, attempts })
}

const fromCard = (card: SavedCardRecord) => ({
  channel: 'card' as const,
  savedCardId: card.id,
  cardBrand: card.brand,
  cardBin: card.bin,
  cardLast4: card.last4,
  cardExpiryMonth: card.expiryMonth,
  cardExpiryYear: card.expiryYear,
})

const fromAccount = (account: AccountRecord) => ({
  channel: 'direct_debit' as const,
  mandateId: account.id,
  senderBank: bankOf(account.bankId)?.name ?? null,
  senderAccount: account.last4,
})

export const chargeOf = (
  context: Pick<Context, 'vault'>,
  payment: PaymentRecord,
  { source, attempts }: { source: Source; attempts: number },
): Charge => ({
  key: { merchantId: payment.merchantId, id: payment.id },
  reference: payment.reference,
  amountKobo: payment.amountKobo,
  email: payment.customerEmail,
  by:
    'card' in source
      ? { token: tokenOf(context, source.card) }
      : { mandateReference: source.account.reference, attempt: attempts },
})

export interface ChargeSteps {
  mode: Mode
  config: Config
  write<T>(work: (context: Context) => Promise<T>): Promise<T>
}

/** Asks the processor, between two transactions, and writes down what it said. No answer leaves it to the sweep. */
export async function charge(steps: ChargeSteps, { key, by, ...request }: Charge): Promise<PaymentRecord | undefined> {
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const { reference, amountKobo } = request
  const outcome = await ask(
    'token' in by
      ? connector.chargeSaved({ ...request, ...by })
      : connector.debitMandate({ reference, amountKobo, ...by }),
  )
  return outcome && steps.write((context) => settle(context, key, outcome))
}
