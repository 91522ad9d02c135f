import { businessNow } from './business-clock.ts'
import { addDays, dayKey, formatDay } from './date.ts'

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
const lastDays = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today })
const lastDayOfPreviousMonth = (today: string) => addDays(firstOfMonth(today), -1)

/** Preset periods, and their days as of today in Lagos. */
export const rangePresets = [
  { period: 'today', name: 'Today', days: lastDays(1) },
  {
    period: 'yesterday',
    name: 'Yesterday',
    days: (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { period: '7', name: 'Last 7 days', days: lastDays(7) },
  { period: '30', name: 'Last 30 days', days: lastDays(30) },
  { period: '90', name: 'Last 90 days', days: lastDays(90) },
  { period: 'this-month', name: 'This month', days: (today: string) => ({ from: firstOfMonth(today), to: today }) },
  {
    period: 'last-month',
    name: 'Last month',
    days: (today: string) => {
      const to = lastDayOfPreviousMonth(today)
      return { from: firstOfMonth(to), to }
    },
  },
] as const

type Preset = (typeof rangePresets)[number]

/** Date range of a list, as in its URL: a preset, or a first and a last day. */
export type RangeSelection = {
  period: Preset['period'] | undefined
  from: string | undefined
  to: string | undefined
}

const findPreset = (text: string | null | undefined) => rangePresets.find(({ period }) => period === text)
/** The text if it is an existing calendar day: 2026-02-30 is not. */
const day = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : undefined

export const readRange = (params: URLSearchParams): RangeSelection => ({
  period: findPreset(params.get('period'))?.period,
  from: day(params.get('from')),
  to: day(params.get('to')),
})

/** Lagos days of a date range. Both are undefined for any date. */
export function resolveRange({ period, from, to }: RangeSelection) {
  const preset = findPreset(period)
  return preset ? preset.days(dayKey(businessNow())) : { from, to }
}

/** "Last 30 days", "04 Mar 2026 – 12 Mar 2026", "Any date" */
export function rangeLabel({ period, from, to }: RangeSelection): string {
  const preset = findPreset(period)
  if (preset) return preset.name
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} \u2013 ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : 'Any date'
}
