import { useEffect, useState } from 'react'

interface Clock {
  /** What the server's clock said when it rendered the page: both sides begin to count there. */
  renderedAt: string
  clockOffsetMs: number
  /** What it is at the most, whatever a clock says. */
  longestMs: number
}

/** Seconds until an instant, by the server's clock as far as it is known: phones are often minutes off. */
export function useSecondsUntil(instant: string, { renderedAt, clockOffsetMs, longestMs }: Clock): number {
  const secondsLeft = (nowMs = Date.now() - clockOffsetMs) => {
    const leftMs = Date.parse(instant) - nowMs
    return Math.ceil(Math.min(Math.max(leftMs, 0), longestMs) / 1000)
  }
  const [seconds, setSeconds] = useState(() => secondsLeft(Date.parse(renderedAt)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two that the count is made of
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
