import { useEffect, useState } from 'react'
import { businessNow } from '../../ui/business-clock.ts'
import { formatDateTime } from '../../ui/date.ts'

const tickMs = 15_000

/** Business clock of a business with a clock offset. */
export function BusinessTime() {
  const [now, setNow] = useState(businessNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(businessNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return <time dateTime={new Date(now).toISOString()}>{formatDateTime(Math.max(now, businessNow()))}</time>
}
