import * as z from 'zod/mini'
import { Id, inputSchema, MultilineText, SingleLineText, Timestamp } from '../fields.ts'
import { bvnOutcomes, kycStatuses } from '../kyc.ts'
import { Paginated, paginationFields, SearchText } from '../list-schemas.ts'
import { LiveStatus } from '../onboarding-schemas.ts'
import { type ReturnReason, returnReasons, reviewViews } from './review.ts'

const KycStatus = z.enum(kycStatuses)

/** Person who is working on a business; nobody else decides about it until `expiresAt`. */
export const ReviewClaim = z.object({ staffName: z.string(), isYours: z.boolean(), expiresAt: Timestamp })

/** A business in the queue. */
export const ReviewEntry = z.object({
  /** Id of the business. */
  id: Id,
  merchantCode: z.string(),
  businessName: z.string(),
  mode: z.enum(['TEST', 'LIVE']),
  businessType: z.nullable(z.string()),
  /** Items in review, in the order of submission. */
  waiting: z.array(z.string()),
  /** Whether the business asked to go live. */
  wantsLive: z.boolean(),
  /** Since when the oldest of it waits, or when it was decided. */
  since: Timestamp,
  claim: z.nullable(ReviewClaim),
})
export type ReviewEntry = z.infer<typeof ReviewEntry>

const DetailMatch = z.enum(['full', 'partial', 'none'])

export const ReviewItem = z.object({
  type: z.string(),
  label: z.string(),
  kind: z.enum(['form', 'number', 'document']),
  status: KycStatus,
  reason: z.nullable(z.string()),
  submittedAt: z.nullable(Timestamp),
  reviewedAt: z.nullable(Timestamp),
  reviewedBy: z.nullable(z.string()),
  /** What was submitted, masked. */
  submitted: z.nullable(z.string()),
  /** Whether a number or list of people can be opened. */
  sealed: z.boolean(),
  document: z.nullable(z.object({ name: z.string(), contentType: z.string(), bytes: z.int() })),
  /** For the BVN: the owner that the business named, and what the register answered about this person. */
  owner: z.nullable(
    z.object({
      name: z.string(),
      registry: z.enum(bvnOutcomes),
      registryName: z.nullable(z.string()),
      /** Result for each detail, if the register compares them one by one. */
      matches: z.nullable(z.object({ name: DetailMatch, dateOfBirth: DetailMatch, phone: DetailMatch })),
    }),
  ),
  /** For the settlement account: its holder at the bank. */
  account: z.nullable(
    z.object({ bank: z.string(), last4: z.string(), holder: z.nullable(z.string()), nameMatches: z.boolean() }),
  ),
})
export type ReviewItem = z.infer<typeof ReviewItem>

export const Review = z.object({
  id: Id,
  merchantCode: z.string(),
  businessName: z.string(),
  mode: z.enum(['TEST', 'LIVE']),
  businessType: z.nullable(z.string()),
  category: z.nullable(z.string()),
  description: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Name of the user who owns the business. Null for a user who has given none. */
  userName: z.nullable(z.string()),
  userEmail: z.nullable(z.string()),
  items: z.array(ReviewItem),
  goLive: z.object({ status: LiveStatus, reason: z.nullable(z.string()), requestedAt: z.nullable(Timestamp) }),
  /** Items that the sandbox approved: a person has to look at them before the business goes live. */
  sandboxApproved: z.array(z.string()),
  claim: z.nullable(ReviewClaim),
  /** What was decided before, newest first. */
  history: z.array(
    z.object({
      at: Timestamp,
      actor: z.string(),
      action: z.string(),
      object: z.nullable(z.string()),
      status: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type Review = z.infer<typeof Review>

const id = Id
const type = SingleLineText(40)

export const listReviews = {
  input: inputSchema({
    limit: paginationFields.limit,
    offset: paginationFields.offset,
    view: z._default(z.enum(reviewViews), 'waiting'),
    type: z.optional(type),
    search: z.optional(SearchText(100)),
  }),
  output: Paginated(ReviewEntry),
}

export const getReviewCounts = {
  input: inputSchema({}),
  output: z.object({
    waiting: z.int(),
    unclaimed: z.int(),
    mine: z.int(),
    live: z.int(),
    returned: z.int(),
    rejected: z.int(),
    /** Since when the oldest waits. */
    oldestAt: z.nullable(Timestamp),
  }),
}

export const getReview = { input: inputSchema({ id }), output: Review }
export const claimReview = { input: inputSchema({ id }), output: Review }
export const releaseReview = { input: inputSchema({ id }), output: Review }

export const openReviewNumber = {
  input: inputSchema({ id, type }),
  /** A number, or a list of people as lines. */
  output: z.object({ lines: z.array(z.string()) }),
}
export const openReviewDocument = {
  input: inputSchema({ id, type }),
  /** Opens once more for a minute, in this session only. */
  output: z.object({ url: z.string(), contentType: z.string(), name: z.string() }),
}

const reasonCodes = Object.keys(returnReasons) as [ReturnReason, ...ReturnReason[]]
const because = {
  reasons: z._default(z.array(z.enum(reasonCodes)).check(z.maxLength(5, 'Choose at most five reasons')), []),
  note: z._default(MultilineText(500), ''),
}

export const ReviewDecision = z.discriminatedUnion('decision', [
  z.strictObject({ type, decision: z.literal('approve') }),
  z.strictObject({ type, decision: z.literal('return'), ...because }),
  z.strictObject({ type, decision: z.literal('reject'), ...because }),
  z.strictObject({ type, decision: z.literal('expire'), ...because }),
  z.strictObject({ type, decision: z.literal('reopen') }),
])
export type ReviewDecision = z.output<typeof ReviewDecision>

export const LiveReviewDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), withSandboxDocuments: z._default(z.boolean(), false) }),
  z.strictObject({ decision: z.literal('decline'), note: MultilineText(500).check(z.minLength(1, 'Say why')) }),
])
export type LiveReviewDecision = z.output<typeof LiveReviewDecision>

export const decideReview = {
  input: inputSchema({
    id,
    decisions: z.array(ReviewDecision).check(z.maxLength(20, 'Decide each item once')),
    live: z.optional(LiveReviewDecision),
  }),
  output: Review,
}
