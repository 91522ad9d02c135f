import type * as schemas from './disputes-schemas.ts'
import type { DisputeStatus } from './disputes-schemas.ts'
import { endpointsFor } from './endpoint.ts'

/** Types of evidence; at most one document of each type per dispute. */
export const evidenceTypes = ['receipt', 'delivery', 'correspondence', 'terms', 'other'] as const

export type EvidenceType = (typeof evidenceTypes)[number]

export const evidenceNames: Record<EvidenceType, string> = {
  receipt: 'Receipt or invoice',
  delivery: 'Proof of delivery',
  correspondence: 'Messages with the customer',
  terms: 'Terms the customer agreed to',
  other: 'Other evidence',
}

export const disputeStatuses = [
  'pending',
  'awaiting_merchant_feedback',
  'awaiting_bank_feedback',
  'resolved',
  'archived',
] as const

/** Allowed status transitions; all others are rejected. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  pending: ['awaiting_merchant_feedback'],
  awaiting_merchant_feedback: ['awaiting_bank_feedback', 'resolved'],
  awaiting_bank_feedback: ['resolved', 'awaiting_merchant_feedback'],
  resolved: ['archived', 'awaiting_merchant_feedback'],
  archived: [],
}

const { get, del, create, upload } = endpointsFor('collections', 'merchant', 'payments', 'disputes')
export const listDisputes = get<typeof schemas.listDisputes>('disputes')
export const getDispute = get<typeof schemas.getDispute>('disputes/:id', { errors: ['dispute_not_found'] })
export const addEvidence = upload<typeof schemas.addEvidence>('disputes/:id/evidence/:evidenceType', {
  errors: ['dispute_answered', 'dispute_not_found', 'dispute_overdue'],
})
export const removeEvidence = del<typeof schemas.removeEvidence>('disputes/:id/evidence/:evidenceType', {
  errors: ['dispute_answered', 'dispute_not_found', 'dispute_overdue', 'paper_not_found'],
})
export const acceptDispute = create<typeof schemas.acceptDispute>('disputes/:id/accept', {
  errors: [
    'above_what_is_disputed',
    'dispute_answered',
    'dispute_move_refused',
    'dispute_not_found',
    'dispute_overdue',
  ],
})
export const contestDispute = create<typeof schemas.contestDispute>('disputes/:id/contest', {
  errors: ['dispute_answered', 'dispute_move_refused', 'dispute_not_found', 'dispute_overdue'],
})
