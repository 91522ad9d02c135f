import { getReview } from '@adire/contract/back-office/review.ts'
import { useParams } from 'react-router'
import { LoadError } from '../../ui/load-error.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useCall } from '../client/api.ts'
import { ReviewWorkspace } from './review-workspace.tsx'

/** The review of one business. */
export function ReviewPage() {
  const { id = '' } = useParams()
  const review = useCall(getReview, { id }, { refetchInterval: 30_000 })
  if (!review.data)
    return (
      <LoadError
        what="business"
        back={{ to: '/review', label: 'Review' }}
        read={review}
        missing="Check the address of this page."
      >
        <DetailSkeleton />
      </LoadError>
    )
  // Remounts for another business, so that no decision carries over.
  return <ReviewWorkspace key={id} review={review.data} />
}
