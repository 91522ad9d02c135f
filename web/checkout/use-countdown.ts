import { limits } from '@adire/contract/limits.ts'
import { useEffect, useState } from 'react'

/** Seconds until an instant, by the server's clock as far as it is known: phones are often minutes off. */
export function useSecondsUntil(instant: string, clockOffsetMs: number): number {
  const secondsLeft = () => {
    const leftMs = Date.parse(instant) - (Date.now() - clockOffsetMs)
    return Math.ceil(Math.min(Math.max(leftMs, 0), limits.transferWindowMs) / 1000)
  }
  const [seconds, setSeconds] = useState(secondsLeft)
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
