import type { ReactNode } from 'react'
import { formatTime } from '../ui/date.ts'
import { minutesAndSeconds } from './use-countdown.ts'

/** Row of a card: label, content and an action. */
export function DetailRow({ label, action, children }: { label: string; action: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-3.5 max-[359px]:gap-2 max-[359px]:px-3">
      <div className="min-w-0">
        <p className="text-sm text-muted wrap-anywhere">{label}</p>
        {children}
      </div>
      {action}
    </div>
  )
}

/** Countdown; without script it shows the end time. */
export function TimeLeft({ until, seconds }: { until: string; seconds: number }) {
  return (
    <span className="figures pr-1 text-lg font-semibold">
      <span role="timer" className="noscript:hidden">
        {minutesAndSeconds(seconds)}
      </span>
      <span className="hidden noscript:inline">{formatTime(until)} (Lagos)</span>
    </span>
  )
}
