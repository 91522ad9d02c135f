import { limits } from '@adire/contract/limits.ts'
import type { ReadContext } from '../../context.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { resolveSearch } from '../search/search.ts'
import { buildConditions, buildRowsSource, type PaymentFilter, statusIs } from './filter.ts'
import { buildPaymentSearch } from './search.ts'
import {
  cardChecksIn,
  type StatTable,
  type StatusSums,
  statsSql,
  summedColumns,
  summedStatus,
  sumPaidPayments,
  sumsOfStatus,
} from './stats.ts'

interface Totals {
  count: number
  cardCheckCount: number
  grossKobo: number | null
  feesKobo: number | null
  refundedKobo: number | null
  netKobo: number | null
  totalIsCapped?: boolean
}

const noSums = { grossKobo: null, feesKobo: null, refundedKobo: null, netKobo: null }

/** Totals of a filter: from the stats tables if they cover the filter; otherwise summed from the payments, up to a limit. */
export async function getPaymentTotalsHandler(context: ReadContext, filter: PaymentFilter): Promise<Totals> {
  const statTable = statTableFor(filter)
  return statTable ? totalsFromStats(context, statTable, filter) : fromPayments(context, filter)
}

function statTableFor({ status, channel, from, to, paymentLinkId, ...others }: PaymentFilter): StatTable | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined
  if (!paymentLinkId) return channel ? 'payment_days' : 'payment_day_totals'
  return from || to ? undefined : 'payment_link_totals'
}

async function totalsFromStats(
  { tx, merchant }: ReadContext,
  statTable: StatTable,
  filter: PaymentFilter,
): Promise<Totals> {
  const { status, channel, paymentLinkId, from, to } = filter
  requireDayOrder(from, to)
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = [`merchant_id = ${put(merchant.id)}`]
  if (status) conditions.push(statusIs(status, put))
  if (channel) conditions.push(`channel = ${put(channel)}`)
  if (paymentLinkId) conditions.push(`payment_link_id = ${put(paymentLinkId)}`)
  if (from) conditions.push(`day >= ${put(from)}`)
  if (to) conditions.push(`day <= ${put(to)}`)
  const { rows } = await tx.$client.query<StatusSums>(
    `select ${sumsOfStatus}, sum(count) as count
     from ${statsSql(statTable, `count, ${summedColumns}`, conditions.join(' and '))} group by status`,
    values,
  )
  return calculateTotals(rows, filter)
}

async function fromPayments({ tx, merchant }: ReadContext, { search, ...filter }: PaymentFilter): Promise<Totals> {
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = buildConditions(merchant.id, filter, put)
  const { filters, branches } = found
    ? buildPaymentSearch(found, put, { isCounted: true })
    : { filters: [], branches: [] }
  const { table, where } = buildRowsSource(`${summedColumns}, is_card_check`, [...conditions, ...filters], branches)
  // Counts first, which needs only an index: if the limit is exceeded, no row has to be read.
  const { rows } = await tx.$client.query<StatusSums & { found: number }>(
    `with found as materialized (
       select count(*) as found from (select 1 from ${table} where ${where} limit ${limits.totalledTo + 1}) one
     )
     select * from found left join lateral (
       select ${sumsOfStatus}, count(*) as count
       from (
         select ${summedStatus} as status, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
         from ${table} where ${where} and found <= ${limits.totalledTo}
       ) payment group by status
     ) sums on true`,
    values,
  )
  // Sums over only some of the payments would be meaningless.
  if (rows[0]!.found > limits.totalledTo)
    return { count: limits.totalledTo, cardCheckCount: 0, totalIsCapped: true, ...noSums }
  return calculateTotals(rows[0]!.found === 0 ? [] : rows, filter)
}

function calculateTotals(rows: StatusSums[], { status }: PaymentFilter): Totals {
  const cardCheckCount = cardChecksIn(rows)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return { ...sumPaidPayments(rows), count: status === 'card_check' ? all : all - cardCheckCount, cardCheckCount }
}
