import type { FreshDatabase } from './fresh.ts'
import { dropIndexes, vacuum } from './list-seed.ts'

/** One business with most of the payments of a year; others share a quarter as many. */
interface BusyYear {
  merchantId: string
  payments: number
  year: number
}

const others = 50

/**
 * Payments of a busy business and of others, each with a charge with metadata, and their entries in the ledger: every payment, a
 * refund of two in a hundred, and each day's settlement with its payout.
 */
export async function seedReports({ runtime }: FreshDatabase, { merchantId, payments, year }: BusyYear): Promise<void> {
  await runtime.database.write(async (tx) => {
    const { $client } = tx
    await $client.query('set local synchronous_commit = off')
    await $client.query("set local maintenance_work_mem = '512MB'")
    await $client.query(
      `insert into merchants (mode, merchant_code, business_name, business_email, country_id, created_at)
       select 'TEST', 'BENCH' || i, 'Business ' || i, 'business-' || i || '@example.com', 566, $2::date
       from generate_series(1, $1::int) i`,
      [others, `${year}-01-01`],
    )
    const restore = await dropIndexes(tx)
    await $client.query('alter table payments disable trigger payments_search_inserted')
    await $client.query(paymentsSql, [merchantId, payments, others, `${year}-01-01`])
    for (const statement of restore) await $client.query(statement)
    await $client.query('alter table payments enable trigger payments_search_inserted')
    await $client.query(chargesSql, [merchantId])
    for (const statement of ledgerSql) await $client.query(statement)
  })
  await vacuum(runtime.database.url)
}

/** In order of time, so that the rows of one business are scattered among those of the others. One in ten has failed. */
const paymentsSql = `
  with roll as materialized (
    select i, random() as fate, random() as price, random() as who,
      $4::date + interval '365 days' * (i / ($2::int * 1.25)) as at
    from generate_series(1, ($2::int * 1.25)::int) i
  ), chosen as (
    select *, 10000 + 500 * floor(price * price * 10000)::bigint as amount,
      case when fate < 0.1 then 'failed' when fate < 0.12 then 'refunded' else 'success' end as status,
      case when i % 5 > 0 then $1::uuid else ids[1 + floor($3::int * who)::int] end as merchant_id
    from roll, (select array_agg(id) as ids from merchants where merchant_code like 'BENCH%') businesses
  )
  insert into payments (merchant_id, reference, access_code, checkout_id, status, step, channel, price_kobo, amount_kobo, fee_kobo,
    vat_kobo, net_kobo, refunded_kobo, fee_bearer, customer_email, created_at, expires_at, paid_at)
  select merchant_id, 'pay_' || i, 'code-' || i, gen_random_uuid(), status,
    case status when 'failed' then 'failed' else 'success' end, 'card', amount, amount, amount * 14 / 1000,
    amount * 14 / 1000 * 75 / 1000, amount - amount * 14 / 1000 - amount * 14 / 1000 * 75 / 1000,
    case status when 'refunded' then amount else 0 end, 'merchant', 'payer-' || floor(who * 50000) || '@example.com', at,
    at + interval '30 minutes', case when status <> 'failed' then at + interval '1 minute' end
  from chosen`

/** One order id each, and one of ten shops. */
const chargesSql = `
  insert into charges (merchant_id, reference, request_hash, access_code, amount_kobo, fee_bearer, email, channels, metadata, created_at,
    expires_at)
  select merchant_id, reference, '', 'charge-' || access_code, amount_kobo, 'merchant', customer_email, '["card"]',
    jsonb_build_object('orderId', split_part(reference, '_', 2)::int,
      'shop', (array['Aba', 'Onitsha', 'Kano', 'Jos', 'Uyo', 'Warri', 'Ilorin', 'Enugu', 'Benin', 'Lagos'])[1 + amount_kobo / 500 % 10]),
    created_at, expires_at
  from payments where merchant_id = $1::uuid`

const lines = (entry: string, values: string) => `
  insert into ledger_lines (entry_id, account_id, amount_kobo, merchant_id)
  select entry.id, account.id, part.kobo, entry.merchant_id
  from ${entry} cross join lateral (values ${values}) part (owner, kind, kobo)
  join ledger_accounts account on account.owner = part.owner and account.kind = part.kind and account.merchant_id = entry.merchant_id`
const entries = (reference: string, at: string, from: string) =>
  `insert into ledger_entries (reference, description, at, line_count, merchant_id)
   select ${reference}, '', ${at}, 2, merchant_id from ${from}`

const daysSql = `(
  select merchant_id, (paid_at at time zone 'Africa/Lagos')::date as day, sum(net_kobo) as kobo
  from payments where paid_at is not null group by 1, 2) days`

const ledgerSql = [
  `insert into ledger_accounts (owner, kind, merchant_id)
   select id::text, kind, id from merchants cross join unnest(array['pending', 'available', 'in_payout']) kind
   union all select 'TEST', kind, id from merchants cross join unnest(array['fees', 'vat', 'processor_clearing', 'bank']) kind`,
  entries(`'payment:' || id`, 'paid_at', 'payments where paid_at is not null'),
  'analyze payments, ledger_accounts, ledger_entries', // otherwise the joins compare each row with each
  lines(
    `payments payment join ledger_entries entry on entry.reference = 'payment:' || payment.id`,
    `(payment.merchant_id::text, 'pending', net_kobo), ('TEST', 'fees', fee_kobo), ('TEST', 'vat', vat_kobo),
     ('TEST', 'processor_clearing', -amount_kobo)`,
  ),
  `insert into refunds (merchant_id, id, payment_id, reference, amount_kobo, status, reason, requested_by_kind, requested_by, created_at)
   select merchant_id, gen_random_uuid(), id, 'rfd_' || reference, amount_kobo, 'success', 'duplicate', 'system', 'bench', paid_at
   from payments where status = 'refunded'`,
  entries(`'refund:' || id`, `created_at + interval '1 day'`, 'refunds'),
  lines(
    `refunds refund join ledger_entries entry on entry.reference = 'refund:' || refund.id`,
    `(refund.merchant_id::text, 'pending', -amount_kobo), ('TEST', 'processor_clearing', amount_kobo)`,
  ),
  ...[
    ['settlement:', '', 'pending', 'available'],
    ['payout:', '', 'available', 'in_payout'],
    ['payout:', ':paid', 'in_payout', 'bank'],
  ].flatMap(([start, end, source, target]) => {
    const reference = `'${start}' || days.merchant_id || '/' || day || '${end}'`
    const owner = target === 'bank' ? `'TEST'` : 'days.merchant_id::text'
    return [
      entries(reference, `day + interval '1 day 8 hours'`, daysSql),
      lines(
        `${daysSql} join ledger_entries entry on entry.reference = ${reference}`,
        `(days.merchant_id::text, '${source}', -kobo), (${owner}, '${target}', kobo)`,
      ),
    ]
  }),
]
