import { limits } from '@adire/contract/limits.ts'
import type { Reading } from '../../context.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { conditionsOf, type Filter } from './filter.ts'
import { paidList } from './tables.ts'

interface Totals {
  count: number
  grossKobo: number | null
  feesKobo: number | null
  refundedKobo: number | null
  netKobo: number | null
  totalIsCapped?: boolean
}

const noSums = { grossKobo: null, feesKobo: null, refundedKobo: null, netKobo: null }

/**
 * What a filter comes to. Where it names only days, status and channel the figures of the days know it already; for any
 * other the payments are read, up to a limit.
 */
export async function totals(context: Reading, filter: Filter): Promise<Totals> {
  const { search, paymentLinkId, settlementId, subscriptionId, mandateId, customerEmail } = filter
  const { minAmountKobo, maxAmountKobo } = filter
  const byOne = [paymentLinkId, settlementId, subscriptionId, mandateId]
  const isPlain = [...byOne, search, customerEmail, minAmountKobo, maxAmountKobo].every((value) => !value)
  return isPlain ? fromDays(context, filter) : fromPayments(context, filter)
}

async function fromDays({ tx, merchant }: Reading, filter: Filter): Promise<Totals> {
  refuseTurnedDays(filter.from, filter.to)
  const { rows } = await tx.$client.query<Totals>({
    name: 'payment_totals_days',
    text: `
      select coalesce(sum(count), 0)::float8 as count,
             coalesce(sum(amount_kobo) filter (where status in ${paidList}), 0)::float8 as "grossKobo",
             coalesce(sum(fee_kobo + vat_kobo) filter (where status in ${paidList}), 0)::float8 as "feesKobo",
             coalesce(sum(refunded_kobo) filter (where status in ${paidList}), 0)::float8 as "refundedKobo",
             coalesce(sum(net_kobo - refunded_kobo) filter (where status in ${paidList}), 0)::float8 as "netKobo"
      from (
        select day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
        from payment_days where merchant_id = $1
        union all
        select day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
        from payment_facts where merchant_id = $1
      ) figure
      where ($2::text is null or status = $2 or ($2 = 'paid' and status in ${paidList})) and ($3::text is null or channel = $3)
        and ($4::date is null or day >= $4) and ($5::date is null or day <= $5)`,
    values: [merchant.id, filter.status ?? null, filter.channel ?? null, filter.from ?? null, filter.to ?? null],
  })
  return rows[0]!
}

async function fromPayments({ tx, merchant }: Reading, filter: Filter): Promise<Totals> {
  const values: unknown[] = []
  const conditions = conditionsOf(merchant.id, filter, (value) => `$${values.push(value)}`)
  const { rows } = await tx.$client.query<Totals>(
    `select count(*)::float8 as count,
            coalesce(sum(amount_kobo) filter (where status in ${paidList}), 0)::float8 as "grossKobo",
            coalesce(sum(fee_kobo + vat_kobo) filter (where status in ${paidList}), 0)::float8 as "feesKobo",
            coalesce(sum(refunded_kobo) filter (where status in ${paidList}), 0)::float8 as "refundedKobo",
            coalesce(sum(net_kobo - refunded_kobo) filter (where status in ${paidList}), 0)::float8 as "netKobo"
     from (
       select status, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo from payments
       where ${conditions.join(' and ')} limit ${limits.totalledTo + 1}
     ) matching`,
    values,
  )
  const [found] = rows as [Totals]
  // The sums of some of them would say nothing.
  if (found.count > limits.totalledTo) return { count: limits.totalledTo, totalIsCapped: true, ...noSums }
  return found
}
