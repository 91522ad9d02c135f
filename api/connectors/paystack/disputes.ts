import * as z from 'zod/mini'
import type { DisputeResponse, DisputeState, Disputes, ProcessorDispute, ResponseOutcome } from '../disputes.ts'
import { readPages } from '../record-pages.ts'
import { paymentReference } from '../transaction-references.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'

const Kobo = z.pipe(z.union([z.number(), z.string()]), z.transform(Number))
const Dispute = z.object({
  id: z.number(),
  status: z.string(),
  resolution: z.optional(z.nullable(z.string())),
  domain: z.string(),
  currency: z.string(),
  refund_amount: z.optional(z.nullable(Kobo)),
  category: z.optional(z.nullable(z.string())),
  dueAt: z.optional(z.nullable(z.string())),
  transaction: z.object({ reference: z.string(), domain: z.string(), amount: Kobo }),
  evidence: z.optional(z.nullable(z.object({ service_details: z.optional(z.nullable(z.string())) }))),
  messages: z.optional(z.nullable(z.array(z.object({ body: z.string() })))),
})
type Dispute = z.output<typeof Dispute>
const Listed = z.array(z.object({ id: z.number() }))
const Upload = z.object({ signedUrl: z.url(), fileName: z.string() })

const pageSize = 100
const uploadTimeoutMs = 60_000

/** Disputes. Paystack accepts one response, which ends in one call, so that the calls before it may be repeated. */
export const paystackDisputes = (client: PaystackClient): Disputes => ({
  async query(reference) {
    const found = await findDispute(client, reference)
    return found && toDispute(found)
  },
  async listOpen() {
    const lists = await Promise.all(
      ['awaiting-merchant-feedback', 'awaiting-bank-feedback'].map((status) => listByStatus(client, status)),
    )
    return lists.flat()
  },
  respond: (response) => respond(client, response),
})

const pathOf = (reference: string) => `/dispute/${encodeURIComponent(reference)}`

async function findDispute(client: PaystackClient, reference: string): Promise<Dispute | undefined> {
  try {
    const found = await client.call('GET', pathOf(reference), { schema: Dispute })
    if (String(found.id) !== reference) throw new Error(`Paystack returned another dispute than ${reference}`)
    const isOfMode = found.domain === client.domain && found.transaction.domain === client.domain
    return isOfMode ? found : undefined
  } catch (error) {
    if (error instanceof PaystackRejection && error.isNotFound) return undefined
    throw error
  }
}

async function listByStatus(client: PaystackClient, status: string): Promise<string[]> {
  const references: string[] = []
  const query = { status, perPage: String(pageSize) }
  const pages = readPages({
    name: 'Paystack’s list of disputes',
    firstPage: 1,
    pageSize,
    readPage: (page) => client.call('GET', '/dispute', { schema: Listed, query: { ...query, page } }),
  })
  for await (const found of pages) references.push(...found.map(({ id }) => String(id)))
  return references
}

function toDispute(found: Dispute): ProcessorDispute {
  const { id, currency, transaction, category, dueAt, messages } = found
  if (currency !== 'NGN') throw new Error(`Paystack reports a dispute in ${currency}: ${id}`)
  return {
    reference: String(id),
    paymentReference: paymentReference(transaction.reference),
    charge: transaction.reference,
    amountKobo: amountOf(found),
    category: category === 'chargeback' || category === 'fraud' ? category : 'general',
    reason: messages?.[0]?.body ?? 'The customer complained to their bank.',
    dueAt: dueAt ? new Date(dueAt) : null,
    state: toState(found),
  }
}

/** Paystack names no amount until one is decided. */
const amountOf = ({ refund_amount: amount, transaction }: Dispute): number => (amount ? amount : transaction.amount)

/** `declined`: the claim of the payer was declined, so that the merchant keeps the money. */
function toState(found: Dispute): DisputeState {
  const { id, status, resolution } = found
  if (status === 'pending') return { kind: 'pending' }
  if (status === 'awaiting-merchant-feedback') return { kind: 'awaiting_merchant' }
  if (status === 'awaiting-bank-feedback') return { kind: 'awaiting_bank' }
  if (status !== 'resolved') throw new Error(`Paystack reports the status ${status} for the dispute ${id}`)
  if (resolution === 'declined') return { kind: 'won' }
  if (!resolution?.endsWith('-accepted'))
    throw new Error(`Paystack reports the resolution ${resolution} for the dispute ${id}`)
  return { kind: 'lost', lostKobo: amountOf(found), how: hows[resolution] ?? 'decided' }
}

/** Paystack publishes only `merchant-accepted` and `declined`. */
const hows: Record<string, 'accepted' | 'no_response'> = {
  'merchant-accepted': 'accepted',
  'auto-accepted': 'no_response',
}

async function respond(client: PaystackClient, response: DisputeResponse): Promise<ResponseOutcome> {
  const { reference } = response
  const before = await requireDispute(client, reference)
  if (before.status !== 'awaiting-merchant-feedback') return { kind: 'taken', dispute: toDispute(before) }
  try {
    await sendResponse(client, before, response)
  } catch (error) {
    if (!(error instanceof PaystackRejection)) throw error
    const after = await requireDispute(client, reference)
    if (after.status === before.status) return { kind: 'rejected', message: error.message.replace(/\.$/, '') }
  }
  return { kind: 'taken', dispute: toDispute(await requireDispute(client, reference)) }
}

async function requireDispute(client: PaystackClient, reference: string): Promise<Dispute> {
  const found = await findDispute(client, reference)
  if (!found) throw new Error(`Paystack has no dispute ${reference}`)
  return found
}

async function sendResponse(client: PaystackClient, dispute: Dispute, response: DisputeResponse): Promise<void> {
  const path = pathOf(response.reference)
  const { refundKobo, message, document } = response
  if (refundKobo === 0) await addEvidence(client, dispute, response)
  const query = { upload_filename: 'response.pdf' }
  const { signedUrl, fileName } = await client.call('GET', `${path}/upload_url`, { schema: Upload, query })
  await upload(signedUrl, document)
  const resolution = refundKobo > 0 ? 'merchant-accepted' : 'declined'
  const body = { resolution, message, refund_amount: refundKobo, uploaded_filename: fileName }
  await client.call('PUT', `${path}/resolve`, { schema: z.unknown(), body })
}

async function addEvidence(client: PaystackClient, dispute: Dispute, { message, payer }: DisputeResponse) {
  if (dispute.evidence?.service_details === message) return
  const body = {
    customer_email: payer.email,
    customer_name: payer.name,
    customer_phone: payer.phone,
    service_details: message,
  }
  await client.call('POST', `${pathOf(String(dispute.id))}/evidence`, { schema: z.unknown(), body })
}

/** The address is signed and needs no key. */
async function upload(url: string, document: Uint8Array): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    redirect: 'error',
    headers: { 'content-type': 'application/pdf' },
    body: Buffer.from(document),
    signal: AbortSignal.timeout(uploadTimeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The upload to Paystack failed with ${response.status}`)
}
