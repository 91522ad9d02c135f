import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import { getCheckoutState, payByCard, startPayment } from '@adire/contract/checkout.ts'
import { limits } from '@adire/contract/limits.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { addPaymentLink } from '../features/payment-links/add-link.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'
import { type CrashServer, startServer } from './crash-server.ts'
import { type CrashedDatabase, openCrashedDatabase, temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
import { drainOutbox, runNow } from './drain.ts'
import { createUser } from './users.ts'

const card = { number: '4084 0840 8408 4081', expiryMonth: 12, expiryYear: new Date().getUTCFullYear() + 2, cvv: '408' }
const amountKobo = 150_000
const payers = 8

/** Payments that the payers started, and those that were reported to them as paid. */
interface Seen {
  begun: Set<string>
  paid: Set<string>
  cutOff: number
}

/** Pays in a loop for each payer until a call fails because the server is gone. Calls `enough` at the `target`th payment. */
async function payUntilCutOff(connection: ApiConnection, slug: string, seen: Seen, target: number, enough: () => void) {
  const pay = async () => {
    const checkoutId = crypto.randomUUID()
    const email = `payer-${checkoutId}@example.com`
    const { accessCode } = await callEndpoint(connection, startPayment, { slug, checkoutId, email })
    seen.begun.add(accessCode)
    const { status } = await callEndpoint(connection, payByCard, { accessCode, ...card })
    assert.equal(status, 'success')
    seen.paid.add(accessCode)
    if (seen.paid.size === target) enough()
  }
  const payAgainAndAgain = async () => {
    try {
      for (;;) await pay()
    } catch (error) {
      if (!(error instanceof CallError && error.status === 0)) throw error
      seen.cutOff += 1
    }
  }
  await Promise.all(Array.from({ length: payers }, payAgainAndAgain))
}

const collections = (server: CrashServer): ApiConnection => ({
  baseUrl: (name) => `${server.url}/test/${name}`,
  token: () => undefined,
})

/** A business with a link of a fixed price. Resolves with the link's slug. */
async function addLink(runtime: Runtime): Promise<string> {
  const { merchantId } = await createUser(runtime, 'crash')
  const slug = `crash-${crypto.randomUUID()}`
  await runtime.database.write((tx) =>
    addPaymentLink(tx, {
      merchantId,
      slug,
      name: 'Aso oke, one metre',
      amountKobo,
      feeBearer: 'merchant',
      status: 'active',
      createdAt: runtime.clock(),
    }),
  )
  return slug
}

/** Runs `callback` on the built-in database of `dataDir`, while no server uses it. */
async function onBuiltIn<T>(dataDir: string, callback: (crashedDatabase: CrashedDatabase) => Promise<T>): Promise<T> {
  const { url, stop } = await startEmbedded({ dataDir })
  const crashedDatabase = await openCrashedDatabase(url, dataDir)
  try {
    return await callback(crashedDatabase)
  } finally {
    await crashedDatabase.runtime.database.close()
    await stop()
  }
}

interface StoredPayment {
  accessCode: string
  reference: string
  status: string
  netKobo: number
  entries: number
  /** Amount of the payment's entry on the accounts of the business. */
  creditedKobo: number
  charged: boolean
}

const storedPayments = ({ database }: Runtime) =>
  database.read(async (tx) => {
    const { rows } = await tx.$client.query<StoredPayment>(`
      select p.access_code as "accessCode", p.reference, p.status, p.net_kobo as "netKobo",
             (select count(*) from ledger_entries e where e.reference = 'payment:' || p.id) as entries,
             (select coalesce(sum(l.amount_kobo), 0) from ledger_entries e
                join ledger_lines l on l.entry_id = e.id
                join ledger_accounts a on a.id = l.account_id
              where e.reference = 'payment:' || p.id and a.owner = p.merchant_id::text) as "creditedKobo",
             exists (select 1 from sandbox_charges c where c.reference = p.reference and c.status = 'success') as charged
      from payments p`)
    return rows
  })

/** Invariants of payments and ledger that hold at any time, also after a crash. */
async function checkStoredPayments(runtime: Runtime, seen: Seen): Promise<StoredPayment[]> {
  const stored = await storedPayments(runtime)
  const byCode = new Map(stored.map((payment) => [payment.accessCode, payment]))
  assert.equal(byCode.size, stored.length)
  for (const accessCode of seen.begun) assert.ok(byCode.has(accessCode), 'a payment that was begun is there')
  for (const accessCode of seen.paid) assert.equal(byCode.get(accessCode)!.status, 'success')
  for (const { status, entries, creditedKobo, netKobo } of stored) {
    assert.equal(entries, status === 'success' ? 1 : 0, `a payment that is ${status} has ${entries} entries`)
    assert.equal(creditedKobo, netKobo)
  }
  const { orphans, uneven, total } = await runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ orphans: number; uneven: number; total: number }>(`
      select (select count(*) from ledger_entries e
              where not exists (select 1 from payments p where e.reference = 'payment:' || p.id)) as orphans,
             (select count(*) from (select entry_id from ledger_lines group by entry_id having sum(amount_kobo) <> 0) u) as uneven,
             (select coalesce(sum(amount_kobo), 0) from ledger_lines) as total`)
    return rows[0]!
  })
  assert.deepEqual({ orphans, uneven, total }, { orphans: 0, uneven: 0, total: 0 })
  return stored
}

/** Runs the minutely job and moves the clock, until no payment without a response is open. */
async function finishInterruptedPayments(runtime: Runtime, forward: (ms: number) => void, seen: Seen) {
  forward(60_000)
  await runNow(runtime, 'check-payments')
  await drainOutbox(runtime)
  for (const { charged, status } of await checkStoredPayments(runtime, seen))
    assert.equal(
      status === 'success',
      charged,
      `the processor ${charged ? 'charged' : 'did not charge'}, yet ${status}`,
    )

  forward(limits.abandonAfterMs + 60_000)
  await runNow(runtime, 'check-payments')
  await drainOutbox(runtime)
  const statuses = new Set((await checkStoredPayments(runtime, seen)).map(({ status }) => status))
  assert.deepEqual(
    [...statuses].filter((status) => !['success', 'failed', 'abandoned'].includes(status)),
    [],
  )
}

/** Checks over HTTP, as the checkout page does, that acknowledged payments are still paid. */
async function checkStates(server: CrashServer, seen: Seen) {
  for (const accessCode of seen.paid) {
    const { status } = await callEndpoint(collections(server), getCheckoutState, { accessCode })
    assert.equal(status, 'success')
  }
}

test('kill -9 during a stream of payments loses no acknowledged payment and duplicates none', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' }
  const { runtime, forward } = await openCrashedDatabase(url, dataDir)
  atEnd(t, () => runtime.database.close())
  const slug = await addLink(runtime)
  const seen: Seen = { begun: new Set(), paid: new Set(), cutOff: 0 }

  const killed = await startServer(env)
  atEnd(t, killed.kill)
  await payUntilCutOff(collections(killed), slug, seen, 40, killed.kill)
  assert.ok(seen.cutOff > 0 && seen.paid.size >= 40)
  await checkStoredPayments(runtime, seen)

  const server = await startServer(env)
  atEnd(t, server.kill)
  await checkStates(server, seen)
  assert.equal(await server.stop(), 0)
  await finishInterruptedPayments(runtime, forward, seen)
})

test('kill -9 also ends the built-in database, and the next start has every acknowledged payment', async (t) => {
  const dataDir = await temporaryFolder(t)
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' }
  const seen: Seen = { begun: new Set(), paid: new Set(), cutOff: 0 }
  const slug = await onBuiltIn(dataDir, async ({ runtime }) => {
    await migrateDatabase(runtime.database.url)
    return addLink(runtime)
  })
  const killed = await startServer(env)
  atEnd(t, killed.kill)
  await payUntilCutOff(collections(killed), slug, seen, 20, killed.kill)

  const server = await startServer(env)
  atEnd(t, server.kill)
  await checkStates(server, seen)
  assert.equal(await server.stop(), 0)
  await onBuiltIn(dataDir, ({ runtime, forward }) => finishInterruptedPayments(runtime, forward, seen))
})
