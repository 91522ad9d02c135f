import type { Channel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import { type ChargeOutcome, type PaidCard, reversedCharge, type SentPayment } from '../charges.ts'
import { isOfWay } from '../transaction-references.ts'
import { formatReportedAmount, UnexpectedCharge } from '../unexpected-charge.ts'
import { isNotFound, type MonnifyClient } from './client.ts'
import { toSortableTime } from './instants.ts'

const Text = z.optional(z.nullable(z.string()))
/** Amount in naira, as a number or as text, in kobo. */
export const Kobo = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((naira) => Math.round(Number(naira) * 100)),
)

const CardDetails = z.object({
  cardType: Text,
  last4: Text,
  expMonth: Text,
  expYear: Text,
  bin: Text,
  bankName: Text,
  reusable: z.optional(z.nullable(z.boolean())),
  cardToken: Text,
})
const AccountDetails = z.object({ accountName: Text, bankName: Text })

/** Transaction as the query and a charge return it. */
export const Transaction = z.object({
  transactionReference: z.string(),
  paymentReference: z.string(),
  paymentStatus: z.string(),
  amountPaid: Kobo,
  currency: Text,
  paymentMethod: Text,
  paidOn: Text,
  cardDetails: z.optional(z.nullable(CardDetails)),
  accountDetails: z.optional(z.nullable(AccountDetails)),
})
export type Transaction = z.output<typeof Transaction>

/** Transaction of a reference of ours; undefined if there is none. */
export async function findTransaction(
  client: MonnifyClient,
  paymentReference: string,
): Promise<Transaction | undefined> {
  const query = { paymentReference }
  try {
    const found = await client.call('GET', '/api/v2/merchant/transactions/query', { schema: Transaction, query })
    if (found.paymentReference !== paymentReference)
      throw new Error(`Monnify found another transaction than ${paymentReference}`)
    return found
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Statuses of transactions that money came in for. */
const paidStatuses = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID'])

/** The transaction that was paid first. */
export const findPaid = (transactions: readonly Transaction[]): Transaction | undefined =>
  transactions
    .filter(({ paymentStatus }) => paidStatuses.has(paymentStatus))
    .sort((a, b) => toSortableTime(a.paidOn).localeCompare(toSortableTime(b.paidOn)))[0]

const channels: Record<string, Channel> = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  USSD: 'ussd',
  PHONE_NUMBER: 'ussd',
  DIRECT_DEBIT: 'direct_debit',
}

/** Channel that a transaction was paid through; a code to dial makes a transfer. Undefined for an unknown method. */
export function channelOf({ paymentReference, paymentMethod }: Transaction): Channel | undefined {
  const channel = channels[paymentMethod ?? '']
  return channel === 'bank_transfer' && isOfWay(paymentReference, 'ussd') ? 'ussd' : channel
}

/** @throws UnexpectedCharge if status, amount or currency are not those of the payment */
export function toSuccess(transaction: Transaction, { amountKobo }: SentPayment): ChargeOutcome {
  const { paymentReference, paymentStatus, amountPaid, currency, cardDetails, accountDetails } = transaction
  if (paymentStatus !== 'PAID' || amountPaid !== amountKobo || currency !== 'NGN')
    throw new UnexpectedCharge(
      paymentReference,
      `Monnify reports ${paymentStatus} with ${formatReportedAmount(currency, amountPaid)} for ${paymentReference}, not ${formatNaira(amountKobo)}`,
    )
  const paidBy = channelOf(transaction)
  if (!paidBy) throw new Error(`Monnify reports an unknown payment method for ${paymentReference}`)
  const card = paidBy === 'card' ? toPaidCard(cardDetails) : undefined
  const token = cardDetails?.reusable ? cardDetails.cardToken : undefined
  const sender =
    paidBy === 'bank_transfer' && accountDetails?.accountName
      ? { name: accountDetails.accountName, bank: accountDetails.bankName ?? '' }
      : undefined
  return {
    kind: 'success',
    paidBy,
    charge: paymentReference,
    ...(card && { card }),
    ...(card && token && { token }),
    ...(sender && { sender }),
  }
}

function toPaidCard(details: Transaction['cardDetails']): PaidCard | undefined {
  const { bin, last4, expMonth, expYear, cardType, bankName } = details ?? {}
  if (!bin || !last4 || !expMonth || !expYear) return undefined
  return {
    brand: (cardType ?? 'card').trim().toLowerCase(),
    bin: bin.slice(0, 6),
    last4,
    expiryMonth: Number(expMonth),
    expiryYear: Number(expYear.length === 2 ? `20${expYear}` : expYear),
    bank: bankName ?? null,
  }
}

const failedStatuses = new Set(['FAILED', 'CANCELLED', 'EXPIRED', 'ABANDONED'])

/** Outcome of a charge without its payer, which has one transaction. Its decline is final. */
export function toChargeOutcome(transaction: Transaction, sent: SentPayment): ChargeOutcome {
  const { paymentStatus } = transaction
  if (paidStatuses.has(paymentStatus)) return toSuccess(transaction, sent)
  if (paymentStatus === 'REVERSED') return reversedCharge
  if (failedStatuses.has(paymentStatus)) return { kind: 'failed', reason: 'do_not_honour' }
  return { kind: 'pending' }
}
