import * as z from 'zod/mini'
import { readPages } from '../record-pages.ts'
import type { RefundOutcome, RefundRequest, Refunds } from '../refunds.ts'
import { findTransactions, paymentReference } from '../transaction-references.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'
import { findPaid, findTransaction } from './transactions.ts'

const Refund = z.object({
  id: z.number(),
  domain: z.string(),
  currency: z.string(),
  amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  status: z.string(),
  merchant_note: z.optional(z.nullable(z.string())),
})
type Refund = z.output<typeof Refund>
const Listed = z.array(z.extend(Refund, { transaction: z.union([z.number(), z.string()]) }))
const Banks = z.array(z.object({ id: z.number(), code: z.string() }))

const pageSize = 100

/**
 * Refunds. Paystack accepts no reference of ours, so ours is the note: a refund with this note is the same refund, and two equal refunds
 * stay two.
 */
export function paystackRefunds(client: PaystackClient): Refunds {
  return {
    async request(request) {
      const transaction = await findCharge(client, request.chargeReference)
      const known = await findRefund(client, transaction.id, request.reference)
      if (known) return request.account ? retryToAccount(client, known, request) : toOutcome(known)
      return createRefund(client, transaction.id, request)
    },
    async query({ reference, chargeReference }) {
      const transaction = await findCharge(client, chargeReference)
      const known = await findRefund(client, transaction.id, reference)
      return known ? toOutcome(known) : { kind: 'unknown' }
    },
  }
}

/** The transaction to refund: that of a reference, or the one by which a payment was paid. It stays the same after a full refund. */
async function findCharge(client: PaystackClient, reference: string) {
  const isTransaction = paymentReference(reference) !== reference
  const find = (one: string) => findTransaction(client, one)
  const transactions = isTransaction
    ? [await find(reference)].filter((one) => one !== undefined)
    : await findTransactions(reference, find)
  const charge = findPaid(transactions) ?? transactions.find(({ status }) => status === 'reversed')
  if (!charge) throw new Error(`Paystack has no paid transaction of ${reference}`)
  return charge
}

/** The refund with a note, on whichever page of the list it is: one that is not found would be made a second time. */
async function findRefund(client: PaystackClient, transaction: number, note: string): Promise<Refund | undefined> {
  const query = { transaction: String(transaction), perPage: String(pageSize) }
  const pages = readPages({
    name: 'Paystack’s list of refunds',
    firstPage: 1,
    pageSize,
    readPage: (page) => client.call('GET', '/refund', { schema: Listed, query: { ...query, page } }),
  })
  for await (const found of pages) {
    // A list of other refunds might not have ours.
    if (found.some((one) => String(one.transaction) !== query.transaction))
      throw new Error(`Paystack lists refunds of other transactions than ${transaction}`)
    const known = found.find(({ merchant_note }) => merchant_note === note)
    if (known) return requireOurs(client, known, note)
  }
  return undefined
}

async function createRefund(client: PaystackClient, transaction: number, { reference, amountKobo }: RefundRequest) {
  const body = { transaction: String(transaction), amount: amountKobo, currency: 'NGN', merchant_note: reference }
  try {
    const created = await client.call('POST', '/refund', { schema: Refund, body })
    if (created.amount !== amountKobo)
      throw new Error(`Paystack refunds ${created.amount} kobo for ${reference}, not ${amountKobo}`)
    return toOutcome(requireOurs(client, created, reference))
  } catch (error) {
    if (!(error instanceof PaystackRejection)) throw error
    // It may be rejected because it was made before: an earlier list did not have it yet.
    const known = await findRefund(client, transaction, reference)
    if (known) return toOutcome(known)
    if (error.isDuplicate) throw error
    return { kind: 'failed', message: error.message.replace(/\.$/, '') } as const
  }
}

/** @throws Error if it is another refund, or in another mode or currency */
function requireOurs(client: PaystackClient, refund: Refund, reference: string): Refund {
  const { merchant_note: note, domain, currency } = refund
  if (note !== reference || domain !== client.domain || currency !== 'NGN')
    throw new Error(`Paystack reports the refund ${note} (${domain}, ${currency}), not ${reference}`)
  return refund
}

/** Sends a refund that the card did not accept to the payer's bank account. */
async function retryToAccount(
  client: PaystackClient,
  refund: Refund,
  { account }: RefundRequest,
): Promise<RefundOutcome> {
  if (refund.status !== 'needs-attention') return toOutcome(refund)
  const banks = await client.call('GET', '/bank', { schema: Banks, query: { country: 'nigeria' } })
  const bank = banks.find(({ code }) => code === account!.bankCode)
  if (!bank) return { kind: 'needs_account', message: 'Refunds can’t be sent to this bank' }
  const body = {
    refund_account_details: { currency: 'NGN', account_number: account!.accountNumber, bank_id: String(bank.id) },
  }
  return toOutcome(
    await client.call('POST', `/refund/retry_with_customer_details/${refund.id}`, { schema: Refund, body }),
  )
}

function toOutcome({ status }: Refund): RefundOutcome {
  if (status === 'processed') return { kind: 'processed' }
  if (status === 'failed') return { kind: 'failed', message: 'The payer’s bank sent the money back' }
  if (status === 'needs-attention')
    return { kind: 'needs_account', message: 'This card can’t receive refunds', isHeld: true }
  return { kind: 'pending' }
}
