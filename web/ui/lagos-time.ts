import { dayKey, formatTime } from './date.ts'

/** An instant as a control for date and time shows it: `2026-03-18T15:32`, in Lagos. */
export const toLagos = (instant: string | null | undefined): string =>
  instant ? `${dayKey(instant)}T${formatTime(instant)}` : ''

/** What was typed there as an instant. Lagos is an hour ahead of UTC all year round. */
export const fromLagos = (typed: string): string | null => (typed ? `${typed.slice(0, 16)}:00+01:00` : null)
