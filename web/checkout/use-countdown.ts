import { useEffect, useState } from 'react'

interface Clock {
  /** Server time when the page was rendered: first value on both sides, so that hydration matches. */
  renderedAt: string
  clockOffsetMs: number
  /** Upper limit, in case the browser's clock is wrong. */
  longestMs: number
}

/** Seconds until an instant, by the server's clock if its offset is known: clocks of phones are often minutes off. */
export function useSecondsUntil(instant: string, { renderedAt, clockOffsetMs, longestMs }: Clock): number {
  const secondsLeft = (nowMs = Date.now() - clockOffsetMs) => {
    const leftMs = Date.parse(instant) - nowMs
    return Math.ceil(Math.min(Math.max(leftMs, 0), longestMs) / 1000)
  }
  const [seconds, setSeconds] = useState(() => secondsLeft(Date.parse(renderedAt)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count depends on these two only
  useEffect(() => {
    setSeconds(secondsLeft())
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [instant, clockOffsetMs])
  return seconds
}

/** "29:41" */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
