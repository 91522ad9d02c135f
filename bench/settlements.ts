// A day's proceeds of many businesses, grouped into one settlement each: by the product, and by one batch of plain SQL.
import { settlementScheduledJobs } from '../api/features/settlements/jobs.ts'
import { holidays } from '../api/features/settlements/tables.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { addDays, startOfDay } from '../api/lagos.ts'
import { mondayAfter } from '../api/testing/settlement-fixture.ts'
import { type FreshDatabase, processCpuMicros, withFresh } from './fresh.ts'
import { printLine } from './seeded.ts'

const businesses = Number(process.env.BENCH_BUSINESSES ?? 10_000)
const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000)

/** Paid on a Monday; settlements are created at 2:00 on Tuesday. */
const monday = mondayAfter(new Date())
const at = new Date(startOfDay(addDays(monday, 1)).getTime() + 2 * 3_600_000)

const sums = (rows: string) => `
  select owner::uuid as merchant_id, sum(line.amount_kobo) as kobo, count(*) as payments
  from ${rows} group by owner`
const pendingLines = `
  ledger_lines line join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
  join ledger_entries entry on entry.id = line.entry_id and entry.at < $1`

await withFresh(async (fresh) => {
  await fresh.runtime.database.write((tx) => tx.delete(holidays))
  printLine(`• Seeding ${payments.toLocaleString('en')} payments of ${businesses.toLocaleString('en')} businesses`)
  await seedSettlements(fresh)
  const bare = await measured(fresh, () => bareSql(fresh))
  const made = await measured(fresh, () => createAllSettlements(fresh))
  printLine(
    '| | seconds | settlements a second | payments a second | CPU of Node, s | CPU of PostgreSQL, s |\n|---|---|---|---|---|---|',
  )
  for (const [name, { seconds, node, postgres }] of Object.entries({ 'the product': made, 'bare SQL': bare })) {
    const cells = [seconds.toFixed(1), (businesses / seconds).toFixed(0), (payments / seconds).toFixed(0)]
    printLine(`| ${name} | ${cells.join(' | ')} | ${(node / 1e6).toFixed(1)} | ${(postgres / 1e6).toFixed(1)} |`)
  }
  printLine(`RSS at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
  await checkSettlements(fresh)
}, at)

async function measured(fresh: FreshDatabase, callback: () => Promise<void>) {
  const start = { at: performance.now(), node: processCpuMicros(), postgres: fresh.postgres() }
  await callback()
  const seconds = (performance.now() - start.at) / 1000
  return { seconds, node: processCpuMicros() - start.node, postgres: fresh.postgres() - start.postgres }
}

/** Runs the scheduled job as often as its schedule would. */
async function createAllSettlements({ runtime }: FreshDatabase): Promise<void> {
  const scheduledJob = settlementScheduledJobs.find(({ name }) => name === 'create-settlements')!
  while ((await scheduledJob.run(jobUnitOfWork(runtime))) > 0);
}

/** The same rows in four statements, without holidays, holds, reserves or crash safety; rolled back afterwards. */
async function bareSql({ runtime }: FreshDatabase): Promise<void> {
  const taken = new Error('taken back')
  const all = runtime.database.write(async ({ $client }) => {
    const day = [startOfDay(addDays(monday, 1))]
    await $client.query(
      `insert into settlements (merchant_id, owner_id, reference, status, due_on, narration, total_kobo, amount_kobo, payment_count,
         line_count, created_at)
       select merchant_id, merchant_id, 'STL_' || merchant_id, 'pending', $1::date, 'bare', kobo, kobo, payments, payments, $1
       from (${sums(pendingLines)}) sum`,
      day,
    )
    await $client.query(
      `insert into settlement_lines (merchant_id, owner_id, entry_id, account, settlement_id, type, payment_id, at, gross_kobo, fee_kobo,
         vat_kobo, amount_kobo)
       select payment.merchant_id, payment.merchant_id, entry.id, 'pending', settlement.id, 'payment', payment.id, entry.at, payment.amount_kobo,
         payment.fee_kobo, payment.vat_kobo, line.amount_kobo
       from ${pendingLines} join payments payment on payment.merchant_id = account.owner::uuid
         and payment.id = split_part(entry.reference, ':', 2)::uuid
       join settlements settlement on settlement.merchant_id = payment.merchant_id`,
      day,
    )
    await $client.query(
      `insert into ledger_accounts (owner, kind, merchant_id) select merchant_id::text, 'available', merchant_id from settlements
       on conflict do nothing`,
    )
    await $client.query(
      `with entry as (
         insert into ledger_entries (reference, description, at, line_count, merchant_id)
         select 'settlement:' || merchant_id, 'bare', $1, 2, merchant_id from settlements returning id, reference
       )
       insert into ledger_lines (entry_id, account_id, amount_kobo, merchant_id)
       select entry.id, account.id, case account.kind when 'pending' then -total_kobo else total_kobo end, settlements.merchant_id
       from entry join settlements on entry.reference = 'settlement:' || settlements.merchant_id
       join ledger_accounts account on account.owner = settlements.merchant_id::text and account.kind in ('pending', 'available')`,
      day,
    )
    throw taken
  })
  await all.catch((error) => {
    if (error !== taken) throw error
  })
}

/** Payments on Monday for every business, up to a hundred times as many for some. Each payment is in the state after its success. */
async function seedSettlements({ runtime }: FreshDatabase): Promise<void> {
  await runtime.database.write(async ({ $client }) => {
    await $client.query(`set local synchronous_commit = off`)
    await $client.query(
      `insert into merchants (mode, merchant_code, business_name, business_email, country_id, created_at)
       select 'TEST', 'BENCH' || i, 'Business ' || i, 'business-' || i || '@example.com', 566, $2::timestamptz - interval '9 days'
       from generate_series(1, $1::int) i`,
      [businesses, at],
    )
    await $client.query(
      `insert into payments (merchant_id, reference, access_code, checkout_id, status, step, channel, price_kobo, amount_kobo,
         fee_kobo, vat_kobo, net_kobo, fee_bearer, customer_email, created_at, expires_at, paid_at)
       select ids[1 + floor(${businesses} * random() * random())::int], 'pay_' || i, 'code-' || i, gen_random_uuid(), 'success',
         'success', 'card', 150000, 150000, 2100, 158, 147742, 'merchant', 'payer@example.com', taken, taken, taken
       from (select i, $1::timestamptz + interval '86000 seconds' * i / $2::int as taken from generate_series(1, $2::int) i) one,
         (select array_agg(id) as ids from merchants where merchant_code like 'BENCH%') all_of_them`,
      [startOfDay(monday), payments],
    )
    await $client.query(
      `insert into ledger_accounts (owner, kind, merchant_id)
       select owner, kind, id from merchants
       cross join lateral (values (id::text, 'pending'), ('TEST', 'fees'), ('TEST', 'vat'), ('TEST', 'processor_clearing')) part (owner, kind)
       where merchant_code like 'BENCH%'`,
    )
    await $client.query(
      `insert into ledger_entries (reference, description, at, line_count, merchant_id)
       select 'payment:' || id, 'Payment ' || reference, paid_at, 4, merchant_id from payments`,
    )
    await $client.query('analyze payments, ledger_accounts, ledger_entries') // otherwise the joins compare each row with each
    await $client.query(
      `insert into ledger_lines (entry_id, account_id, amount_kobo, merchant_id)
       select entry.id, account.id, part.kobo, entry.merchant_id
       from payments payment join ledger_entries entry on entry.reference = 'payment:' || payment.id
       cross join lateral (values (payment.merchant_id::text, 'pending', 147742), ('TEST', 'fees', 2100), ('TEST', 'vat', 158),
         ('TEST', 'processor_clearing', -150000)) part (owner, kind, kobo)
       join ledger_accounts account on account.owner = part.owner and account.kind = part.kind
         and account.merchant_id = entry.merchant_id`,
    )
    await $client.query('analyze ledger_lines')
    await $client.query(
      `insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
       select account_id, sum(amount_kobo), merchant_id from ledger_lines group by account_id, merchant_id`,
    )
    await $client.query(
      `insert into ledger_unsettled_lines (account_id, entry_id, amount_kobo, at, merchant_id)
       select account.id, entry.id, line.amount_kobo, entry.at, entry.merchant_id
       from ledger_lines line join ledger_entries entry on entry.id = line.entry_id
       join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'`,
    )
  })
  await runtime.database.write(async ({ $client }) => void (await $client.query('analyze')))
}

async function checkSettlements({ runtime }: FreshDatabase): Promise<void> {
  const { rows } = await runtime.database.read(({ $client }) =>
    $client.query<{ settled: number; paid: number; lines: number; left: number }>(
      `select (select sum(total_kobo) from settlements) as settled, (select sum(net_kobo) from payments) as paid,
         (select count(*) from settlement_lines) as lines,
         (select count(distinct merchant_id) from payments) - (select count(*) from settlements) as left`,
    ),
  )
  const { settled, paid, lines, left } = rows[0]!
  printLine(JSON.stringify(rows[0]))
  if (settled !== paid || lines !== payments || left !== 0) throw new Error('Not every payment was settled once')
}
