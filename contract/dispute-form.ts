import * as z from 'zod/mini'
import { inputSchema, MultilineText } from './fields.ts'

/** The papers that can stand against a dispute, one of each. */
export const evidenceTypes = ['receipt', 'delivery', 'correspondence', 'terms', 'other'] as const
export type EvidenceType = (typeof evidenceTypes)[number]
export const evidenceNames: Record<EvidenceType, string> = {
  receipt: 'Receipt or invoice',
  delivery: 'Proof of delivery',
  correspondence: 'Messages with the customer',
  terms: 'Terms the customer agreed to',
  other: 'Anything else',
}

/** What the bank reads. */
export const ContestMessage = inputSchema({
  message: MultilineText(2_000).check(z.minLength(20, 'Tell the bank in at least 20 characters what happened')),
})

/** What the business gives back of what is disputed; the rest stays with it. */
export const AcceptedAmount = inputSchema({
  amountKobo: z.int('Enter an amount in naira').check(z.minimum(1, 'Enter an amount above zero')),
})
