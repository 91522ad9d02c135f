import { listReviews, reviewViews } from '@adire/contract/back-office/review.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '../../ui/toast.ts'
import { callBackOffice } from '../client/api.ts'
import { itemNames } from './item-names.ts'

/** Filters of the queue in the URL. The page of a business keeps them, so that the next business is one of the same queue. */
export function useQueueFilters() {
  const [params] = useSearchParams()
  return {
    view: reviewViews.find((one) => one === params.get('view')) ?? ('waiting' as const),
    search: params.get('search')?.slice(0, 100) || undefined,
    type: Object.keys(itemNames).find((one) => one === params.get('type')),
    /** As a query, without the page. */
    kept: new URLSearchParams(
      ['view', 'search', 'type'].flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
    ).toString(),
  }
}

/** Function that opens the oldest business of the queue that nobody has claimed, other than `besides`; without one, the queue. */
export function useNextReview(): (besides?: string) => Promise<void> {
  const navigate = useNavigate()
  const { view, search, type, kept } = useQueueFilters()
  return async (besides) => {
    try {
      const waiting = view === 'waiting' ? 'unclaimed' : view
      const { content } = await callBackOffice(listReviews, { view: waiting, search, type, limit: 10 })
      const next = content.find(({ id, claim }) => id !== besides && (claim === null || claim.isYours))
      if (!next) toast.success('Nothing else waits in this queue')
      await navigate(`${next ? `/review/${next.id}` : '/review'}?${kept}`)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
}
