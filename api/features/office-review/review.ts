import type { claimReview, getReview, releaseReview } from '@adire/contract/back-office/review.ts'
import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { findBusiness } from '../kyc/review.ts'
import { dropClaim, takeClaim } from './claims.ts'
import { findReview } from './find-review.ts'

export const getReviewHandler = (context: StaffContext, { id }: ParsedInput<typeof getReview>): Promise<Review> =>
  findReview(context, id)

export async function claimReviewHandler(
  context: StaffContext,
  { id }: ParsedInput<typeof claimReview>,
): Promise<Review> {
  const business = await findBusiness(context.tx, id)
  await takeClaim(context, business.id)
  return findReview(context, business.id)
}

export async function releaseReviewHandler(
  context: StaffContext,
  { id }: ParsedInput<typeof releaseReview>,
): Promise<Review> {
  const business = await findBusiness(context.tx, id)
  await dropClaim(context, business.id)
  return findReview(context, business.id)
}
