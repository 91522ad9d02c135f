import { type Channel, channels } from '@adire/contract/channels/channels.ts'
import { statusFilters } from '@adire/contract/payments.ts'
import { type RangeSelection, readRange, resolveRange } from '../../ui/range.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

export type StatusFilter = (typeof statusFilters)[number]
export type TransactionFilters = RangeSelection & {
  status: StatusFilter | undefined
  channel: Channel | undefined
  search: string
  /** Payment link id; set by the link's page. */
  link: string | undefined
  /** Settlement id; set by the settlement's page. */
  settlement: string | undefined
  /** The customer's full email. */
  customer: string | undefined
  /** In kobo. */
  min: number | undefined
  max: number | undefined
}

const id = (text: string | null) => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined)

/** Normalized email, or undefined if the text is not one; the same rule as in the list. */
export const parseEmail = (text: string | null) =>
  text
    ?.trim()
    .toLowerCase()
    .match(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)?.[0]

const kobo = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Reads the filters from the URL. Users can edit the URL, so invalid values are ignored. */
function readFilters(params: URLSearchParams): TransactionFilters {
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

/** Input of `listPayments`. */
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

/** Filters in the URL, with functions to change them. Any change goes back to the first page. */
export function useFilters() {
  const { params, changed, change } = useUrlState()
  return {
    filters: readFilters(params),
    /** Query string with these changes, for a link. */
    withChanges: (changes: FilterChanges) => `?${changed(changes)}`,
    change: (changes: FilterChanges, options?: { replace: boolean }) => change(changes, options),
  }
}

const dates = ['period', 'from', 'to']

/** Query string stored with a view: sorted, and without the current page. */
export function retainedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', 'cursor']) params.delete(name)
  params.sort()
  return params.toString()
}

/** Query string of a view. A view without dates keeps the current dates. */
export function viewQuery(query: string, search: string): string {
  const params = new URLSearchParams(query)
  if (!dates.some((name) => params.has(name)))
    for (const [name, value] of new URLSearchParams(search)) if (dates.includes(name)) params.set(name, value)
  return params.toString()
}
