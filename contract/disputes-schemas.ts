import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { disputeStatuses, evidenceTypes } from './disputes.ts'
import { Id, inputSchema, Kobo, MultilineText, requiredOr, Timestamp, Upload } from './fields.ts'
import { Paginated, paginationFields, searchText } from './list-schemas.ts'
import { messages } from './messages.ts'
import { chargeFields } from './metadata-schemas.ts'

export const ContestMessage = inputSchema({
  message: describe(
    'Message to the bank: 20 to 2,000 characters. Required.',
    MultilineText(2_000).check(z.minLength(1, messages.required), z.minLength(20, messages.atLeast(20))),
  ),
})

/** Amount that the merchant returns to the payer; the merchant keeps the rest. */
export const AcceptedAmount = inputSchema({
  amountKobo: describe(
    'Amount to return in kobo: at least 1, at most the disputed amount. Required.',
    z.int(requiredOr('Enter an amount in naira')).check(z.minimum(1, messages.amountAtLeast('0.01'))),
  ),
})

export const DisputeStatus = z.enum(disputeStatuses)
export type DisputeStatus = z.infer<typeof DisputeStatus>

/**
 * Resolution of a dispute. `declined`: lost, because the bank did not accept the evidence. `auto_accepted`: the
 * merchant did not respond in time.
 */
export const DisputeResolution = z.enum(['merchant_accepted', 'declined', 'auto_accepted', 'won', 'lost'])
export type DisputeResolution = z.infer<typeof DisputeResolution>

export const DisputeRow = describe(
  'A dispute as it appears in lists.',
  z.object({
    id: Id,
    reference: z.string(),
    paymentId: Id,
    paymentReference: z.string(),
    ...chargeFields,
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    amountKobo: describe('Disputed amount in kobo.', Kobo),
    category: z.enum(['chargeback', 'fraud', 'general']),
    reason: describe('Reason given by the payer to the bank.', z.string()),
    status: describe(
      '`awaiting_merchant_feedback`: respond before `dueAt`. `awaiting_bank_feedback`: the bank decides. ' +
        '`archived`: the bank can no longer reopen it.',
      DisputeStatus,
    ),
    resolution: describe(
      '`merchant_accepted`; `auto_accepted` (no response in time); `won`; `lost`; `declined` (lost: ' +
        'evidence not accepted). Null until resolved.',
      z.nullable(DisputeResolution),
    ),
    heldKobo: describe(
      'Amount held from the balance in kobo until the decision, then 0. Less than the disputed amount when ' +
        'the balance was too small.',
      Kobo,
    ),
    lostKobo: describe('Amount returned to the payer in kobo.', Kobo),
    owedKobo: describe(
      'Part of the lost amount in kobo that the balance could not pay; deducted from the next payments.',
      Kobo,
    ),
    createdAt: Timestamp,
    dueAt: describe(
      'Response deadline, 16 hours after the dispute was opened or the bank came back to it, or as set by the ' +
        'processor; without a response the dispute counts as accepted. The clock of 16 hours pauses at weekends, from Friday 23:59 to Monday ' +
        '00:00 Lagos time.',
      Timestamp,
    ),
    resolvedAt: describe('Time of the decision. Null until then.', z.nullable(Timestamp)),
  }),
)
export type DisputeRow = z.infer<typeof DisputeRow>

export const Dispute = describe(
  'A dispute with its message, evidence and timeline.',
  z.extend(DisputeRow, {
    message: describe('Your message to the bank. Null until contested.', z.nullable(z.string())),
    evidence: describe(
      'Documents attached as evidence, at most one of each type.',
      z.array(z.object({ type: z.enum(evidenceTypes), name: z.string(), bytes: z.int(), uploadedAt: Timestamp })),
    ),
    events: describe(
      'Timeline, newest first.',
      z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
    ),
  }),
)
export type Dispute = z.infer<typeof Dispute>

export const listDisputes = {
  description:
    'Disputes, newest first. `state`: `open` (not resolved), `closed` (resolved) or `archived` (can no ' +
    'longer be reopened).',
  input: inputSchema({
    ...paginationFields,
    state: describe(
      '`open` (not resolved), `closed` (resolved) or `archived` (can no longer be reopened). Optional.',
      z.optional(z.enum(['open', 'closed', 'archived'])),
    ),
    search: searchText,
    status: z.optional(DisputeStatus),
    paymentId: z.optional(Id),
  }),
  output: Paginated(DisputeRow),
}

export const getDispute = {
  description: 'One dispute by id. 404 `dispute_not_found`.',
  input: inputSchema({ id: Id }),
  output: Dispute,
}

const EvidenceType = describe(
  'Type of the evidence. Required.',
  z.enum(evidenceTypes, 'There is no such kind of evidence'),
)

export const addEvidence = {
  description:
    'Uploads evidence: a PDF, JPEG or PNG (detected by content) of at most 5 MB. It replaces a document ' +
    'of the same type. 413 `file_too_large`, 422 at `document` for another type or a damaged file, 409 ' +
    '`dispute_answered` after the response, 409 `dispute_overdue` after the deadline.',
  input: inputSchema({
    id: Id,
    evidenceType: EvidenceType,
    document: describe('PDF, JPEG or PNG of at most 5 MB. Required.', Upload),
  }),
  output: Dispute,
}

export const removeEvidence = {
  description:
    'Removes the document of this type. 404 `paper_not_found` when there is none, 409 `dispute_answered` ' +
    'after the response, 409 `dispute_overdue` after the deadline.',
  input: inputSchema({ id: Id, evidenceType: EvidenceType }),
  output: Dispute,
}

export const acceptDispute = {
  description:
    'Accepts a dispute: returns all or part of the disputed amount to the payer, for good, and releases ' +
    'the rest of the held amount. If a processor has the dispute, its status is `awaiting_bank_feedback` until ' +
    'the processor has ended it. 422 `above_what_is_disputed` at `amountKobo` above the disputed amount, ' +
    '409 `dispute_answered` or `dispute_overdue`.',
  input: z.extend(AcceptedAmount, { id: Id }),
  output: Dispute,
}

export const contestDispute = {
  description:
    "Contests a dispute: sends the message and the evidence to the payer's bank, which decides. Neither " +
    'can be changed afterwards, unless the bank asks for more or reopens the dispute. 409 ' +
    '`dispute_answered` or `dispute_overdue`.',
  input: z.extend(ContestMessage, { id: Id }),
  output: Dispute,
}
