import { describeDeadline } from '@adire/contract/dispute-deadline.ts'
import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { businessNow } from '../ui/business-clock.ts'

const tickMs = 15_000
const soonMs = 4 * 3_600_000

/** Deadline of the response to a dispute, and the time left. */
export function ResponseDeadline({ dueAt }: { dueAt: string }) {
  const [now, setNow] = useState(businessNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(businessNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Badge tone={Date.parse(dueAt) - now < soonMs ? 'bad' : 'warn'} glyph="clock">
      {describeDeadline(new Date(dueAt), new Date(now))}
    </Badge>
  )
}
