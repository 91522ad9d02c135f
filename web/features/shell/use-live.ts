import type { LiveTopic } from '@adire/contract/live.ts'
import { isStale } from '@adire/contract/live-paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../session.ts'
import { loadChunk } from '../../ui/chunk.ts'

/** Keeps what is on screen as it is on the server: what changes is read again when it does. */
export function useLive() {
  const { mode, merchantId } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    // Right after signing in it is not known yet for which business.
    if (merchantId === undefined) return
    const ending = new AbortController()
    const onTopic = (topic: LiveTopic) =>
      queries.invalidateQueries(
        { predicate: ({ queryKey }) => isStale(topic, String(queryKey[1])) },
        { cancelRefetch: false },
      )
    loadChunk(() => import('../../live.ts')).then(
      ({ subscribeToBusiness }) =>
        ending.signal.aborted || subscribeToBusiness({ mode, merchantId }, onTopic, ending.signal),
      // Without it everything still works, and is read again when the window is looked at.
      () => {},
    )
    return () => ending.abort()
  }, [mode, merchantId, queries])
}
