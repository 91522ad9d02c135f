import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import type { ReadContext } from '../../context.ts'
import { instantsAsText } from '../../database/connect.ts'
import { fromCursor, fromTimeCursor, olderThanText, type PutParameter } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { resolveSearch, type Search } from '../search/search.ts'
import { buildConditions, buildRowsSource } from './filter.ts'
import { rowColumnsSql } from './row.ts'
import { buildPaymentSearch, isPaymentReference, type PaymentSearch } from './search.ts'

type Filter = ParsedInput<typeof listPayments> & { mandateId?: string }

/**
 * Payments, newest first. A search for the beginning of a payment reference is sorted by reference, because the index can then
 * return a page at once, however many payments match.
 */
export async function listPaymentsHandler({ tx, merchant }: ReadContext, input: Filter) {
  const search = input.search ? await resolveSearch(tx, merchant.id, input.search) : undefined
  const order = selectOrder(search)
  const query = { ...statement(merchant.id, input, search, order), types: instantsAsText }
  const { rows } = await tx.$client.query<PaymentRow & { total: number }>(query)
  return pageOfCounted(rows, input, {
    isThere: ({ id }) => id !== null,
    serialize: (row) => row,
    keyOf: order.key,
  })
}

interface Order {
  name: 'time' | 'reference'
  by: string
  /** Columns of the order: all that is read of the payments before a page, so that an index has them. */
  columns: string
  key(row: PaymentRow): string[]
}

const orders: Record<Order['name'], Order> = {
  time: {
    name: 'time',
    by: 'created_at desc, id desc',
    columns: 'created_at, id',
    key: (row) => [row.createdAt, row.id],
  },
  reference: { name: 'reference', by: 'reference', columns: 'reference, id', key: (row) => [row.reference] },
}

function selectOrder(search: Search | undefined): Order {
  const [term, ...others] = search?.terms ?? []
  return term?.code !== undefined && isPaymentReference(term.code) && others.length === 0
    ? orders.reference
    : orders.time
}

const everything: PaymentSearch = { filters: [], ways: [] }

function statement(merchantId: string, input: Filter, search: Search | undefined, order: Order) {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = buildConditions(merchantId, input, put)
  const counted = search ? buildPaymentSearch(search, put, { isCounted: true }) : everything
  const found = search ? buildPaymentSearch(search, put) : everything
  const all = buildRowsSource('1', [...conditions, ...counted.filters], counted.ways)
  const filters = [...conditions, ...found.filters]
  const older = input.cursor === undefined ? filters : [...filters, after(order, input.cursor, put)]
  const first = input.cursor === undefined ? input.offset : 0
  const [limit, offset] = [put(input.limit + 1), put(first)]
  const source = (columns: string) => {
    const each = () => `order by ${order.by} limit ${put(first + input.limit + 1)}`
    const { table, where } = buildRowsSource(columns, older, found.ways, each)
    return `select ${columns} from ${table} where ${where} order by ${order.by} limit ${limit} offset ${offset}`
  }
  // A search can match many scattered rows: its page is found in an index, and then only the page is read.
  const page = search
    ? `select payments.* from (${source(order.columns)}) found join payments on payments.merchant_id = $1 and payments.id = found.id`
    : source('*')
  const text = `
    with total as (
      ${countText(all.table, all.where)}
    ), page as (
      ${page}
    )
    select total, ${rowColumnsSql}
    from total left join page on true order by ${order.by}`
  // A prepared plan suits every value of a single filter, but not every search, amount or pair of filters: those are planned with
  // their values each time.
  const { minAmountKobo, maxAmountKobo, status, channel, customerEmail } = input
  const { paymentLinkId, settlementId, mandateId, subscriptionId } = input
  const equal = [status, channel, paymentLinkId, settlementId, mandateId, subscriptionId, customerEmail].filter(
    (value) => value !== undefined,
  )
  const isSteady = !search && minAmountKobo === undefined && maxAmountKobo === undefined && equal.length < 2
  return isSteady ? { name: statementName(text), text, values } : { text, values }
}

/** One name per SQL text, as required for named statements. */
const names = new Map<string, string>()
function statementName(text: string): string {
  const known = names.get(text) ?? `payments_list_${names.size}`
  names.set(text, known)
  return known
}

function after(order: Order, cursor: string, put: PutParameter): string {
  if (order.name === 'reference') return `reference > ${put(fromCursor(cursor, 1)[0])}`
  return olderThanText(fromTimeCursor(cursor), put)
}
