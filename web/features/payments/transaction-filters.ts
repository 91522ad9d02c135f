import { type Channel, channels, statusFilters } from '@adire/contract/payments.ts'
import { type RangeSelection, readRange, resolveRange } from '../../ui/range.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

export type StatusFilter = (typeof statusFilters)[number]
export type TransactionFilters = RangeSelection & {
  status: StatusFilter | undefined
  channel: Channel | undefined
  search: string
  /** A payment link's id: its page leads here. */
  link: string | undefined
  /** A settlement's id: so does its page. */
  settlement: string | undefined
  /** A customer's whole e-mail address. */
  customer: string | undefined
  /** Kobo. */
  min: number | undefined
  max: number | undefined
}

const id = (text: string | null) => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined)

/** What is an e-mail address, as the list knows it. */
export const parseEmail = (text: string | null) =>
  text
    ?.trim()
    .toLowerCase()
    .match(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)?.[0]

const kobo = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** The address is typed by people too: what it cannot mean is left out. */
function read(params: URLSearchParams): TransactionFilters {
  return {
    status: statusFilters.find((status) => status === params.get('status')),
    channel: channels.find((channel) => channel === params.get('channel')),
    ...readRange(params),
    search: params.get('search')?.trim() ?? '',
    link: id(params.get('link')),
    settlement: id(params.get('settlement')),
    customer: parseEmail(params.get('customer')),
    min: kobo(params.get('min')),
    max: kobo(params.get('max')),
  }
}

/** What `listPayments` is asked for. */
export const toPaymentQuery = (
  filters: { [Name in keyof TransactionFilters]: TransactionFilters[Name] | undefined },
) => ({
  ...resolveRange(filters),
  status: filters.status,
  channel: filters.channel,
  search: filters.search || undefined,
  paymentLinkId: filters.link,
  settlementId: filters.settlement,
  customerEmail: filters.customer,
  minAmountKobo: filters.min,
  maxAmountKobo: filters.max,
})

export type FilterChanges = { [Name in keyof TransactionFilters]?: string | undefined }

/** The filters in the address, and how to change them: any change starts again at the first page. */
export function useFilters() {
  const { params, changed, change } = useUrlState()
  return {
    filters: read(params),
    /** The address's query with these changes, for a link. */
    withChanges: (changes: FilterChanges) => `?${changed(changes)}`,
    change: (changes: FilterChanges, options?: { replace: boolean }) => change(changes, options),
  }
}

const dates = ['period', 'from', 'to']

/** The address's query as a view keeps it: without the page one is on, in an order of its own. */
export function retainedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', 'cursor']) params.delete(name)
  params.sort()
  return params.toString()
}

/** Where a view leads. One without dates keeps those that are set. */
export function viewAddress(query: string, search: string): string {
  const params = new URLSearchParams(query)
  if (!dates.some((name) => params.has(name)))
    for (const [name, value] of new URLSearchParams(search)) if (dates.includes(name)) params.set(name, value)
  return `/transactions?${params}`
}
