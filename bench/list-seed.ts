import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Tx } from '../api/database/connect.ts'
import { createMerchant } from '../api/features/onboarding/register.ts'
import { addText, type StatTable, statKeys, sumColumns } from '../api/features/payments/stats.ts'
import type { Runtime } from '../api/runtime.ts'
import { createUser, type TestUser } from '../api/testing/users.ts'
import { largestShare, merchantCount, paymentCount } from './list-size.ts'

const batch = 250_000
/** Number of payments not yet rolled up into the daily stats: a few seconds of traffic. */
const notRolledUp = 500

/** One user's businesses, largest first, with two years of payments. */
export interface SeededData {
  owner: TestUser
  merchantIds: string[]
}

/** Fills an empty, migrated database. */
export async function seedLists(runtime: Runtime, print: (line: string) => void): Promise<SeededData> {
  const owner = await createUser(runtime, 'bench')
  const merchantIds = [owner.merchantId]
  for (let number = 2; number <= merchantCount; number++)
    merchantIds.push(
      await runtime.database.write((tx) =>
        createMerchant(tx, {
          mode: 'TEST',
          userId: owner.userId,
          businessName: `Business ${number}`,
          countryId: 566,
          email: owner.email,
          now: runtime.clock(),
        }),
      ),
    )
  await runtime.database.write(async (tx) => {
    await tx.$client.query('set local statement_timeout = 0')
    await tx.$client.query('set local synchronous_commit = off')
    await tx.$client.query("set local maintenance_work_mem = '512MB'")
    // A table emptied in this transaction needs no write-ahead log with `wal_level=minimal`.
    await tx.$client.query('truncate payments, search_persons')
    const restore = await dropIndexes(tx)
    const restorePersons = await dropIndexes(tx, 'search_persons')
    await tx.$client.query('alter table payments disable trigger payments_search_inserted')
    for (let from = 1; from <= paymentCount; from += batch) {
      const to = Math.min(from + batch - 1, paymentCount)
      await addPayments(tx, merchantIds, from, to)
      print(`  ${to.toLocaleString('en')} payments`)
    }
    for (const statement of restore.filter(isMeasured)) {
      await tx.$client.query(statement)
      print(`  ${statement}`)
    }
    await tx.$client.query('alter table payments enable trigger payments_search_inserted')
    await tx.$client.query(
      `insert into search_persons
       select merchant_id, customer_email, ' ' || customer_email || coalesce(' ' || lower(max(customer_name)), '')
       from payments group by 1, 2`,
    )
    for (const statement of restorePersons) await tx.$client.query(statement)
    print('  the persons to search')
  })
  await runtime.database.write(addStats)
  print('  their figures')
  await vacuum(runtime.database.url)
  return { owner, merchantIds }
}

/** Drops the indexes of a table and returns their definitions: creating them once after the inserts is faster. */
export async function dropIndexes(tx: Tx, table = 'payments'): Promise<string[]> {
  const { rows } = await tx.$client.query<{ name: string; constraint: string | null; definition: string }>(
    `select i.indexrelid::regclass::text as name, quote_ident(c.conname) as constraint,
       coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid where i.indrelid = $1::regclass`,
    [table],
  )
  for (const { name, constraint } of rows)
    await tx.$client.query(constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${name}`)
  return rows.map(({ constraint, definition }) =>
    constraint ? `alter table ${table} add constraint ${constraint} ${definition}` : definition,
  )
}

/** Whether the index is restored: with `BENCH_INDEXES=measured` not those that no list, total or overview reads. */
function isMeasured(definition: string): boolean {
  return (
    process.env.BENCH_INDEXES !== 'measured' ||
    !/\((access_code|processor_reference|merchant_id, (paid_at|checkout_id))\b/.test(definition)
  )
}

/** Daily stats and link stats, as the roll-up job leaves them. */
async function addStats(tx: Tx): Promise<void> {
  await tx.$client.query('set local statement_timeout = 0')
  const { rows } = await tx.$client.query<{ id: string }>(
    `select id from payments order by id desc offset ${notRolledUp} limit 1`,
  )
  const statsSql = (which: string) => `
    (select merchant_id, payment_link_id, (created_at at time zone 'Africa/Lagos')::date as day, status, channel, 1 as count,
            amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
     from payments where id ${which} '${rows[0]!.id}') figure`
  const columns = `merchant_id, payment_link_id, day, status, channel, ${sumColumns.join(', ')}`
  await tx.$client.query(`insert into payment_stat_deltas (${columns}) select ${columns} from ${statsSql('>')}`)
  for (const statTable of Object.keys(statKeys) as StatTable[])
    await tx.$client.query(addText(statTable, statsSql('<=')))
}

/** Id of a payment link, computed the same way here and in SQL. Link 1 has the most payments of its merchant. */
export function toLinkId(merchantId: string, number: number): string {
  const hash = createHash('md5').update(`${merchantId}/${number}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

/** Brings the database into the state after autovacuum: with statistics, and with the visibility map set. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/**
 * Inserts payments in order of time, so the rows of one business are scattered among the others, as in production. Every random value
 * is a column, computed once per row. The first business gets its share, the next a tenth of the rest (with 200), the last one little.
 */
async function addPayments(tx: Tx, merchantIds: string[], from: number, to: number): Promise<void> {
  await tx.$client.query(
    `with roll as materialized (
       select i, random() as business, random() as size, random() as fate, random() as way, random() as who,
              random() as card, random() as link, random() as nth, random() as price, md5(random()::text || i) as noise,
              date_trunc('milliseconds', now() - interval '730 days' * (1 - i / $2::float8)) as at
       from generate_series($3::int, $4::int) i
     ), chosen as (
       select *,
         ($1::uuid[])[case when business < ${largestShare} then 1 else 2 + floor(${merchantCount - 1} * size * size)::int end] as merchant_id,
         case when fate < 0.80 then 'success' when fate < 0.90 then 'failed' when fate < 0.97 then 'abandoned'
              when fate < 0.985 then 'refunded' when fate < 0.995 then 'partially_refunded' else 'reversed' end as status,
         case when way < 0.55 then 'card' when way < 0.85 then 'bank_transfer' when way < 0.93 then 'ussd'
              when way < 0.97 then 'bank_account' when way < 0.99 then 'qr' else 'direct_debit' end as channel,
         (array['ade','bola','chidi','dayo','emeka','funke','gbenga','hausa','ife','jide','kemi','lola','musa','ngozi',
                'obi','peju','rukayat','sade','tunde','uche','yemi','zainab'])[1 + floor(22 * who)::int] as first,
         10000 + 500 * floor(price * price * 10000)::bigint as amount
       from roll
     )
     insert into payments (merchant_id, id, reference, access_code, checkout_id, payment_link_id,
       status, step, channel, price_kobo,
       amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo, fee_bearer, customer_email, customer_name, channel_details,
       card_last4, processor_reference, failure_code, failure_message, ip_address,
       created_at, expires_at, paid_at)
     select merchant_id, uuidv7(at - now()), 'pay_' || left(noise, 20), noise, noise::uuid,
       case when link < 0.3 then overlay(overlay(md5(merchant_id || '/' || ceil(5 * power(link / 0.3, 2)))
         placing '4' from 13) placing '8' from 17)::uuid end, status,
       case when status in ('failed', 'abandoned') then 'failed' else 'success' end, channel, amount,
       amount, amount * 14 / 1000, amount * 14 / 1000 * 75 / 1000,
       amount - amount * 14 / 1000 - amount * 14 / 1000 * 75 / 1000,
       case status when 'refunded' then amount when 'partially_refunded' then amount / 2 else 0 end, 'merchant',
       first || '.' || floor(nth * 7000)::int || '@example.com', case when size > 0.2 then initcap(first) || ' Adeyemi' end,
       case when channel = 'card' then jsonb_build_object('card', jsonb_build_object(
         'brand', (array['visa', 'mastercard', 'verve'])[1 + floor(3 * card)::int], 'bin', '408408', 'expiryMonth', 12,
         'expiryYear', 2030, 'bank', null)) else '{}' end,
       case when channel = 'card' then lpad(floor(card * 10000)::text, 4, '0') end, noise,
       case when status = 'failed' then 'insufficient_funds' end, case when status = 'failed' then 'Insufficient funds' end,
       '102.89.' || floor(size * 255) || '.' || floor(card * 255),
       at, at + interval '30 minutes', case when status not in ('failed', 'abandoned') then at + interval '1 minute' end
     from chosen`,
    [merchantIds, paymentCount, from, to],
  )
}
