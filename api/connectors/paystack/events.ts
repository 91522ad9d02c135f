import * as z from 'zod/mini'
import type { EventSubject, ProcessorEvents } from '../events.ts'
import { type ReturnReason, returnReasons } from '../instructions.ts'
import { parseJson } from '../parse-json.ts'
import { isSignedWith } from '../signatures.ts'
import { paymentReference } from '../transaction-references.ts'
import type { PaystackClient } from './client.ts'
import { Transaction } from './transactions.ts'

const Rejected = z.object({
  bank_transfer: z.object({
    amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
    message_type: z.string(),
    transaction_id: z.union([z.number(), z.string()]),
  }),
})
const Event = z.object({
  event: z.string(),
  data: z.looseObject({
    id: z.optional(z.union([z.number(), z.string()])),
    domain: z.optional(z.string()),
    reference: z.optional(z.nullable(z.string())),
    transaction_reference: z.optional(z.nullable(z.string())),
    customer: z.optional(z.nullable(z.looseObject({ email: z.optional(z.nullable(z.string())) }))),
  }),
})

/** Events of Paystack, signed with the secret key. */
export const paystackEvents = (client: PaystackClient, secretKey: string): ProcessorEvents => ({
  isAuthentic: (event) => isSignedWith(event, 'x-paystack-signature', secretKey),
  async read(body) {
    const { data: event } = z.safeParse(Event, parseJson(body))
    if (!event || (event.data.domain !== undefined && event.data.domain !== client.domain)) return undefined
    return toSubject(client, event)
  },
})

async function toSubject(client: PaystackClient, event: z.output<typeof Event>): Promise<EventSubject | undefined> {
  const { id, reference, transaction_reference: refunded, customer } = event.data
  if (event.event === 'charge.success' && reference)
    return { kind: 'payment', reference: paymentReference(reference), charge: reference }
  if (/^refund\./.test(event.event) && refunded)
    return { kind: 'refund', reference: paymentReference(refunded), charge: refunded }
  if (/^transfer\.(success|failed|reversed)$/.test(event.event) && reference) return { kind: 'payout', reference }
  if (/^charge\.dispute\./.test(event.event) && id !== undefined) return { kind: 'dispute', reference: String(id) }
  if (/^direct_debit\.authorization\.(created|active)$/.test(event.event)) {
    if (reference) return { kind: 'mandate', reference }
    // Paystack names only the customer when they have authorised a mandate.
    return customer?.email ? { kind: 'mandates', email: customer.email, reference: null } : undefined
  }
  if (event.event === 'bank.transfer.rejected') return toReturned(client, event.data)
  return undefined
}

/** Paystack names only the id of the transaction here. */
async function toReturned(client: PaystackClient, given: unknown): Promise<EventSubject | undefined> {
  const { data } = z.safeParse(Rejected, given)
  if (!data) return undefined
  const { amount, message_type: type, transaction_id: id } = data.bank_transfer
  const path = `/transaction/${encodeURIComponent(String(id))}`
  const { reference, domain } = await client.call('GET', path, { schema: Transaction })
  if (domain !== client.domain) return undefined
  const reason = type in returnReasons ? (type as ReturnReason) : 'INCORRECT_AMOUNT'
  return { kind: 'returned', reference: paymentReference(reference), amountKobo: amount, reason }
}
