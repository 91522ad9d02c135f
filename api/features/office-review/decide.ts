import { type decideReview, returnReasons } from '@adire/contract/back-office/review.ts'
import type { LiveReviewDecision, Review, ReviewDecision } from '@adire/contract/back-office/review-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findKycLabel } from '../kyc/requirements.ts'
import { findBusiness } from '../kyc/review.ts'
import { type DecisionOnItem, decideTogether } from '../onboarding/decide-together.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { dropClaim, takeClaim } from './claims.ts'
import { findReview } from './find-review.ts'

/**
 * Decides about several items of a business, and about going live, in one transaction: all of it or nothing, and one email.
 * @throws 409 review_claimed, kyc_move, live_move, kyc_missing, sandbox_documents; 404 KYC_type_not_found; 422 reason_missing
 */
export async function decideReviewHandler(
  context: StaffContext,
  { id, decisions, live }: ParsedInput<typeof decideReview>,
): Promise<Review> {
  const { staff } = context
  const business = await findBusiness(context.tx, id)
  if (new Set(decisions.map(({ type }) => type)).size < decisions.length)
    throw problem.field('decisions', 'Decide each item once')
  await takeClaim(context, business.id)
  const made = decisions.map(toDecision)
  const applied = await decideTogether(context, business, { decisions: made, live: toLiveDecision(live) }, staff.name)
  if (applied.length > 0)
    await recordStaffEvent(context, {
      action: 'review.decided',
      object: `${business.businessName} ${business.merchantCode}`,
      merchantId: business.id,
      after: Object.fromEntries(applied.map(({ label, text }) => [label, text])),
    })
  const review = await findReview(context, business.id)
  if (isDone(review)) {
    await dropClaim(context, business.id)
    return { ...review, claim: null }
  }
  return review
}

/** Whether nothing waits for a reviewer any more. */
const isDone = ({ items, goLive }: Review) =>
  goLive.status !== 'pending_review' && items.every(({ status }) => status !== 'PENDING_REVIEW')

const statuses = { return: 'PENDING_MERCHANT_RESUBMISSION', reject: 'REJECTED', expire: 'EXPIRED' } as const

/** @throws 422 reason_missing: the business has to know what is wrong */
function toDecision(given: ReviewDecision): DecisionOnItem {
  const { type, decision } = given
  if (decision === 'approve') return { type, status: 'APPROVED' }
  if (decision === 'reopen') return { type, status: 'PENDING_REVIEW' }
  const reason = [...given.reasons.map((code) => returnReasons[code]), given.note].filter(Boolean).join(' ')
  if (reason === '')
    throw problem.field(
      'decisions',
      `Say why ${findKycLabel(type)} is not approved: the business reads it`,
      'reason_missing',
    )
  return { type, status: statuses[decision], reason }
}

function toLiveDecision(given: LiveReviewDecision | undefined) {
  if (!given) return undefined
  return given.decision === 'approve'
    ? { decision: 'approve' as const, withSandboxDocuments: given.withSandboxDocuments }
    : { decision: 'decline' as const, reason: given.note, withSandboxDocuments: false }
}
