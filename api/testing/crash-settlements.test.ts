import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { payments } from '../features/payments/tables.ts'
import { payoutTimeOn } from '../features/settlements/calendar.ts'
import { checkLedger } from '../features/settlements/check-ledger.ts'
import { holidays } from '../features/settlements/tables.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { paymentReceived } from '../ledger/entries.ts'
import { postEntry } from '../ledger/ledger.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'
import { openCrashedDatabase, temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
import { drainOutbox, runNow } from './drain.ts'
import { haltAfter } from './halt-after.ts'
import { addPayoutAccount } from './payout-account.ts'
import { mondayAfter } from './settlement-fixture.ts'
import { createUser } from './users.ts'

const settleProcess = fileURLToPath(new URL('settle-process.ts', import.meta.url))
const many = 96
const minutes = 60_000

/** A business with a bank account and three payments of today; each business has a different sum. */
async function addProceeds(runtime: Runtime, index: number): Promise<void> {
  const { merchantId } = await createUser(runtime, 'settled')
  const now = runtime.clock()
  const sums = [500_000, 700_000, 900_000].map((kobo) => kobo + index * 101)
  await runtime.database.write(async (tx) => {
    await addPayoutAccount(tx, merchantId, now)
    for (const amountKobo of sums) {
      const id = crypto.randomUUID()
      const parts = { amountKobo, feeKobo: 17_500, vatKobo: 1_313, netKobo: amountKobo - 18_813 }
      const taken = { merchantId, id, reference: `trx_${id}`, ...parts }
      await tx.insert(payments).values({
        ...taken,
        accessCode: id,
        status: 'success',
        step: 'success',
        channel: 'card',
        priceKobo: amountKobo,
        feeBearer: 'merchant',
        customerEmail: 'ada@example.com',
        createdAt: now,
        expiresAt: now,
        paidAt: now,
      })
      await postEntry(tx, paymentReceived('TEST', taken, now))
    }
  })
}

interface StoredTotals {
  /** Businesses with a settlement. */
  merchants: number
  settlements: number
  paid: number
  /** Payouts requested, transfers that the bank made, and amounts in the ledger. */
  payoutRows: number
  transfers: number
  transferredKobo: number
  paidKobo: number
  dutyKobo: number
  netKobo: number
  /** Balances of the businesses, including payouts in progress. */
  leftKobo: number
}

const storedTotals = ({ database }: Runtime) =>
  database.read(async (tx) => {
    const { rows } = await tx.$client.query<StoredTotals>(`
      select (select count(distinct merchant_id) from settlements) as merchants,
             (select count(*) from settlements) as settlements,
             (select count(*) from settlements where status = 'success') as paid,
             (select count(*) from payouts) as "payoutRows",
             (select count(*) from sandbox_transfers) as transfers,
             (select coalesce(sum(amount_kobo), 0) from sandbox_transfers where status = 'paid') as "transferredKobo",
             (select coalesce(sum(l.amount_kobo), 0) from ledger_lines l join ledger_accounts a on a.id = l.account_id
              where a.kind = 'bank') as "paidKobo",
             (select coalesce(sum(l.amount_kobo), 0) from ledger_lines l join ledger_accounts a on a.id = l.account_id
              where a.kind = 'stamp_duty') as "dutyKobo",
             (select sum(net_kobo) from payments) as "netKobo",
             (select coalesce(sum(l.amount_kobo), 0) from ledger_lines l join ledger_accounts a on a.id = l.account_id
              where a.owner not in ('TEST', 'LIVE')) as "leftKobo"`)
    return rows[0]!
  })

/** Invariant at any time: the ledger is balanced, each business has one settlement, and none is paid twice. */
async function checkStoredTotals(runtime: Runtime): Promise<StoredTotals> {
  assert.deepEqual((await checkLedger((use) => jobUnitOfWork(runtime).write(use))).faults, [])
  const stored = await storedTotals(runtime)
  assert.equal(stored.settlements, stored.merchants)
  assert.ok(
    stored.paid <= stored.transfers && stored.transfers <= stored.payoutRows && stored.payoutRows <= stored.settlements,
  )
  assert.equal(stored.leftKobo + stored.paidKobo + stored.dutyKobo, stored.netKobo)
  assert.ok(stored.paidKobo <= stored.transferredKobo)
  return stored
}

/** Runs this number of processes until `enough`, and kills them, as a power failure would. */
async function cutOff(t: TestContext, env: NodeJS.ProcessEnv, count: number, enough: () => Promise<boolean>) {
  const running = Array.from({ length: count }, () => fork(settleProcess, { env, stdio: 'ignore' }))
  const ended = Promise.all(running.map((one) => once(one, 'exit')))
  for (const one of running) atEnd(t, () => one.kill('SIGKILL'))
  const runs = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
  while (running.some(runs) && !(await enough())) await pause(10)
  for (const one of running) one.kill('SIGKILL')
  await ended
}

test('kill -9 while settlements are created and paid out, repeatedly: each settlement is paid once, to the kobo', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const { runtime, forward } = await openCrashedDatabase(url, dataDir)
  atEnd(t, async () => {
    await runtime.live.close()
    await runtime.database.close()
  })
  await runtime.database.write((tx) => tx.delete(holidays))
  const eight = Array.from({ length: 8 }, (_, first) => first)
  for (let index = 0; index < many; index += 8) await Promise.all(eight.map((one) => addProceeds(runtime, index + one)))

  let offsetMs = payoutTimeOn(mondayAfter(runtime.clock())).getTime() - runtime.clock().getTime() + minutes
  forward(offsetMs)
  const isPaid = `new.status = 'success' and old.status <> 'success'`
  const cuts: { processes: number; of: 'settlements' | 'paid'; enough: number; event: string }[] = [
    { processes: 1, of: 'settlements', enough: 8, event: 'insert on settlements for each row' },
    { processes: 2, of: 'paid', enough: 8, event: `update on settlements for each row when (${isPaid})` },
  ]
  for (const { processes, of, enough, event } of cuts) {
    const resume = await haltAfter(url, many / 2, event)
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, CLOCK_OFFSET_MS: String(offsetMs) }
    await cutOff(t, env, processes, async () => (await storedTotals(runtime))[of] >= enough)
    await resume()
    const stored = await checkStoredTotals(runtime)
    assert.ok(stored[of] >= enough && stored[of] < many, 'it was ended in the middle')
    // After this time, jobs that did not start and transfers without a response are retried.
    offsetMs += 16 * minutes
    forward(16 * minutes)
  }

  for (let times = 0; times < 3; times++) {
    for (const name of ['create-settlements', 'pay-settlements']) await runNow(runtime, name)
    await drainOutbox(runtime)
    forward(16 * minutes)
  }
  const { netKobo, dutyKobo, ...stored } = await checkStoredTotals(runtime)
  const bankKobo = netKobo - many * 5_000
  assert.deepEqual(
    { ...stored, dutyKobo },
    {
      merchants: many,
      settlements: many,
      paid: many,
      payoutRows: many,
      transfers: many,
      transferredKobo: bankKobo,
      paidKobo: bankKobo,
      dutyKobo: many * 5_000,
      leftKobo: 0,
    },
  )
})
