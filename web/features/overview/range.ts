import { dayMs } from '@adire/contract/durations.ts'
import { useSearchParams } from 'react-router'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { type RangeSelection, rangeLabel, readRange, resolveRange } from '../../ui/range.ts'

/** Longest period of the overview. */
export const maxDays = 400
const usual: RangeSelection = { period: '30', from: undefined, to: undefined }

/** Period of the overview, from the URL: a preset, or two dates. Anything else is the last 30 days. */
export function useRange() {
  const [params, setParams] = useSearchParams()
  const chosen = readRange(params)
  const range = chosen.period || isWhole(chosen) ? chosen : usual
  const { from = '', to = '' } = resolveRange(range)
  const days = countDays(from, to)
  return {
    range,
    label: rangeLabel(range),
    previousLabel: days === 1 ? 'Previous day' : `Previous ${days} days`,
    /** What the period is compared with. Today ends now, and so does the day it is compared with. */
    comparison:
      from === to
        ? from === dayKey(businessNow())
          ? 'vs same time yesterday'
          : 'vs previous day'
        : `vs previous ${days} days`,
    period: { from, to },
    /** Address of the transactions of the period, in the format of their list. */
    query: (filters: Record<string, string> = {}) =>
      `/transactions?${new URLSearchParams({ ...(range.period ? { period: range.period } : { from, to }), ...filters })}`,
    choose: (next: { [Name in keyof RangeSelection]: string | undefined }) =>
      setParams(
        Object.entries(next).flatMap(([name, text]): [string, string][] => (text ? [[name, text]] : [])),
        { replace: true },
      ),
  }
}

const isWhole = ({ from, to }: RangeSelection) =>
  from !== undefined && to !== undefined && from <= to && from >= addDays(to, 1 - maxDays)

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1
