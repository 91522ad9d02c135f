import { isPaused, runningBetween } from '@adire/contract/dispute-clock.ts'
import { useEffect, useState } from 'react'
import { Badge } from './badge.tsx'
import { businessNow } from './business-clock.ts'

const tickMs = 15_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date(businessNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(businessNow())), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Time left to respond to a dispute; the deadline clock pauses at weekends. */
export function Countdown({ dueAt }: { dueAt: string }) {
  const now = useNow()
  const minutes = Math.ceil(runningBetween(now, new Date(dueAt)) / 60_000)
  if (minutes <= 0) return <Badge tone="bad">Time is over</Badge>
  const hours = Math.floor(minutes / 60)
  const parts = [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`, 'left']
  return (
    <Badge tone={hours < 4 ? 'bad' : 'warn'} glyph="clock">
      {parts.filter(Boolean).join(' ')}
      {isPaused(now) && ', paused'}
    </Badge>
  )
}
