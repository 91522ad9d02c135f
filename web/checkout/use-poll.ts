import { useEffect, useEffectEvent } from 'react'

const firstMs = 3_000
const longestMs = 15_000

/** Polls while the page is visible: after 3 s, then at growing intervals. Stops while the page is hidden or offline, and polls at
 * once when it is back. A new `key` starts again; undefined stops. */
export function usePoll(key: string | undefined, poll: (signal: AbortSignal) => Promise<void>) {
  const pollNow = useEffectEvent(poll)
  useEffect(() => {
    if (!key) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitMs = firstMs
    const ending = new AbortController()
    const turn = async () => {
      await pollNow(ending.signal).catch(() => undefined)
      waitMs = Math.min(waitMs * 1.2, longestMs)
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      if (!ending.signal.aborted && !document.hidden && navigator.onLine) timer = setTimeout(turn, waitMs)
    }
    const wake = () => {
      waitMs = firstMs
      clearTimeout(timer)
      if (!document.hidden && navigator.onLine) void turn()
    }
    plan()
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', wake)
    addEventListener('pageshow', wakeFromCache)
    function wakeFromCache(event: PageTransitionEvent) {
      if (event.persisted) wake()
    }
    return () => {
      ending.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
      removeEventListener('pageshow', wakeFromCache)
    }
  }, [key])
}
