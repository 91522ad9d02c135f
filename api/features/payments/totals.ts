import { limits } from '@adire/contract/limits.ts'
import type { Reading } from '../../context.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { figuresOf, type Kept, totalColumns } from './figures.ts'
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
  const { rows } = await tx.$client.query<Totals>(
    `select coalesce(sum(count), 0) as count, ${totalColumns}
     from ${figuresOf(kept, 'status, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo', conditions.join(' and '))}`,
    values,
  )
  return rows[0]!
}

async function fromPayments({ tx, merchant }: Reading, { search, ...filter }: Filter): Promise<Totals> {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(merchant.id, filter, put)
  const { table, where } = rowsOf(conditions, search ? foundBy(search, '$1', put) : [])
  // Counted first, which takes a look into an index: of more than are added up none needs to be read.
  const { rows } = await tx.$client.query<Totals>(
    `with found as materialized (
       select count(*) as count from (select 1 from ${table} where ${where} limit ${limits.totalledTo + 1}) one
     )
     select * from found cross join lateral (
       select ${totalColumns} from ${table} where ${where} and found.count <= ${limits.totalledTo}
     ) sums`,
    values,
  )
  const [found] = rows as [Totals]
  // The sums of some of them would say nothing.
  if (found.count > limits.totalledTo) return { count: limits.totalledTo, totalIsCapped: true, ...noSums }
  return found
}
