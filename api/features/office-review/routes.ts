import {
  claimReview,
  decideReview,
  getReview,
  getReviewCounts,
  listReviews,
  openReviewDocument,
  openReviewNumber,
  releaseReview,
} from '@adire/contract/back-office/review.ts'
import { route } from '../../http/route.ts'
import { decideReviewHandler } from './decide.ts'
import { openReviewDocumentHandler, openReviewNumberHandler } from './documents.ts'
import { getReviewCountsHandler, listReviewsHandler } from './queue.ts'
import { claimReviewHandler, getReviewHandler, releaseReviewHandler } from './review.ts'

export const officeReviewRoutes = [
  route(listReviews, listReviewsHandler),
  route(getReviewCounts, getReviewCountsHandler),
  route(getReview, getReviewHandler),
  route(claimReview, claimReviewHandler),
  route(releaseReview, releaseReviewHandler),
  route(openReviewNumber, openReviewNumberHandler),
  route(openReviewDocument, openReviewDocumentHandler),
  route(decideReview, decideReviewHandler),
]
