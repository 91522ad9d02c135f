import * as z from 'zod/mini'
import { PaystackError } from './errors.ts'
import { createCode, createId, type Dispute, type Integration } from './integration.ts'
import { isWithin, selectPage } from './pages.ts'
import { addRefund } from './refunds.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toCustomerData, toTransactionSummary } from './transaction-data.ts'

const Evidence = z.object({
  customer_email: z.string(),
  customer_name: z.string(),
  customer_phone: z.string(),
  service_details: z.string(),
  delivery_address: z.optional(z.string()),
  delivery_date: z.optional(z.string()),
})
const Resolve = z.object({
  resolution: z.string(),
  message: z.string(),
  refund_amount: z.number(),
  uploaded_filename: z.string(),
})

const hour = 3_600_000

export interface NewDispute {
  /** Reference of the transaction. */
  reference: string
  /** The whole transaction by default. */
  amountKobo?: number | undefined
  category?: string | undefined
  message?: string | undefined
}

/** The payer's bank disputes a transaction; the merchant has 24 hours to answer. */
export function openDispute(scope: Scope, input: NewDispute): { id: number } {
  const transaction = scope.integration.transactions.get(input.reference)
  if (!transaction?.paidAt) throw new Error(`No transaction ${input.reference} is paid`)
  const now = scope.simulation.now()
  const dispute: Dispute = {
    id: createId(),
    transaction,
    status: 'awaiting-merchant-feedback',
    resolution: null,
    category: input.category ?? 'chargeback',
    refundAmountKobo: input.amountKobo ?? transaction.amountKobo,
    message: input.message ?? 'Customer complained about debit without value',
    evidence: null,
    attachment: null,
    createdAt: now,
    updatedAt: now,
    dueAt: new Date(now.getTime() + 24 * hour),
    resolvedAt: null,
  }
  scope.integration.disputes.push(dispute)
  emitDisputeEvent(scope, dispute, 'create')
  return { id: dispute.id }
}

export const remindOfDispute = (scope: Scope, id: number): void =>
  emitDisputeEvent(scope, findDispute(scope.integration, id), 'remind')

/** The bank decides. An accepted dispute takes its amount from the balance, as a refund. */
export function closeDispute(scope: Scope, id: number, resolution: string): void {
  const dispute = findDispute(scope.integration, id)
  if (dispute.status === 'resolved') throw new Error(`Dispute ${id} has ended`)
  const now = scope.simulation.now()
  Object.assign(dispute, { status: 'resolved', resolution, resolvedAt: now, updatedAt: now })
  if (resolution !== 'declined') {
    const note = `Dispute ${dispute.id}`
    const { transaction, refundAmountKobo: amountKobo } = dispute
    addRefund(scope, transaction, { amountKobo, merchantNote: note, customerNote: note, disputeId: dispute.id })
  }
  emitDisputeEvent(scope, dispute, 'resolve')
}

/** In events two fields have other names than in the answers. */
function emitDisputeEvent(scope: Scope, dispute: Dispute, kind: 'create' | 'remind' | 'resolve'): void {
  const { createdAt: created_at, updatedAt: updated_at, ...data } = toDisputeData(dispute, scope.integration)
  scope.emitEvent({ event: `charge.dispute.${kind}`, data: { ...data, created_at, updated_at } })
}

const toDisputeData = (dispute: Dispute, integration: Integration) => ({
  id: dispute.id,
  refund_amount: dispute.refundAmountKobo,
  currency: 'NGN',
  status: dispute.status,
  resolution: dispute.resolution,
  domain: integration.domain,
  transaction: toTransactionSummary(dispute.transaction, integration),
  transaction_reference: null,
  category: dispute.category,
  customer: toCustomerData(dispute.transaction.customer),
  bin: null,
  last4: dispute.transaction.authorization?.last4 ?? null,
  dueAt: dispute.dueAt.toISOString(),
  resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
  evidence: dispute.evidence,
  attachments: dispute.attachment,
  note: null,
  history: [{ status: dispute.status, by: 'bank@example.com', createdAt: dispute.createdAt.toISOString() }],
  messages: [{ sender: 'bank@example.com', body: dispute.message, createdAt: dispute.createdAt.toISOString() }],
  createdAt: dispute.createdAt.toISOString(),
  updatedAt: dispute.updatedAt.toISOString(),
})

/** @throws {PaystackError} 404 */
function findDispute({ disputes }: Integration, id: number): Dispute {
  const found = disputes.find((one) => one.id === id)
  if (!found) throw new PaystackError(404, 'Dispute not found', { code: 'not_found' })
  return found
}

export function listDisputes({ integration, query }: Call): Answer {
  const found = integration.disputes.filter(
    ({ status, transaction, createdAt }) =>
      (!query.status || query.status === status) &&
      (!query.transaction || query.transaction === String(transaction.id)) &&
      isWithin(query, createdAt),
  )
  const { rows, meta } = selectPage(found.toReversed(), query)
  return { message: 'Disputes retrieved', data: rows.map((dispute) => toDisputeData(dispute, integration)), meta }
}

export const fetchDispute = ({ integration, params }: Call): Answer => ({
  message: 'Dispute retrieved',
  data: toDisputeData(findDispute(integration, Number(params.id)), integration),
})

/** Address that a file is sent to with PUT, before the dispute is declined with its name. */
export function createUploadAddress({ simulation, integration, params }: Call): Answer {
  findDispute(integration, Number(params.id))
  const fileName = createCode('', 20)
  integration.uploads.set(fileName, null)
  return { message: 'Upload url generated', data: { signedUrl: `${simulation.url()}/uploads/${fileName}`, fileName } }
}

export function addEvidence({ simulation, integration, params, body }: Call): Answer {
  const dispute = findDispute(integration, Number(params.id))
  const now = simulation.now().toISOString()
  const evidence = Evidence.parse(body)
  dispute.evidence = { ...evidence, dispute: dispute.id, id: createId(), createdAt: now, updatedAt: now }
  return { message: 'Evidence created', data: dispute.evidence }
}

/** The merchant accepts the dispute, or declines it with a file; then the bank decides. */
export function resolveDispute(call: Call): Answer {
  const { integration, params, simulation } = call
  const dispute = findDispute(integration, Number(params.id))
  const { resolution, message, refund_amount, uploaded_filename } = Resolve.parse(call.body)
  const reject = (text: string, isViolation: boolean) =>
    new PaystackError(400, text, { code: 'invalid_params', isViolation })
  if (dispute.status !== 'awaiting-merchant-feedback') throw reject('Dispute is not awaiting merchant feedback', false)
  if (resolution !== 'merchant-accepted' && resolution !== 'declined') throw reject('Invalid resolution', true)
  if (refund_amount < 0 || refund_amount > dispute.transaction.amountKobo) throw reject('Invalid refund amount', true)
  if (resolution === 'declined' && !integration.uploads.get(uploaded_filename))
    throw reject('Uploaded file was not found', true)
  Object.assign(dispute, { message, attachment: uploaded_filename, updatedAt: simulation.now() })
  if (resolution === 'merchant-accepted') {
    dispute.refundAmountKobo = refund_amount
    closeDispute(call, dispute.id, resolution)
  } else Object.assign(dispute, { status: 'awaiting-bank-feedback', resolution })
  const { customer: _, history: __, messages: ___, ...data } = toDisputeData(dispute, integration)
  return {
    message: 'Dispute successfully resolved',
    data: { ...data, message: { dispute: dispute.id, body: message } },
  }
}
