import type { Channel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import { type ChargeOutcome, type PaidCard, reversedCharge, type SentPayment } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import type { DeclineReason } from '../response-codes.ts'
import { paymentReference } from '../transaction-references.ts'
import { formatReportedAmount, UnexpectedCharge } from '../unexpected-charge.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'

const Text = z.optional(z.nullable(z.string()))
const Authorization = z.object({
  authorization_code: Text,
  bin: Text,
  last4: Text,
  exp_month: Text,
  exp_year: Text,
  brand: Text,
  bank: Text,
  reusable: z.optional(z.nullable(z.boolean())),
  sender_name: Text,
  sender_bank: Text,
})

/** Transaction as `verify` and a charge return it. Amounts are in kobo, as a number or as text. */
export const Transaction = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  currency: z.string(),
  channel: Text,
  gateway_response: Text,
  paid_at: Text,
  authorization: z.optional(z.nullable(Authorization)),
})
export type Transaction = z.output<typeof Transaction>

/** Transaction of a reference; undefined if there is none. */
export async function findTransaction(client: PaystackClient, reference: string): Promise<Transaction | undefined> {
  try {
    const found = await client.call('GET', `/transaction/verify/${encodeURIComponent(reference)}`, {
      schema: Transaction,
    })
    if (found.reference !== reference) throw new Error(`Paystack verified another transaction than ${reference}`)
    return found
  } catch (error) {
    if (error instanceof PaystackRejection && error.isNotFound) return undefined
    throw error
  }
}

/** The transaction that was paid first. */
export const findPaid = (transactions: readonly Transaction[]): Transaction | undefined =>
  transactions
    .filter(({ status }) => status === 'success')
    .sort((a, b) => (a.paid_at ?? '').localeCompare(b.paid_at ?? ''))[0]

const channels: Record<string, Channel> = {
  card: 'card',
  bank: 'bank_account',
  direct_debit: 'direct_debit',
  bank_transfer: 'bank_transfer',
  ussd: 'ussd',
  qr: 'qr',
}

/** @throws UnexpectedCharge if amount, currency or mode are not those of the payment, Error if the reference is another one */
export function toSuccess(
  client: PaystackClient,
  transaction: Transaction,
  { reference: ours, amountKobo }: SentPayment,
): ChargeOutcome {
  const { reference, amount, currency, domain, authorization } = transaction
  if (paymentReference(reference) !== ours) throw new Error(`Paystack reports ${reference}, not ${ours}`)
  if (amount !== amountKobo || currency !== 'NGN' || domain !== client.domain)
    throw new UnexpectedCharge(
      reference,
      `Paystack reports ${formatReportedAmount(currency, amount)} (${domain}) for ${reference}, not ${formatNaira(amountKobo)}`,
    )
  const paidBy = channels[transaction.channel ?? '']
  if (!paidBy) throw new Error(`Paystack reports an unknown channel for ${reference}`)
  const token = authorization?.reusable ? authorization.authorization_code : undefined
  const card = paidBy === 'card' ? toPaidCard(authorization) : undefined
  const sender =
    paidBy === 'bank_transfer' && authorization?.sender_name
      ? { name: authorization.sender_name, bank: authorization.sender_bank ?? '' }
      : undefined
  return {
    kind: 'success',
    paidBy,
    charge: reference,
    ...(card && { card }),
    ...(card && token && { token }),
    ...(sender && { sender }),
  }
}

function toPaidCard(authorization: Transaction['authorization']): PaidCard | undefined {
  const { bin, last4, exp_month: month, exp_year: year, brand, bank } = authorization ?? {}
  if (!bin || !last4 || !month || !year) return undefined
  return {
    brand: (brand ?? 'card').trim().toLowerCase(),
    bin: bin.slice(0, 6),
    last4,
    expiryMonth: Number(month),
    expiryYear: Number(year),
    bank: bank ?? null,
  }
}

/** Whether a charge of a saved card waits until its holder confirms it on a page of Paystack. */
export const waitsForHolder = ({ status, channel }: Transaction): boolean =>
  channel === 'card' && (status === 'abandoned' || status === 'ongoing')

/** Outcome of a charge without its payer, which has one transaction. Its decline is final. */
export function toChargeOutcome(client: PaystackClient, transaction: Transaction, sent: SentPayment): ChargeOutcome {
  const { status, gateway_response: text } = transaction
  if (status === 'success') return toSuccess(client, transaction, sent)
  if (status === 'reversed') return reversedCharge
  if (status === 'failed')
    return { kind: 'failed', reason: toDeclineReason(text), ...(text && { processorText: text }) }
  return { kind: 'pending' }
}

/** Outcome of the transaction of a charge without its payer; undefined if there is none of its reference. */
export async function findChargeOutcome(client: PaystackClient, sent: SentPayment): Promise<ChargeOutcome | undefined> {
  const transaction = await findTransaction(client, sent.reference)
  return transaction && toChargeOutcome(client, transaction, sent)
}

/**
 * Outcome of a charge whose request was rejected. It may have been made all the same, by this request or an earlier one: `find` looks for it.
 * `toReason`: of the text of the rejection.
 * @throws the error, if it is no rejection
 */
export async function resolveRejection(
  error: unknown,
  find: () => Promise<ChargeOutcome | undefined>,
  toReason: (text: string) => DeclineReason = toDeclineReason,
): Promise<ChargeOutcome> {
  if (!(error instanceof PaystackRejection)) throw error
  const known = await find()
  if (known) return known
  if (error.isDuplicate) return { kind: 'pending' }
  return { kind: 'failed', reason: toReason(error.message), processorText: error.message }
}
