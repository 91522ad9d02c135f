import * as z from 'zod/mini'
import { AcceptedAmount, ContestMessage, evidenceTypes } from './dispute-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, Kobo, Paginated, paginationFields, Timestamp, Upload } from './fields.ts'

export const disputeStatuses = [
  'pending',
  'awaiting_merchant_feedback',
  'awaiting_bank_feedback',
  'resolved',
  'archived',
] as const
export const DisputeStatus = z.enum(disputeStatuses)
export type DisputeStatus = z.infer<typeof DisputeStatus>

/** `declined`: the bank did not look at the evidence further, because it did not accept it; lost, like `lost`. */
export const DisputeResolution = z.enum(['merchant_accepted', 'declined', 'auto_accepted', 'won', 'lost'])
export type DisputeResolution = z.infer<typeof DisputeResolution>

/** Which status may follow which; any other move is refused. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  pending: ['awaiting_merchant_feedback'],
  awaiting_merchant_feedback: ['awaiting_bank_feedback', 'resolved'],
  awaiting_bank_feedback: ['resolved', 'awaiting_merchant_feedback'],
  resolved: ['archived', 'awaiting_merchant_feedback'],
  archived: [],
}

export const DisputeRow = z.object({
  id: Id,
  reference: z.string(),
  paymentId: Id,
  paymentReference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** What the payer's bank wants back. */
  amountKobo: Kobo,
  category: z.enum(['chargeback', 'fraud', 'general']),
  /** What the payer told the bank. */
  reason: z.string(),
  status: DisputeStatus,
  resolution: z.nullable(DisputeResolution),
  /** Held back of the balance until the dispute is decided; less than the amount where the balance held less. */
  heldKobo: Kobo,
  /** What went back to the payer in the end. */
  lostKobo: Kobo,
  /** Of what was lost, what the balance could not pay yet: it is taken from the next payments. */
  owedKobo: Kobo,
  createdAt: Timestamp,
  /** Unanswered by then, it counts as accepted. The clock towards it pauses at weekends. */
  dueAt: Timestamp,
  resolvedAt: z.nullable(Timestamp),
})
export type DisputeRow = z.infer<typeof DisputeRow>

export const Dispute = z.extend(DisputeRow, {
  message: z.nullable(z.string()),
  evidence: z.array(z.object({ type: z.enum(evidenceTypes), name: z.string(), bytes: z.int(), uploadedAt: Timestamp })),
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Dispute = z.infer<typeof Dispute>

const { get, del, create, upload } = endpointsFor('collections', 'merchant')

/** Newest first. `state`: those that are not decided yet, those that are, or those that were put away long after. */
export const listDisputes = get(
  'disputes',
  inputSchema({
    ...paginationFields,
    state: z.optional(z.enum(['open', 'closed', 'archived'])),
    status: z.optional(DisputeStatus),
    paymentId: z.optional(Id),
  }),
  Paginated(DisputeRow),
)
export const getDispute = get('disputes/:id', inputSchema({ id: Id }), Dispute)
/** A PDF, JPEG or PNG of at most 5 MB, told by its content; it takes the place of one of its type. 409 after the answer. */
export const addEvidence = upload(
  'disputes/:id/evidence/:evidenceType',
  inputSchema({ id: Id, evidenceType: z.enum(evidenceTypes, 'There is no such kind of evidence'), document: Upload }),
  Dispute,
)
export const removeEvidence = del(
  'disputes/:id/evidence/:evidenceType',
  inputSchema({ id: Id, evidenceType: z.enum(evidenceTypes, 'There is no such kind of evidence') }),
  Dispute,
)
/** Gives back all or a part of what is disputed, for good; what is held beyond that is free again. */
export const acceptDispute = create('disputes/:id/accept', z.extend(AcceptedAmount, { id: Id }), Dispute)
/** Asks the payer's bank to decide, by this message and the evidence. Neither can be changed after. */
export const contestDispute = create('disputes/:id/contest', z.extend(ContestMessage, { id: Id }), Dispute)
