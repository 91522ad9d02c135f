import {
  claimReview,
  getReview,
  getReviewCounts,
  listReviews,
  releaseReview,
} from '@adire/contract/back-office/review.ts'
import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/date.ts'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'

/** Claims the business for its reviewer, or gives it back. Nobody else decides about a claimed one. */
export function ClaimButton({ review: { id, claim } }: { review: Review }) {
  const refresh = [getReview, getReviewCounts, listReviews]
  const take = useChange(claimReview, { refresh })
  const release = useChange(releaseReview, { refresh })
  const denied = useDenied(claimReview)
  if (claim && !claim.isYours)
    return (
      <Badge tone="warn">
        {claim.staffName} until {formatTime(claim.expiresAt)}
      </Badge>
    )
  const isYours = claim !== null
  return (
    <>
      {isYours && <Badge tone="ok">Yours until {formatTime(claim.expiresAt)}</Badge>}
      <AllowedButton
        tone="secondary"
        denied={denied}
        busy={take.isPending || release.isPending}
        onClick={() => (isYours ? release : take).mutate({ id })}
      >
        {isYours ? 'Release' : 'Claim'}
      </AllowedButton>
    </>
  )
}
