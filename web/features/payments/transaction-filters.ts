import { type Channel, channels, statusFilters } from '@adire/contract/payments.ts'
import { type Range, rangeOf, readRange } from '../../ui/range.ts'
import { useQuery } from '../../ui/use-query.ts'

export type StatusFilter = (typeof statusFilters)[number]
export type Filters = Range & {
  status: StatusFilter | undefined
  channel: Channel | undefined
  search: string
  /** A payment link's id: its page leads here. */
  link: string | undefined
  /** Kobo. */
  min: number | undefined
  max: number | undefined
}

const id = (text: string | null) => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined)

const kobo = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** The address is typed by people too: what it cannot mean is left out. */
function read(params: URLSearchParams): Filters {
  return {
    status: statusFilters.find((status) => status === params.get('status')),
    channel: channels.find((channel) => channel === params.get('channel')),
    ...readRange(params),
    search: params.get('search')?.trim() ?? '',
    link: id(params.get('link')),
    min: kobo(params.get('min')),
    max: kobo(params.get('max')),
  }
}

/** What `listPayments` is asked for. */
export const queryOf = (filters: { [Name in keyof Filters]: Filters[Name] | undefined }) => ({
  ...rangeOf(filters),
  status: filters.status,
  channel: filters.channel,
  search: filters.search || undefined,
  paymentLinkId: filters.link,
  minAmountKobo: filters.min,
  maxAmountKobo: filters.max,
})

export type Changes = { [Name in keyof Filters]?: string | undefined }

/** The filters in the address, and how to change them: any change starts again at the first page. */
export function useFilters() {
  const { params, changed, change } = useQuery()
  return {
    filters: read(params),
    /** The address's query with these changes, for a link. */
    withChanges: (changes: Changes) => `?${changed(changes)}`,
    change: (changes: Changes, options?: { replace: boolean }) => change(changes, options),
  }
}
