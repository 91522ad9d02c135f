import type { LiveTopic } from '@adire/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topicsOf } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { loadChunk } from '../../ui/chunk.ts'

/** Live updates: invalidates the queries that a server event makes stale. */
export function useLive() {
  const { mode, merchantId } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    // Right after sign-in the business is not known yet.
    if (merchantId === undefined) return
    const ending = new AbortController()
    const onTopic = (topic: LiveTopic) =>
      queries.invalidateQueries(
        { predicate: ({ meta }) => topic === 'everything' || topicsOf(meta).includes(topic) },
        { cancelRefetch: false },
      )
    loadChunk(() => import('../../client/live.ts')).then(
      ({ subscribeToBusiness }) =>
        ending.signal.aborted || subscribeToBusiness({ mode, merchantId }, onTopic, ending.signal),
      // If the code fails to load, queries still refetch when the window gets focus.
      () => {},
    )
    return () => ending.abort()
  }, [mode, merchantId, queries])
}
