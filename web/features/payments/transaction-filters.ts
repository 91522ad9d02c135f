import { type Channel, channels, type PaymentStatus, paymentStatuses } from '@adire/contract/payments.ts'
import { useSearchParams } from 'react-router'
import { addDays, dayKey, formatDay } from '../../ui/date.ts'

/** Each with the days it covers, today in Lagos included. */
export const presets = [
  { period: 'today', days: 1, name: 'Today' },
  { period: '7', days: 7, name: 'Last 7 days' },
  { period: '30', days: 30, name: 'Last 30 days' },
  { period: '90', days: 90, name: 'Last 90 days' },
] as const

type Preset = (typeof presets)[number]

export type Filters = {
  status: PaymentStatus | undefined
  channel: Channel | undefined
  period: Preset['period'] | undefined
  from: string | undefined
  to: string | undefined
  search: string
  /** A payment link's id: its page leads here. */
  link: string | undefined
}

const presetOf = (text: string | null | undefined) => presets.find(({ period }) => period === text)
/** A day that the calendar has: 2026-02-30 it has not. */
const day = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : undefined
const id = (text: string | null) => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined)

/** The address is typed by people too: what it cannot mean is left out. */
function read(params: URLSearchParams): Filters {
  return {
    status: paymentStatuses.find((status) => status === params.get('status')),
    channel: channels.find((channel) => channel === params.get('channel')),
    period: presetOf(params.get('period'))?.period,
    from: day(params.get('from')),
    to: day(params.get('to')),
    search: params.get('search')?.trim() ?? '',
    link: id(params.get('link')),
  }
}

/** The Lagos days that the filters name; a preset ends today. Both are absent where any date will do. */
export function rangeOf({ period, from, to }: Pick<Filters, 'period' | 'from' | 'to'>) {
  const preset = presetOf(period)
  if (!preset) return { from, to }
  const today = dayKey(Date.now())
  return { from: addDays(today, 1 - preset.days), to: today }
}

/** "Last 30 days", "04 Mar 2026 – 12 Mar 2026", "Any date" */
export function rangeLabel({ period, from, to }: Pick<Filters, 'period' | 'from' | 'to'>): string {
  const preset = presetOf(period)
  if (preset) return preset.name
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} \u2013 ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : 'Any date'
}

/** What `listPayments` is asked for. */
export const queryOf = (filters: { [Name in keyof Filters]: Filters[Name] | undefined }) => ({
  ...rangeOf(filters),
  status: filters.status,
  channel: filters.channel,
  search: filters.search || undefined,
  paymentLinkId: filters.link,
})

export type Changes = { [Name in keyof Filters]?: string | undefined }

/** The filters in the address, and how to change them: any change starts again at the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const changed = (changes: Changes) => {
    const next = new URLSearchParams(params)
    for (const name of ['page', 'cursor']) next.delete(name)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
  return {
    filters: read(params),
    /** The address's query with these changes, for a link. */
    withChanges: (changes: Changes) => `?${changed(changes)}`,
    change: (changes: Changes, options?: { replace: boolean }) => setParams(changed(changes), options),
  }
}
