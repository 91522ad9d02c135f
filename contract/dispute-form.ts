import * as z from 'zod/mini'
import { inputSchema, MultilineText } from './fields.ts'

/** Types of evidence; at most one document of each type per dispute. */
export const evidenceTypes = ['receipt', 'delivery', 'correspondence', 'terms', 'other'] as const
export type EvidenceType = (typeof evidenceTypes)[number]
export const evidenceNames: Record<EvidenceType, string> = {
  receipt: 'Receipt or invoice',
  delivery: 'Proof of delivery',
  correspondence: 'Messages with the customer',
  terms: 'Terms the customer agreed to',
  other: 'Anything else',
}

/** Message to the bank: 20 to 2,000 characters. Required. */
export const ContestMessage = inputSchema({
  message: MultilineText(2_000).check(z.minLength(20, 'Tell the bank in at least 20 characters what happened')),
})

/** Amount that the merchant returns to the payer; the merchant keeps the rest. */
export const AcceptedAmount = inputSchema({
  /** Amount to return in kobo: at least 1, at most the disputed amount. Required. */
  amountKobo: z.int('Enter an amount in naira').check(z.minimum(1, 'Enter an amount above zero')),
})
