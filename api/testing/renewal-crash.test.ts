import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { openSigner } from '../features/auth/access-token.ts'
import { renewDue } from '../features/subscriptions/jobs.ts'
import { openStores } from '../files/stores.ts'
import { openLive } from '../jobs/live.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'
import { testDatabase } from './database.ts'
import { addDueSubscriptions, countRenewals } from './due-subscriptions.ts'
import { haltAfter } from './halt-after.ts'

const renewProcess = fileURLToPath(new URL('renew-process.ts', import.meta.url))
const many = 120
const [setupFeeKobo, addOnsKobo] = [120_000, 50_000]

/** Makes the renewal of every second subscription its first charge, with a setup fee after a trial, and gives each an add-on. */
const endTrials = ({ database }: Runtime, merchantId: string) =>
  database.write(({ $client }) =>
    $client.query(
      `update subscriptions set add_ons = $2, add_ons_kobo = $3,
         (charges, invoices, is_trial, setup_fee_kobo) = (
           select case when number % 2 = 0 then 1 else 0 end, case when number % 2 = 0 then 1 else 0 end, number % 2 = 1, $4::bigint
           from (select row_number() over (order by id) as number, id from subscriptions where merchant_id = $1) numbered
           where numbered.id = subscriptions.id)
       where merchant_id = $1`,
      [
        merchantId,
        JSON.stringify([{ name: 'Storage', amountKobo: addOnsKobo, quantity: 1 }]),
        addOnsKobo,
        setupFeeKobo,
      ],
    ),
  )

/** Amounts of the paid payments, with their number. */
const readAmounts = ({ database }: Runtime, merchantId: string) =>
  database.read(async ({ $client }) => {
    const { rows } = await $client.query<{ kobo: number; count: number }>(
      `select amount_kobo::float8 as kobo, count(*)::int as count from payments
       where merchant_id = $1 and status = 'success' group by amount_kobo order by amount_kobo`,
      [merchantId],
    )
    return rows
  })

test('kill -9 during renewals, repeatedly: each is charged once, with add-ons and a setup fee after a trial, and none is skipped', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-renewals-'))
  atEnd(t, () => rm(dataDir, { recursive: true, force: true }))
  let offsetMs = 0
  const runtime: Runtime = {
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    database: connectDatabase({ url }),
    signer: await openSigner(dataDir),
    ...(await openStores(dataDir)),
    live: openLive(url),
    clock: () => new Date(Date.now() + offsetMs),
  }
  atEnd(t, async () => {
    await runtime.live.close()
    await runtime.database.close()
  })
  const merchantId = await addDueSubscriptions(runtime, many)
  await endTrials(runtime, merchantId)

  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' }
  const isPaid = `new.status = 'success' and old.status <> 'success'`
  let paidBefore = 0
  for (const enough of [15, 45, 75]) {
    const resume = await haltAfter(url, enough + 15 - paidBefore, `update on payments for each row when (${isPaid})`)
    const renewing = fork(renewProcess, { env, stdio: 'ignore' })
    const ended = once(renewing, 'exit')
    atEnd(t, () => renewing.kill('SIGKILL'))
    while ((await countRenewals(runtime, merchantId)).paidPayments < enough && renewing.exitCode === null)
      await pause(25)
    renewing.kill('SIGKILL')
    await ended
    await resume()
    const { doubled, paidInvoices, paidPayments, entries } = await countRenewals(runtime, merchantId)
    assert.equal(doubled, 0)
    assert.deepEqual([paidInvoices, entries], [paidPayments, paidPayments])
    assert.ok(paidPayments < many, 'it was ended in the middle')
    paidBefore = paidPayments
  }

  // Two workers continue concurrently; interrupted charges are retried a minute later.
  const unitOfWork = jobUnitOfWork(runtime)
  await Promise.all([renewDue(unitOfWork), renewDue(unitOfWork)])
  offsetMs = 61_000
  await Promise.all([renewDue(unitOfWork), renewDue(unitOfWork)])
  assert.deepEqual(await countRenewals(runtime, merchantId), {
    subscriptions: many,
    due: 0,
    invoices: many,
    paidInvoices: many,
    payments: many,
    paidPayments: many,
    entries: many,
    charged: many,
    doubled: 0,
  })
  assert.deepEqual(await readAmounts(runtime, merchantId), [
    { kobo: 150_000 + addOnsKobo, count: many / 2 },
    { kobo: 150_000 + addOnsKobo + setupFeeKobo, count: many / 2 },
  ])
})
