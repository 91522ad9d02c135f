import type * as schemas from './review-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

/** How long a claimed business is reserved for its reviewer; each decision and each opened document begins it anew. */
export const claimMinutes = 30

/** Views of the queue. */
export const reviewViews = ['waiting', 'unclaimed', 'mine', 'live', 'returned', 'rejected'] as const
export type ReviewView = (typeof reviewViews)[number]

/** Why something is returned or rejected, as the business reads it. */
export const returnReasons = {
  unreadable: 'It cannot be read. Send a sharper picture or the original PDF.',
  incomplete: 'A part of it is missing. Send all pages.',
  expired: 'It has expired. Send a current one.',
  wrong_document: 'This is another document than we asked for.',
  name_differs: 'The name on it differs from the name of the business or its owner.',
  number_differs: 'The number differs from the one on the document.',
  address_differs: 'The address on it differs from the address of the business.',
  too_old: 'It is older than three months. Send a newer one.',
  not_genuine: 'It does not seem to be genuine.',
  not_allowed: 'We cannot work with this kind of business.',
} as const
export type ReturnReason = keyof typeof returnReasons

const viewing = staffEndpointsFor('review.view')
export const listReviews = viewing.get<typeof schemas.listReviews>('reviews')
export const getReviewCounts = viewing.get<typeof schemas.getReviewCounts>('reviews/counts')
export const getReview = viewing.get<typeof schemas.getReview>('reviews/:id')

const managing = staffEndpointsFor('review.manage')
export const claimReview = managing.post<typeof schemas.claimReview>('reviews/:id/claim')
export const releaseReview = managing.post<typeof schemas.releaseReview>('reviews/:id/release')
export const openReviewNumber = managing.post<typeof schemas.openReviewNumber>('reviews/:id/items/:type/number')
export const openReviewDocument = managing.post<typeof schemas.openReviewDocument>('reviews/:id/items/:type/document')
export const decideReview = managing.post<typeof schemas.decideReview>('reviews/:id/decisions')
