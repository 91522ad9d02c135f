import { limits } from '@adire/contract/limits.ts'
import type { Reading } from '../../context.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { figuresOf, type Kept, paidSums, type StatusSums, summed, sumsOfStatus } from './figures.ts'
import { conditionsOf, type Filter, foundBy, rowsOf } from './filter.ts'

interface Totals {
  count: number
  grossKobo: number | null
  feesKobo: number | null
  refundedKobo: number | null
  netKobo: number | null
  totalIsCapped?: boolean
}

const noSums = { grossKobo: null, feesKobo: null, refundedKobo: null, netKobo: null }

/** What a filter comes to: as the figures know it, where they know it; of any other the payments are read, up to a limit. */
export async function totals(context: Reading, filter: Filter): Promise<Totals> {
  const kept = keptFor(filter)
  return kept ? fromFigures(context, kept, filter) : fromPayments(context, filter)
}

function keptFor({ status, channel, from, to, paymentLinkId, ...others }: Filter): Kept | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined
  if (!paymentLinkId) return channel ? 'payment_days' : 'payment_day_totals'
  return from || to ? undefined : 'payment_link_totals'
}

async function fromFigures({ tx, merchant }: Reading, kept: Kept, { from, to, ...same }: Filter): Promise<Totals> {
  refuseTurnedDays(from, to)
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(merchant.id, same, put)
  if (from) conditions.push(`day >= ${put(from)}`)
  if (to) conditions.push(`day <= ${put(to)}`)
  const { rows } = await tx.$client.query<StatusSums>(
    `select ${sumsOfStatus}, sum(count) as count
     from ${figuresOf(kept, `count, ${summed}`, conditions.join(' and '))} group by status`,
    values,
  )
  return totalsOf(rows)
}

async function fromPayments({ tx, merchant }: Reading, { search, ...filter }: Filter): Promise<Totals> {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(merchant.id, filter, put)
  const { table, where } = rowsOf(summed, conditions, search ? foundBy(search, '$1', put) : [])
  // Counted first, which takes a look into an index: of more than are added up none needs to be read.
  const { rows } = await tx.$client.query<StatusSums & { found: number }>(
    `with found as materialized (
       select count(*) as found from (select 1 from ${table} where ${where} limit ${limits.totalledTo + 1}) one
     )
     select * from found left join lateral (
       select ${sumsOfStatus}, count(*) as count
       from ${table} where ${where} and found <= ${limits.totalledTo} group by status
     ) sums on true`,
    values,
  )
  // The sums of some of them would say nothing.
  if (rows[0]!.found > limits.totalledTo) return { count: limits.totalledTo, totalIsCapped: true, ...noSums }
  return totalsOf(rows[0]!.found === 0 ? [] : rows)
}

const totalsOf = (rows: StatusSums[]): Totals => ({
  ...paidSums(rows),
  count: rows.reduce((sum, { count }) => sum + count, 0),
})
