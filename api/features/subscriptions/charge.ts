import { randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Config } from '../../config.ts'
import { ask } from '../../connectors/ask.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { addPayment, note, type PaymentRecord, settle } from '../payments/payments.ts'
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
  token: string
}

export const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
export const lowerAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
export const codeAlphabet = `${lowerAlphabet}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Writes down one try at charging an invoice, before anybody is asked. The subscription is held. */
export async function beginCharge(
  context: Context,
  held: SubscriptionRecord,
  { invoice, card }: { invoice: InvoiceRecord; card: SavedCardRecord },
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
    savedCardId: card.id,
    status: 'pending',
    step: 'pending',
    channel: 'card',
    priceKobo: invoice.dueKobo,
    amountKobo: invoice.dueKobo,
    feeBearer: 'merchant',
    customerId: held.customerId,
    customerEmail: held.customerEmail,
    customerName: held.customerName,
    cardBrand: card.brand,
    cardBin: card.bin,
    cardLast4: card.last4,
    cardExpiryMonth: card.expiryMonth,
    cardExpiryYear: card.expiryYear,
    processorReference: reference,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresMs),
  })
  const text = `The saved card ending ${card.last4} is charged ${formatNaira(invoice.dueKobo)} for ${invoice.planName}`
  await note(tx, payment, now, 'started', text)
  await changeInvoice(tx, invoice, {
    status: 'pending',
    attempts: invoice.attempts + 1,
    paymentId: payment.id,
    nextAttemptAt: null,
  })
  await change(tx, held, { openInvoiceId: invoice.id, dueAt: new Date(now.getTime() + leaseMs) })
  return chargeOf(context, payment, card)
}

export const chargeOf = (context: Pick<Context, 'vault'>, payment: PaymentRecord, card: SavedCardRecord): Charge => ({
  key: { merchantId: payment.merchantId, id: payment.id },
  reference: payment.reference,
  amountKobo: payment.amountKobo,
  email: payment.customerEmail,
  token: tokenOf(context, card),
})

export interface ChargeSteps {
  mode: Mode
  config: Config
  write<T>(work: (context: Context) => Promise<T>): Promise<T>
}

/** Asks the processor, between two transactions, and writes down what it said. No answer leaves it to the sweep. */
export async function charge(steps: ChargeSteps, { key, ...request }: Charge): Promise<PaymentRecord | undefined> {
  const outcome = await ask(connectorFor(steps.mode, steps.config, steps.write).chargeSaved(request))
  return outcome && steps.write((context) => settle(context, key, outcome))
}
