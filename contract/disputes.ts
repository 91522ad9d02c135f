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

/**
 * Resolution of a dispute. `declined`: lost, because the bank did not accept the evidence. `auto_accepted`: the
 * merchant did not respond in time.
 */
export const DisputeResolution = z.enum(['merchant_accepted', 'declined', 'auto_accepted', 'won', 'lost'])
export type DisputeResolution = z.infer<typeof DisputeResolution>

/** Allowed status transitions; all others are rejected. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  pending: ['awaiting_merchant_feedback'],
  awaiting_merchant_feedback: ['awaiting_bank_feedback', 'resolved'],
  awaiting_bank_feedback: ['resolved', 'awaiting_merchant_feedback'],
  resolved: ['archived', 'awaiting_merchant_feedback'],
  archived: [],
}

/** A dispute as it appears in lists. */
export const DisputeRow = z.object({
  id: Id,
  reference: z.string(),
  paymentId: Id,
  paymentReference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** Disputed amount in kobo. */
  amountKobo: Kobo,
  category: z.enum(['chargeback', 'fraud', 'general']),
  /** Reason given by the payer to the bank. */
  reason: z.string(),
  /**
   * `awaiting_merchant_feedback`: respond before `dueAt`. `awaiting_bank_feedback`: the bank decides. `archived`: the
   * bank can no longer reopen it.
   */
  status: DisputeStatus,
  /**
   * `merchant_accepted`; `auto_accepted` (no response in time); `won`; `lost`; `declined` (lost: evidence not
   * accepted). Null until resolved.
   */
  resolution: z.nullable(DisputeResolution),
  /**
   * Amount held from the balance in kobo until the decision, then 0. Less than the disputed amount when the balance was
   * too small.
   */
  heldKobo: Kobo,
  /** Amount returned to the payer in kobo. */
  lostKobo: Kobo,
  /** Part of the lost amount in kobo that the balance could not pay; deducted from the next payments. */
  owedKobo: Kobo,
  createdAt: Timestamp,
  /**
   * Response deadline, 16 hours after the dispute was opened or the bank came back to it; without a response the dispute
   * counts as accepted. The clock pauses at weekends, from Friday 23:59 to Monday 00:00 Lagos time.
   */
  dueAt: Timestamp,
  /** Time of the decision. Null until then. */
  resolvedAt: z.nullable(Timestamp),
})
export type DisputeRow = z.infer<typeof DisputeRow>

/** A dispute with its message, evidence and timeline. */
export const Dispute = z.extend(DisputeRow, {
  /** Your message to the bank. Null until contested. */
  message: z.nullable(z.string()),
  /** Documents attached as evidence, at most one of each type. */
  evidence: z.array(z.object({ type: z.enum(evidenceTypes), name: z.string(), bytes: z.int(), uploadedAt: Timestamp })),
  /** Timeline, newest first. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Dispute = z.infer<typeof Dispute>

const { get, del, create, upload } = endpointsFor('collections', 'merchant')

/**
 * Disputes, newest first. `state`: `open` (not resolved), `closed` (resolved) or `archived` (can no longer be
 * reopened).
 */
export const listDisputes = get(
  'disputes',
  inputSchema({
    ...paginationFields,
    /** `open` (not resolved), `closed` (resolved) or `archived` (can no longer be reopened). Optional. */
    state: z.optional(z.enum(['open', 'closed', 'archived'])),
    status: z.optional(DisputeStatus),
    paymentId: z.optional(Id),
  }),
  Paginated(DisputeRow),
)
/** One dispute by id. 404 `dispute_not_found`. */
export const getDispute = get('disputes/:id', inputSchema({ id: Id }), Dispute)
/**
 * Uploads evidence: a PDF, JPEG or PNG (detected by content) of at most 5 MB. It replaces a document of the same
 * type. 413 `file_too_large`, 422 at `document` for another type or a damaged file, 409 `dispute_answered` after the
 * response, 409 `dispute_overdue` after the deadline.
 */
export const addEvidence = upload(
  'disputes/:id/evidence/:evidenceType',
  inputSchema({ id: Id, evidenceType: z.enum(evidenceTypes, 'There is no such kind of evidence'), document: Upload }),
  Dispute,
)
/**
 * Removes the document of this type. 404 `paper_not_found` when there is none, 409 `dispute_answered` after the
 * response, 409 `dispute_overdue` after the deadline.
 */
export const removeEvidence = del(
  'disputes/:id/evidence/:evidenceType',
  inputSchema({ id: Id, evidenceType: z.enum(evidenceTypes, 'There is no such kind of evidence') }),
  Dispute,
)
/**
 * Accepts a dispute: returns all or part of the disputed amount to the payer, for good, and releases the rest of the
 * held amount. 422 `above_what_is_disputed` at `amountKobo` above the disputed amount, 409 `dispute_answered` or
 * `dispute_overdue`.
 */
export const acceptDispute = create('disputes/:id/accept', z.extend(AcceptedAmount, { id: Id }), Dispute)
/**
 * Contests a dispute: sends the message and the evidence to the payer's bank, which decides. Neither can be changed
 * afterwards, unless the bank asks for more or reopens the dispute. 409 `dispute_answered` or `dispute_overdue`.
 */
export const contestDispute = create('disputes/:id/contest', z.extend(ContestMessage, { id: Id }), Dispute)
