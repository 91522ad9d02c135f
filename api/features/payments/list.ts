import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import type { ReadContext } from '../../context.ts'
import { instantsAsText } from '../../database/connect.ts'
import { fromCursor, isId, isInstant, notACursor, olderThanText, type PutParameter } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { buildConditions, buildRowsSource, foundBy, isLast4 } from './filter.ts'
import { rowColumnsSql } from './row.ts'

type Filter = ParsedInput<typeof listPayments> & { mandateId?: string }

/**
 * Payments, newest first. A search is sorted by the column it searches, because its index can then return a page at once, however
 * many payments match.
 */
export async function listPaymentsHandler({ tx, merchant }: ReadContext, input: Filter) {
  const order = selectOrder(input.search)
  const query = { ...statement(merchant.id, input, order), types: instantsAsText }
  const { rows } = await tx.$client.query<PaymentRow & { total: number }>(query)
  return pageOfCounted(rows, input, {
    isThere: ({ id }) => id !== null,
    serialize: (row) => row,
    keyOf: order.key,
  })
}

interface Order {
  name: 'time' | 'email' | 'reference'
  by: string
  key(row: PaymentRow): string[]
}

const orders: Record<Order['name'], Order> = {
  time: { name: 'time', by: 'created_at desc, id desc', key: (row) => [row.createdAt, row.id] },
  email: {
    name: 'email',
    by: 'customer_email, created_at desc, id desc',
    key: (row) => [row.createdAt, row.id, row.customerEmail],
  },
  reference: { name: 'reference', by: 'reference', key: (row) => [row.reference] },
}

function selectOrder(search: string | undefined): Order {
  if (!search || isLast4(search)) return orders.time
  return search.toLowerCase().startsWith('pay_') ? orders.reference : orders.email
}

function statement(merchantId: string, input: Filter, order: Order) {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const filters = buildConditions(merchantId, { ...input, search: undefined }, put)
  const ways = input.search ? foundBy(input.search, '$1', put) : []
  const all = buildRowsSource('1', filters, ways)
  const older = input.cursor === undefined ? filters : [...filters, after(order, input.cursor, put)]
  const first = input.cursor === undefined ? input.offset : 0
  const limit = put(input.limit + 1)
  const offset = put(first)
  const page = buildRowsSource('*', older, ways, () => `order by ${order.by} limit ${put(first + input.limit + 1)}`)
  const text = `
    with total as (
      ${countText(all.table, all.where)}
    ), page as (
      select * from ${page.table} where ${page.where} order by ${order.by} limit ${limit} offset ${offset}
    )
    select total, ${rowColumnsSql}
    from total left join page on true order by ${order.by}`
  // A prepared plan suits every value of a single filter, but not every search, amount or pair of filters: those are planned with
  // their values each time.
  const { search, minAmountKobo, maxAmountKobo, status, channel, customerEmail } = input
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
  const [instant, id, email] = fromCursor(cursor, order.name === 'email' ? 3 : 2) as [string, string, string]
  if (!isInstant(instant) || !isId(id)) throw notACursor()
  const older = olderThanText([instant, id], put)
  if (order.name === 'time') return older
  const same = put(email)
  return `customer_email >= ${same} and (customer_email > ${same} or ${older})`
}
