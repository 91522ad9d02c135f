import { useEffect, useState } from 'react'

/** What a query of `useCall` tells of its first response. */
type FirstResponse = { data: unknown; failureCount: number; isPaused: boolean }

/** Longest wait. A response that comes later moves what is below its place. */
const waitMs = 2000

const hasCome = ({ data, failureCount, isPaused }: FirstResponse) => data !== undefined || failureCount > 0 || isPaused

/**
 * Whether the first responses have come, or will not come soon: what they bring is shown together with what is below it, so that nothing
 * moves. A first attempt that failed ends the wait, and so does a browser that is offline. Once it has ended it stays so: a request that is
 * repeated must not take away what is shown.
 */
export function useFirstResponses(responses: readonly FirstResponse[]): boolean {
  const [isOver, setOver] = useState(false)
  if (!isOver && responses.every(hasCome)) setOver(true)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
