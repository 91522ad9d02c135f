import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { requestRefund } from '@adire/contract/refunds.ts'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { connectDatabase, type Tx } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { defineJob, enqueueJob } from '../jobs/queue.ts'
import { balanceSql } from '../ledger/ledger.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { testDatabase } from '../testing/database.ts'
import { settlementFixture } from '../testing/settlement-fixture.ts'
import { readArchive, writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { restoreBackup } from './restore.ts'

const now = new Date('2026-11-22T05:00:00Z')
const quiet = { now, print: () => {} }

/** A new database cluster, with initial transaction ids. */
async function newCluster(t: TestContext) {
  const dataDir = await temporaryFolder(t)
  const { url, stop } = await startEmbedded({ dataDir })
  atEnd(t, stop)
  return { url, dataDir }
}

async function emptyDatabase(t: TestContext) {
  const url = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await client.end()
  return url
}

/** Every account, with its balance as the product reads it and the sum of its lines. */
async function balances(tx: Tx) {
  const { rows } = await tx.$client.query<{ owner: string; kind: string; balance: number; sum: number }>(
    `select owner, kind, ${balanceSql} as balance,
       (select coalesce(sum(amount_kobo), 0)::bigint from ledger_lines line where line.account_id = account.id) as sum
     from ledger_accounts account order by owner, kind`,
  )
  return rows
}

test('a backup restores a business into a new database cluster, with payments, refunds and settlements, and every balance equals the sum of its lines', async (t) => {
  const fixture = await settlementFixture(t)
  const { runtime } = fixture.app
  await fixture.addAccount()
  const paid = [await fixture.pay(2_000_000), await fixture.pay(1_500_000), await fixture.pay(900_000)]
  await fixture.call(requestRefund, { id: paid[0]!.id, amountKobo: 300_000, reason: 'duplicate' })
  await fixture.app.drain()
  await fixture.morning(1)
  const documentId = crypto.randomUUID()
  await runtime.files.put(documentId, Buffer.from('A certificate'))
  const old = await runtime.database.write(async (tx) => {
    await enqueueJob(
      tx,
      defineJob('test-job', z.object({ n: z.number() })),
      { n: 1 },
      { merchantId: fixture.merchantId },
    )
    return balances(tx)
  })
  const { config } = runtime
  const source = { ...quiet, url: runtime.database.url, dataDir: config.dataDir }
  const saved = await backUp(source, await temporaryFolder(t))
  const { url, dataDir } = await newCluster(t)
  const { files } = await restoreBackup({ url, dataDir }, saved)
  assert.equal(files, 1)
  await migrateDatabase(url)

  // The session of the business is still valid, because its signing key was restored too.
  const again = await settlementFixture(t, { DATABASE_URL: url, DATA_DIR: dataDir }, fixture.user)
  assert.deepEqual(await again.app.runtime.database.read(balances), old)
  assert.equal((await again.app.runtime.files.get(documentId)).toString(), 'A certificate')
  const outbox = await again.app.runtime.database.read((tx) =>
    tx.$client.query(`select payload, merchant_id from outbox where job = 'test-job'`),
  )
  assert.deepEqual(outbox.rows, [{ payload: { n: 1 }, merchant_id: fixture.merchantId }])
  await again.app.runtime.database.write((tx) => tx.$client.query(`delete from outbox where job = 'test-job'`))
  again.to(1, 12)
  for (let index = 0; index < 25; index++) {
    const payment = await again.pay(100_000 + index * 1_000)
    await again.call(requestRefund, { id: payment.id, amountKobo: 10_000 + index, reason: 'duplicate' })
  }
  await again.app.drain()
  const settlement = await again.morning(2)
  assert.equal(settlement?.status, 'success')
  for (const { owner, kind, balance, sum } of await again.app.runtime.database.read(balances))
    assert.equal(balance, sum, `${owner} ${kind}`)
  assert.deepEqual(await again.faults(), [])
  await again.app.runtime.database.write((tx) =>
    tx.$client.query(
      `update ledger_lines set amount_kobo = amount_kobo + case when amount_kobo < 0 then -50 else 50 end
       where entry_id = (select id from ledger_entries where reference like 'refund:%' limit 1)`,
    ),
  )
  assert.notDeepEqual(await again.faults(), [])
})

test('jobs that were queued at the time of the backup are queued after the restore, and sequences continue', async (t) => {
  const url = await testDatabase(t)
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('test-job')
  await boss.insert('test-job', [{ data: { merchantId: null, payload: { n: 2 } } }])
  await boss.stop({ graceful: false })
  const database = connectDatabase({ url })
  await database.write((tx) => enqueueJob(tx, defineJob('test-job', z.object({ n: z.number() })), { n: 1 }))
  await database.close()
  const dataDir = await temporaryFolder(t)
  const saved = await backUp({ ...quiet, url, dataDir }, join(dataDir, 'saved.tar.gz'))
  const target = await emptyDatabase(t)
  await restoreBackup({ url: target, dataDir: await temporaryFolder(t) }, saved)
  const restored = connectDatabase({ url: target })
  atEnd(t, () => restored.close())
  await restored.write((tx) => enqueueJob(tx, defineJob('test-job', z.object({ n: z.number() })), { n: 3 }))
  const { rows } = await restored.read((tx) => tx.$client.query('select payload from outbox order by id'))
  assert.deepEqual(
    rows.map(({ payload }) => payload.n),
    [1, 2, 3],
  )
})

test('a backup or restore that is not possible is rejected with a message and changes nothing', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  await writeFile(join(dataDir, 'sealing-key'), 'one key')
  const source = { ...quiet, url, dataDir }
  const saved = await backUp(source, join(dataDir, 'saved.tar.gz'))
  await assert.rejects(backUp(source, saved), /exists already/)
  await assert.rejects(backUp(source, join(dataDir, 'none', 'saved.tar.gz')), /cannot be written \(ENOENT\)/)
  await assert.rejects(
    backUp(source, join(dataDir, 'backups')),
    /There is no folder .*backups: create it, or name a new file that ends in .tar.gz/,
  )
  const target = await emptyDatabase(t)
  await assert.rejects(
    backUp({ ...source, url: target }, join(dataDir, 'other.tar.gz')),
    /There is no data of the product/,
  )
  assert.deepEqual((await readdir(dataDir)).sort(), ['saved.tar.gz', 'sealing-key'])

  const into = { url: target, dataDir: await temporaryFolder(t) }
  await assert.rejects(restoreBackup({ ...into, url }, saved), /The database is not empty/)
  await assert.rejects(restoreBackup(into, join(dataDir, 'none')), /There is no file/)
  await assert.rejects(restoreBackup(into, join(dataDir, 'sealing-key')), /is not a backup/)

  const parts: { name: string; content: Buffer }[] = []
  for await (const part of readArchive(saved)) parts.push(part)
  const written = async (name: string, some: typeof parts) => {
    const archive = writeArchive(join(dataDir, name))
    for (const { name: part, content } of some) await archive.add(part, content)
    await archive.end()
    return join(dataDir, name)
  }
  const [first, ...others] = parts
  const manifest = JSON.parse(first!.content.toString())
  const newer = { ...manifest, migrations: [...manifest.migrations, createHash('sha256').update('x').digest('hex')] }
  const ofNewer = await written('newer', [
    { name: first!.name, content: Buffer.from(JSON.stringify(newer)) },
    ...others,
  ])
  await assert.rejects(restoreBackup(into, ofNewer), /newer version/)
  const otherKey = { ...into, dataDir: await temporaryFolder(t) }
  await writeFile(join(otherKey.dataDir, 'sealing-key'), 'another key')
  await assert.rejects(restoreBackup(otherKey, saved), /is another key than that of the backup/)
  const cut = await written('cut', parts.slice(0, -1))
  await assert.rejects(restoreBackup(into, cut), /is not complete/)
  const halved = join(dataDir, 'halved')
  await writeFile(halved, (await readFile(saved)).subarray(0, 2_000))
  await assert.rejects(restoreBackup(into, halved), /is not a backup, or not all of one|not complete/)
  // The failed restores left the database empty.
  await restoreBackup(into, saved)
})
