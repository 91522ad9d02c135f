import { businessNow } from './business-clock.ts'
import { addDays, dayKey, formatDay } from './date.ts'

/** Preset periods and their number of days, today in Lagos included. */
export const rangePresets = [
  { period: 'today', days: 1, name: 'Today' },
  { period: '7', days: 7, name: 'Last 7 days' },
  { period: '30', days: 30, name: 'Last 30 days' },
  { period: '90', days: 90, name: 'Last 90 days' },
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

/** Lagos days of a date range; a preset ends today. Both are undefined for any date. */
export function resolveRange({ period, from, to }: RangeSelection) {
  const preset = findPreset(period)
  if (!preset) return { from, to }
  const today = dayKey(businessNow())
  return { from: addDays(today, 1 - preset.days), to: today }
}

/** "Last 30 days", "04 Mar 2026 – 12 Mar 2026", "Any date" */
export function rangeLabel({ period, from, to }: RangeSelection): string {
  const preset = findPreset(period)
  if (preset) return preset.name
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} \u2013 ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : 'Any date'
}
