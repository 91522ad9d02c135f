import { describeDeadline, describeTimeLeft } from '@adire/contract/dispute-deadline.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { businessNow } from '../ui/business-clock.ts'

const tickMs = 15_000
const soonMs = 4 * hourMs

/**
 * Deadline of the response to a dispute, and the time left; in a narrow list and on the narrowest phones, which have little room, the time
 * left alone.
 */
export function ResponseDeadline({ dueAt }: { dueAt: string }) {
  const [now, setNow] = useState(businessNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(businessNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const [due, at] = [new Date(dueAt), new Date(now)]
  const isSoon = due.getTime() - now < soonMs
  return (
    <>
      <span className="max-[359px]:hidden cards:hidden rows:@max-[52rem]/table:hidden">
        <Badge tone={isSoon ? 'bad' : 'warn'} glyph="clock">
          {describeDeadline(due, at)}
        </Badge>
      </span>
      <span
        className={`hidden font-medium max-[359px]:inline cards:inline rows:@max-[52rem]/table:inline ${isSoon ? 'text-bad' : 'text-warn'}`}
      >
        {describeTimeLeft(due, at) ?? 'Overdue'}
      </span>
    </>
  )
}
