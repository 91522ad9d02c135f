import { dayKey, formatTime } from './date.ts'

/** Value of a date and time control for an instant, in Lagos time: `2026-03-18T15:32`. */
export const toLagos = (instant: string | null | undefined): string =>
  instant ? `${dayKey(instant)}T${formatTime(instant)}` : ''

/** Instant of a typed Lagos time. Lagos is UTC+1 all year. */
export const fromLagos = (typed: string): string | null => (typed ? `${typed.slice(0, 16)}:00+01:00` : null)
