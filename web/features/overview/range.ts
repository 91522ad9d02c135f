import { useSearchParams } from 'react-router'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'

export const overviewRanges = ['7', '30', '90'] as const
type Range = (typeof overviewRanges)[number]

/** Date range in the URL; it ends today in Lagos. `query` is in the format of the transactions list. */
export function useRange() {
  const [params, setParams] = useSearchParams()
  const range = overviewRanges.find((known) => known === params.get('period')) ?? '30'
  const to = dayKey(businessNow())
  return {
    range,
    period: { from: addDays(to, 1 - Number(range)), to },
    query: (filters: Record<string, string> = {}) =>
      `/transactions?${new URLSearchParams({ period: range, ...filters })}`,
    choose: (next: Range) => setParams({ period: next }, { replace: true }),
  }
}
