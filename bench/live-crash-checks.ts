import { readConfig } from '../api/config.ts'
import { reconcile } from '../api/features/reconciliation/reconcile.ts'
import { checkLedger } from '../api/features/settlements/check-ledger.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { addDays, lagosDay } from '../api/lagos.ts'
import type { Runtime } from '../api/runtime.ts'
import { findDisputeFaults } from './live-crash-disputes.ts'
import { depositedKobo, type LiveProcessors, processorSettings } from './live-crash-processors.ts'
import { printLine } from './seeded.ts'

// A refund is pending while the business has not enough money for it; nothing of it was sent.
const openText = `select (select count(*) from refunds where status = 'processing')
  + (select count(*) from payments where status = 'processing'
       or (status = 'pending' and processor_reference is not null and reference = any($1)))
  + (select count(*) from payouts where status = 'requested') as open`

/** Number of payments, refunds and payouts that have not ended. `paid`: references of payments whose payers have paid. */
export async function countOpen({ database }: Runtime, paid: readonly string[]): Promise<number> {
  const { rows } = await database.read((tx) => tx.$client.query<{ open: number }>(openText, [paid]))
  return rows[0]!.open
}

/** What the sessions of the database wait for and run, and which jobs are due, for a product that is slow to start. */
export async function describeSessions({ database }: Runtime): Promise<string> {
  const sessions = `select pid, application_name as program, state, wait_event_type as waits, pg_blocking_pids(pid) as behind,
      now() - xact_start as since, left(query, 200) as query
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  const jobs = `select name, state, count(*), min(start_after) as due from pgboss.job
    where state < 'completed' group by 1, 2 order by 4 limit 50`
  const read = async (text: string) => (await database.read((tx) => tx.$client.query<object>(text))).rows
  return [...(await read(sessions)), ...(await read(jobs))].map((row) => JSON.stringify(row)).join('\n')
}

/** Objects of ours and of the processors, both counted by their references; each of the first counts must be 0. */
const checksText = `select
  (select count(*) from (select reference from processor_records where kind = 'charge' and status in ('success', 'reversed')
     group by 1 having count(*) > 1) x) as "payments charged twice",
  (select count(*) from (select reference from processor_records where kind = 'refund' and not is_of_dispute and status <> 'failed'
     group by 1 having count(*) > 1) x) as "refunds made twice",
  (select count(*) from (select settlement_id from payouts where status = 'paid' group by 1 having count(*) > 1) x)
    as "settlements paid twice",
  (select count(*) from payments where reference = any($1) and paid_at is null) as "payments of payers who paid that are not paid here"`
const countsText = `select
  (select count(*) from payments where processor = 'paystack' and paid_at is not null) as "payments at Paystack",
  (select count(*) from processor_records where processor = 'paystack' and kind = 'charge' and status in ('success', 'reversed'))
    as "charges in its records",
  (select count(*) from refunds join payments on payments.id = payment_id
     where processor = 'paystack' and refunds.status = 'processed') as "refunds at Paystack",
  (select count(*) from processor_records where processor = 'paystack' and kind = 'refund' and not is_of_dispute)
    as "refunds in its records",
  (select count(*) from payouts where status = 'paid') as "payouts",
  (select count(*) from processor_records where kind = 'payout' and status = 'success') as "transfers in its records",
  (select count(*) from disputes) as "disputes at Paystack",
  (select count(*) from disputes where resolution = 'won') as "disputes won",
  (select count(*) from payments where processor = 'monnify' and paid_at is not null) as "payments at Monnify",
  (select count(*) from processor_records where processor = 'monnify' and kind = 'charge' and status in ('success', 'reversed'))
    as "charges in records of Monnify",
  (select count(*) from refunds join payments on payments.id = payment_id
     where processor = 'monnify' and refunds.status = 'processed') as "refunds at Monnify",
  (select count(*) from payments where channel = 'bank_transfer' and paid_at is not null) as "payments by transfer",
  (select count(*) from processor_records where kind = 'charge' and status in ('success', 'reversed')
     and charge_reference ~ '\\.c[0-9]*$') as "charges on card pages",
  (select count(*) from failed_jobs where resolved_at is null) as "jobs without attempts left"`

/**
 * Differences between the processors and us, after a reconciliation as of two hours later, so that nothing is too new to count.
 * `paid`: references of payments whose payers have paid by transfer or on a card page.
 */
export async function findFaults(
  runtime: Runtime,
  processors: LiveProcessors,
  { env, paid }: { env: Record<string, string>; paid: readonly string[] },
): Promise<string[]> {
  const { write } = jobUnitOfWork(runtime)
  const now = new Date(Date.now() + 2 * 3_600_000)
  const days = { fromDay: addDays(lagosDay(now), -2), toDay: lagosDay(now) }
  const config = readConfig({ ...env, ...processorSettings(processors) })
  const { balanceKobo, expectedKobo } = await reconcile({ config, write: (use) => write(use, 'LIVE'), now }, days)
  const read = async (text: string, values: unknown[] = []) =>
    (await runtime.database.read((tx) => tx.$client.query<Record<string, number>>(text, values))).rows
  const [checks, counts] = [await read(checksText, [paid]), await read(countsText)]
  for (const [what, many] of Object.entries(counts[0]!)) printLine(`${what}: ${many}`)
  const items = await read(
    `select kind, discrepancy, reference, ours_kobo, theirs_kobo from reconciliation_items where status = 'open' and kind <> 'balance'`,
  )
  printLine(`The processors hold ${balanceKobo} kobo, ${expectedKobo} by the ledger and deposits of ${depositedKobo}`)
  const violations = [...processors.paystack.control.readViolations(), ...processors.monnify.control.readViolations()]
  return [
    ...Object.entries(checks[0]!).flatMap(([what, many]) => (many > 0 ? [`${many} ${what}`] : [])),
    ...[...items, ...violations.slice(0, 20)].map((item) => JSON.stringify(item)),
    ...(balanceKobo! - expectedKobo! === depositedKobo ? [] : ['What the processors hold differs']),
    ...(await findDisputeFaults(runtime, processors)),
    ...(await checkLedger((use) => write(use))).faults,
  ]
}
