import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import type { MerchantContext, ReadContext } from '../../context.ts'
import { instantsAsText } from '../../database/connect.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { resolveSearch, type Search } from '../search/search.ts'
import { settlementsOfPayments } from './events.ts'
import { buildConditions, buildRowsSource } from './filter.ts'
import { type PaymentOrder, selectPaymentOrder } from './order.ts'
import { rowColumnsSql } from './row.ts'
import { buildPaymentSearch, type PaymentSearch } from './search.ts'

type Filter = Omit<ParsedInput<typeof listPayments>, 'include'> & { mandateId?: string }

/** Payments that match a filter, in the requested order. Only what `include` adds depends on time. */
export async function listPaymentsHandler(
  context: Omit<MerchantContext, 'now'>,
  { include, ...input }: ParsedInput<typeof listPayments>,
) {
  const page = await listPaymentPage(context, input)
  if (!include || page.content.length === 0) return page
  const { tx, merchant, now } = await withBusinessClock({ ...context, now: context.realNow }, context.merchant.id)
  const ids = page.content.map(({ id }) => id)
  const parts = await settlementsOfPayments.get()(tx, merchant.id, ids, now)
  return { ...page, content: page.content.map((payment) => ({ ...payment, ...parts.get(payment.id) })) }
}

/** A page of payments that match a filter. */
export async function listPaymentPage({ tx, merchant }: ReadContext, input: Filter) {
  const search = input.search ? await resolveSearch(tx, merchant.id, input.search) : undefined
  const order = selectPaymentOrder(input.sort, search)
  const query = { ...statement(merchant.id, input, search, order), types: instantsAsText }
  const { rows } = await tx.$client.query<PaymentRow & { total: number }>(query)
  return pageOfCounted(rows, input, {
    isThere: ({ id }) => id !== null,
    serialize: (row) => row,
    keyOf: order.keyOf,
  })
}

const everything: PaymentSearch = { filters: [], branches: [] }

function statement(merchantId: string, input: Filter, search: Search | undefined, order: PaymentOrder) {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = buildConditions(merchantId, input, put)
  const counted = search ? buildPaymentSearch(search, put, { isCounted: true }) : everything
  const found = search ? buildPaymentSearch(search, put) : everything
  const all = buildRowsSource('1', [...conditions, ...counted.filters], counted.branches)
  const filters = [...conditions, ...found.filters]
  const older = input.cursor === undefined ? filters : [...filters, order.after(input.cursor, put)]
  const first = input.cursor === undefined ? input.offset : 0
  const [limit, offset] = [put(input.limit + 1), put(first)]
  const source = (columns: string) => {
    const each = () => `order by ${order.by} limit ${put(first + input.limit + 1)}`
    const { table, where } = buildRowsSource(columns, older, found.branches, each)
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
