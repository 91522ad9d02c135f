import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connectorFor } from '../connectors/connector-for.ts'
import type { MandateDebit } from '../connectors/mandates.ts'
import { sandboxMandates } from '../connectors/sandbox/tables.ts'
import { processDebit } from '../features/direct-debit/attempt.ts'
import { directDebitScheduledJobs } from '../features/direct-debit/jobs.ts'
import { mandateDebits, mandates } from '../features/direct-debit/tables.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { toJobHandler } from '../jobs/scheduled-job.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { addDays, lagosDay } from '../lagos.ts'
import type { Runtime } from '../runtime.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { startServer } from './crash-server.ts'
import { openCrashedDatabase, temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
import { drainOutbox, runNow } from './drain.ts'
import { haltAfter } from './halt-after.ts'
import { gtBankId, testAccounts } from './mandates.ts'
import { createUser } from './users.ts'

const amountKobo = 150_000

/** A business with mandates on working accounts, each with one debit that is due. */
async function withDueDebits(runtime: Runtime, count: number): Promise<string> {
  const { merchantId } = await createUser(runtime, 'crash')
  const now = runtime.clock()
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  await runtime.database.write(async (tx) => {
    await tx.insert(sandboxMandates).values(
      ids.map((id, index) => ({
        reference: `MND-${id}`,
        script: `058/${testAccounts.ok}`,
        status: 'active' as const,
        accountNumber: String(9_000_000_000 + index),
        readyAt: now,
      })),
    )
    await tx.insert(mandates).values(
      ids.map((id) => ({
        merchantId,
        id,
        processor: 'sandbox' as const,
        slug: `mnd_${id}`,
        reference: `MND-${id}`,
        accessCode: id,
        status: 'active' as const,
        readyToDebit: true,
        kind: 'variable' as const,
        customerId: crypto.randomUUID(),
        customerEmail: `payer-${id}@example.com`,
        bankId: gtBankId,
        sealedAccountNumber: '',
        last4: '0018',
        accountName: 'ADA TEST OBI',
        amountKobo,
        limitKobo: amountKobo,
        startOn: addDays(lagosDay(now), -1),
        narration: 'Rent',
        feeBearer: 'merchant' as const,
        createdAt: now,
        since: now,
      })),
    )
    await tx.insert(mandateDebits).values(
      ids.map((id) => ({
        merchantId,
        id,
        mandateId: id,
        reference: `dbt_${id}`,
        source: 'planned' as const,
        status: 'scheduled' as const,
        amountKobo,
        priceKobo: amountKobo,
        narration: 'Rent',
        dueOn: lagosDay(now),
        dueAt: now,
        noticedAt: now,
        createdAt: now,
      })),
    )
  })
  return merchantId
}

interface StoredDebit {
  status: string
  payments: number
  paid: number
  entries: number
  charged: number
}

/** Each debit with its payments, their ledger entries, and the charges at the bank. */
const storedDebits = ({ database }: Runtime) =>
  database.read(async (tx) => {
    const { rows } = await tx.$client.query<StoredDebit>(`
      select d.status, count(p.id)::int as payments, count(*) filter (where p.status = 'success')::int as paid,
             count(e.id)::int as entries, count(*) filter (where c.status = 'success')::int as charged
      from mandate_debits d
      left join payments p on p.merchant_id = d.merchant_id and p.checkout_id = d.id
      left join ledger_entries e on e.reference = 'payment:' || p.id
      left join sandbox_charges c on c.reference = p.processor_reference
      group by d.merchant_id, d.id, d.status`)
    return rows
  })

/** Invariant at any time: no debit is charged twice, and a paid debit has exactly one ledger entry. */
async function checkDebits(runtime: Runtime): Promise<StoredDebit[]> {
  const stored = await storedDebits(runtime)
  for (const { status, payments, paid, entries, charged } of stored) {
    assert.equal(paid, status === 'success' ? 1 : 0)
    assert.equal(entries, paid)
    assert.ok(charged >= paid && charged <= 1 && payments <= 1)
  }
  return stored
}

async function checkAllPaid(runtime: Runtime, count: number): Promise<void> {
  const stored = await checkDebits(runtime)
  assert.equal(stored.length, count)
  assert.ok(stored.every(({ status, charged }) => status === 'success' && charged === 1))
}

test('kill -9 during debits: each is debited once, and is in the ledger once', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const { runtime, forward } = await openCrashedDatabase(url, dataDir)
  atEnd(t, () => runtime.database.close())
  const count = 160
  await withDueDebits(runtime, count)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' })
  atEnd(t, server.kill)
  const resume = await haltAfter(url, 80, `update on mandate_debits for each row when (new.status = 'success')`)
  const debitMandates = directDebitScheduledJobs.find(({ name }) => name === 'debit-mandates')!
  await runtime.database.write((tx) => enqueueJob(tx, toJobHandler(debitMandates).job, {}))
  const paid = async () => (await storedDebits(runtime)).filter(({ status }) => status === 'success').length
  while ((await paid()) < 20) await pause(10)
  await server.kill()
  await resume()
  const unpaidCount = (await checkDebits(runtime)).filter(({ status }) => status !== 'success').length
  assert.ok(unpaidCount > 0, 'it was cut off in the middle')

  // The next process finds debits not yet attempted, or attempted without a response.
  for (let times = 0; times < 2; times++) {
    forward(61_000)
    await runNow(runtime, 'debit-mandates')
    await drainOutbox(runtime)
  }
  await checkAllPaid(runtime, count)
})

class Crash extends Error {}
const crashPoints = [
  ['before', 'commit', 1],
  ['after', 'commit', 1],
  ['before', 'bank', 1],
  ['after', 'bank', 1],
  ['before', 'commit', 2],
  ['after', 'commit', 2],
] as const

for (const [when, at, nth] of crashPoints)
  test(`a debit that is interrupted ${when} ${at} ${nth} is made once, also by eight workers at once`, async (t) => {
    const api = await testApp(t)
    const { runtime } = api
    const merchantId = await withDueDebits(runtime, 1)
    const unitOfWork = await jobUnitOfWork(runtime).of(merchantId)
    const [debit] = await unitOfWork.write(({ tx }) => tx.select().from(mandateDebits))
    const seen = { commit: 0, bank: 0 }
    const crashHere = (point: 'commit' | 'bank', then: 'before' | 'after') => {
      if (point === at && then === when && seen[point] === nth) throw new Crash()
    }
    const write: typeof unitOfWork.write = async (use) => {
      seen.commit++
      const result = await unitOfWork.write(async (context) => {
        const made = await use(context)
        crashHere('commit', 'before')
        return made
      })
      crashHere('commit', 'after')
      return result
    }
    const connector = connectorFor({ ...unitOfWork, mode: 'TEST' }, 'mandates')
    // Crashes around the call to the bank: nothing is written after it.
    const cut = {
      ...connector,
      mandates: {
        ...connector.mandates,
        debit: async (request: MandateDebit) => {
          seen.bank++
          crashHere('bank', 'before')
          const outcome = await connector.mandates.debit(request)
          crashHere('bank', 'after')
          return outcome
        },
      },
    }
    await processDebit(write, () => cut, debit!).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    await checkDebits(runtime)
    for (let times = 0; times < 3; times++) {
      await Promise.all(Array.from({ length: 8 }, () => processDebit(unitOfWork.write, () => connector, debit!)))
      api.forward(200_000)
    }
    await checkAllPaid(runtime, 1)
  })
