import type { Parsed } from '@adire/contract/endpoint.ts'
import { type Channel, type getOverview, type PaymentStatus, paidStatuses } from '@adire/contract/payments.ts'
import type { Reading } from '../../context.ts'
import { problem, refuseTurnedDays } from '../../http/problem.ts'
import { addDays, daysBetween } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { paidList } from './tables.ts'

type Period = Parsed<typeof getOverview>

const mostDays = 400

interface Figures {
  isCurrent: boolean
  day: string
  status: PaymentStatus
  channel: Channel | 'none'
  count: number
  amountKobo: number
  feeKobo: number
  vatKobo: number
  netKobo: number
  refundedKobo: number
}

/** The figures of a period and of the one before it: what was folded and what was not, read as of one instant. */
const figures = (columns: string, condition: string) => `
  select day >= $3::date as "isCurrent", ${columns}
  from (
    select day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
    from payment_days where merchant_id = $1 and day between $2::date and $4::date
    union all
    select day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
    from payment_facts where merchant_id = $1 and day between $2::date and $4::date
  ) figure
  where ${condition}
  group by`

const byStatus = {
  name: 'overview_totals',
  text: `${figures(
    `status, sum(count) as count, sum(amount_kobo) as "amountKobo", sum(fee_kobo) as "feeKobo",
     sum(vat_kobo) as "vatKobo", sum(net_kobo) as "netKobo", sum(refunded_kobo) as "refundedKobo"`,
    'true',
  )} 1, 2 having sum(count) > 0`,
}
const byDay = {
  name: 'overview_days',
  text: `${figures(
    'day::text as day, channel, sum(count) as count, sum(amount_kobo) as "amountKobo"',
    `status in ${paidList}`,
  )} 1, figure.day, channel having sum(count) > 0`,
}

export async function overview({ tx, merchant }: Reading, period: Period) {
  const { rows } = await tx.$client.query<Figures>({ ...byStatus, values: spanOf(merchant.id, period) })
  return {
    current: totals(rows.filter((row) => row.isCurrent)),
    previous: totals(rows.filter((row) => !row.isCurrent)),
    unsettledKobo: await balance(tx, merchantAccount(merchant.id, 'pending')),
  }
}

function totals(rows: Figures[]) {
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  const paid = rows.filter(({ status }) => (paidStatuses as readonly string[]).includes(status))
  const sumOf = (kobo: (row: Figures) => number) => paid.reduce((sum, row) => sum + kobo(row), 0)
  const count = sumOf((row) => row.count)
  const decided = count + (counts.get('failed') ?? 0)
  return {
    grossKobo: sumOf((row) => row.amountKobo),
    feesKobo: sumOf((row) => row.feeKobo + row.vatKobo),
    refundedKobo: sumOf((row) => row.refundedKobo),
    netKobo: sumOf((row) => row.netKobo - row.refundedKobo),
    count,
    byStatus: Object.fromEntries(counts) as Partial<Record<PaymentStatus, number>>,
    successRate: decided === 0 ? null : count / decided,
  }
}

export async function series({ tx, merchant }: Reading, period: Period) {
  const span = spanOf(merchant.id, period)
  const { rows } = await tx.$client.query<Figures>({ ...byDay, values: span })
  const [, before, from] = span
  const channels = Map.groupBy(
    rows.filter((row) => row.isCurrent),
    (row) => row.channel as Channel,
  )
  return {
    current: everyDay(rows, from, period.to),
    previous: everyDay(rows, before, addDays(from, -1)),
    channels: [...channels]
      .map(([channel, own]) => ({ channel, ...sum(own) }))
      .sort((one, other) => other.grossKobo - one.grossKobo),
  }
}

function everyDay(rows: Figures[], from: string, to: string) {
  const days = Map.groupBy(rows, (row) => row.day)
  return Array.from({ length: daysBetween(from, to) }, (_, place) => {
    const day = addDays(from, place)
    return { day, ...sum(days.get(day) ?? []) }
  })
}

const sum = (rows: Figures[]) => ({
  grossKobo: rows.reduce((total, row) => total + row.amountKobo, 0),
  count: rows.reduce((total, row) => total + row.count, 0),
})

/** The merchant, the first day of the period before, and the period. */
function spanOf(
  merchantId: string,
  { from, to }: Period,
): [merchantId: string, before: string, from: string, to: string] {
  refuseTurnedDays(from, to)
  const days = daysBetween(from, to)
  if (days > mostDays) throw problem.field('to', `Choose at most ${mostDays} days`)
  return [merchantId, addDays(from, -days), from, to]
}
