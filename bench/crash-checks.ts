// Invariants to check after the crash bench, read from the product's tables and from those of the sandbox processor.
import { checkLedger } from '../api/features/settlements/check-ledger.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import type { Runtime } from '../api/runtime.ts'

/** Ids that clients received in responses. */
export interface AcknowledgedWrites {
  payments: Set<string>
  refunds: Map<string, string>
  debits: Map<string, string>
  moves: Set<string>
}

/** Each of these counts must be 0. */
const faultsText = `select
  (select count(*) from (select payment_id from refunds group by payment_id having count(*) > 1) x) as "payments refunded twice",
  (select count(*) from (select checkout_id from payments where mandate_id is not null and checkout_id is not null
     group by checkout_id having count(*) > 1) x) as "debits asked twice",
  (select count(*) from (select subscription_invoice_id from payments where subscription_invoice_id is not null
     and status = 'success' group by 1 having count(*) > 1) x) as "renewals paid twice",
  (select count(*) from (select subscription_id, starts_at from subscription_invoices
     group by 1, 2 having count(*) > 1) x) as "periods billed twice",
  (select count(*) from (select entry_id, owner_id, account from settlement_lines
     group by 1, 2, 3 having count(*) > 1) x) as "entries settled twice",
  (select count(*) from (select settlement_id from payouts where status = 'paid'
     group by 1 having count(*) > 1) x) as "settlements paid twice",
  (select count(*) from payments p where p.paid_at is not null and (select count(*) from ledger_entries e
     where e.reference = 'payment:' || p.id) <> 1) as "paid payments without one ledger entry",
  (select count(*) from payments p where p.paid_at is not null and not exists (select 1 from sandbox_charges c
     where c.reference = coalesce(p.processor_reference, p.reference) and c.status = 'success'
       and c.amount_kobo = p.amount_kobo)) as "paid payments the processor did not charge",
  (select count(*) from sandbox_charges c where c.status = 'success' and not exists (select 1 from payments p
     where coalesce(p.processor_reference, p.reference) = c.reference and p.paid_at is not null)) as "charges that are not in our books",
  (select count(*) from refunds r where r.status = 'processed' and not exists (select 1 from sandbox_refunds s
     where s.reference = r.reference and s.amount_kobo = r.amount_kobo)) as "refunds the processor did not make",
  (select count(*) from sandbox_refunds s where not exists (select 1 from refunds r
     where r.reference = s.reference and r.status = 'processed')) as "refunds that are not in our books",
  (select count(*) from payouts p where p.status = 'paid' and not exists (select 1 from sandbox_transfers t
     where t.reference = p.reference and t.status = 'paid' and t.amount_kobo = p.amount_kobo)) as "payouts the bank did not make",
  (select count(*) from sandbox_transfers t where t.status = 'paid' and not exists (select 1 from payouts p
     where p.reference = t.reference and p.status = 'paid')) as "transfers that are not in our books",
  (select count(*) from (select entry_id from ledger_lines group by entry_id having sum(amount_kobo) <> 0) x) as "uneven ledger entries"`

const countsText = `select
  (select count(*) from payments where paid_at is not null) as "paid payments",
  (select count(*) from refunds where status = 'processed') as "refunds",
  (select count(*) from mandate_debits where status = 'success') as "debits",
  (select count(*) from subscription_invoices where status = 'success') as "renewals",
  (select count(*) from payouts where status = 'paid') as "payouts",
  (select count(*) from sandbox_charges where status = 'success') as "charges at the processor",
  (select count(*) from sandbox_refunds) as "refunds at the processor",
  (select count(*) from sandbox_transfers where status = 'paid') as "transfers at the bank"`

/** Number of unfinished objects; the checks are valid only when it is 0. */
const openText = `select
  (select count(*) from refunds where status in ('pending', 'processing')) +
  (select count(*) from payments where status = 'processing' or (status = 'pending' and processor_reference is not null)) +
  (select count(*) from mandate_debits where status = 'processing') +
  (select count(*) from payouts where status = 'requested') +
  (select count(*) from clock_moves where ended_at is null) as open`

async function row(runtime: Runtime, text: string): Promise<Record<string, number>> {
  return runtime.database.read(async (tx) => (await tx.$client.query(text)).rows[0])
}

export const openCount = async (runtime: Runtime): Promise<number> => (await row(runtime, openText)).open!
export const readCounts = (runtime: Runtime) => row(runtime, countsText)

/** All violations, as sentences; empty if there are none. */
export async function findFaults(runtime: Runtime, acknowledged: AcknowledgedWrites): Promise<string[]> {
  const found = Object.entries(await row(runtime, faultsText)).filter(([, many]) => many !== 0)
  const problems = found.map(([what, many]) => `${many} ${what}`)
  const missing = await Promise.all([
    findMissing(
      runtime,
      'payments paid',
      acknowledged.payments,
      'select access_code as id from payments where paid_at is not null',
    ),
    findMissing(runtime, 'refunds', new Set(acknowledged.refunds.values()), 'select id from refunds'),
    findMissing(runtime, 'debits', new Set(acknowledged.debits.values()), 'select id from mandate_debits'),
    findMissing(runtime, 'clock moves', acknowledged.moves, 'select id from clock_moves'),
  ])
  const { faults } = await checkLedger((use) => jobUnitOfWork(runtime).write(use))
  return [...problems, ...missing.flat(), ...faults]
}

async function findMissing(runtime: Runtime, what: string, acknowledged: Set<string>, text: string): Promise<string[]> {
  const { rows } = await runtime.database.read((tx) => tx.$client.query<{ id: string }>(text))
  const storedIds = new Set(rows.map(({ id }) => id))
  const missing = [...acknowledged].filter((id) => !storedIds.has(id))
  return missing.length > 0 ? [`${missing.length} acknowledged ${what} are missing`] : []
}
