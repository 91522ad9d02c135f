import * as review from '@adire/contract/back-office/review.ts'
import { route } from '../../http/route.ts'
import { decideReviewHandler } from './decide.ts'
import { openReviewDocumentHandler, openReviewNumberHandler } from './documents.ts'
import { getReviewCountsHandler, listReviewsHandler } from './queue.ts'
import { claimReviewHandler, getReviewHandler, releaseReviewHandler } from './review.ts'

export const officeReviewRoutes = [
  route(review.listReviews, listReviewsHandler),
  route(review.getReviewCounts, getReviewCountsHandler),
  route(review.getReview, getReviewHandler),
  route(review.claimReview, claimReviewHandler),
  route(review.releaseReview, releaseReviewHandler),
  route(review.openReviewNumber, openReviewNumberHandler),
  route(review.openReviewDocument, openReviewDocumentHandler),
  route(review.decideReview, decideReviewHandler),
]
