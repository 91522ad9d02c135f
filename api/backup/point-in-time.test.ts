import assert from 'node:assert/strict'
import { access, chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { asOneClient } from '../database/one-client.ts'
import { openObjects, openStores } from '../files/stores.ts'
import { files as fileTable } from '../files/tables.ts'
import { balanceSql } from '../ledger/ledger.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { settlementFixture } from '../testing/settlement-fixture.ts'
import { backUpBase } from './base-backup.ts'
import { deleteOldBackups, listBaseBackups } from './base-folder.ts'
import { runRestore } from './operator.ts'
import { restoreBase } from './restore-base.ts'

const print = () => {}

async function openCluster(t: TestContext, dataDir: string, backupDir?: string) {
  const { url, stop } = await startEmbedded({ dataDir, backupDir })
  atEnd(t, stop)
  return url
}

async function balances(tx: Tx) {
  const { rows } = await tx.$client.query(
    `select owner, kind, ${balanceSql} as balance from ledger_accounts account order by owner, kind`,
  )
  return rows
}

/** The time of the database, after everything so far and before everything later. */
const readClock = (url: string) =>
  asOneClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>('select pg_sleep(0.01), clock_timestamp() as at, pg_sleep(0.01)')
    return new Date(rows[0]!.at)
  })

/** Waits until all WAL so far is archived. */
async function archiveAll(url: string, backupDir: string) {
  const { rows } = await asOneClient(url, (client) =>
    client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file'),
  )
  const path = join(backupDir, 'wal', `${rows[0]!.file}.gz`)
  while (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    await sleep(20)
}

test('a database is restored to the instant before a mistake, with payments, keys and files since the base backup, and the ledger is correct', async (t) => {
  const [dataDir, parent] = [await temporaryFolder(t), await temporaryFolder(t)]
  await chmod(parent, 0o711) // as root, PostgreSQL runs as another user and needs access
  const backupDir = join(parent, `it's "here", 100 %f`)
  const url = await openCluster(t, dataDir, backupDir)
  await migrateDatabase(url)
  const fixture = await settlementFixture(t, { DATABASE_URL: url, DATA_DIR: dataDir })
  const { runtime } = fixture.app
  const { files } = await openStores(dataDir, undefined, backupDir)
  const upload = async (content: string) => {
    const id = crypto.randomUUID()
    await files.put(id, Buffer.from(content))
    const row = {
      id,
      merchantId: fixture.merchantId,
      purpose: 'kyc',
      name: 'a.pdf',
      contentType: 'application/pdf',
    } as const
    await runtime.database.write((tx) => tx.insert(fileTable).values({ ...row, bytes: 1, createdAt: new Date() }))
    return id
  }
  const objects = openObjects(dataDir)
  await fixture.pay(2_000_000)
  await runtime.files.put(crypto.randomUUID(), Buffer.from('from before BACKUP_DIR was set'))
  const before = await readClock(url)
  const unreadable = { ...objects, read: () => Promise.reject(new Error('The store does not respond')) }
  await assert.rejects(backUpBase({ url, dataDir, backupDir, objects: unreadable, print }), /does not respond/)
  assert.deepEqual(await readdir(join(backupDir, 'base')), [])
  const path = await backUpBase({ url, dataDir, backupDir, objects, print })
  const [base, ...others] = await listBaseBackups(backupDir)
  assert.deepEqual([base!.path, others], [path, []])
  await sleep(Math.max(0, base!.endedAt.getTime() - Date.now())) // its name has whole seconds
  await fixture.pay(1_500_000)
  const documentId = await upload('A certificate')
  const expected = await runtime.database.read(balances)
  const instant = await readClock(url)
  await runtime.database.write((tx) => tx.$client.query(`update ledger_lines set amount_kobo = 7; delete from files`))
  await files.remove(documentId)
  await archiveAll(url, backupDir)

  const target = { dataDir: await temporaryFolder(t), from: backupDir, backupDir: undefined, print }
  await assert.rejects(restoreBase({ ...target, until: before }), /nothing before it can be restored/)
  await assert.rejects(
    restoreBase({ ...target, until: new Date(Date.now() + 3_600_000) }),
    /has no transaction at or after/,
  )
  await assert.rejects(restoreBase({ ...target, from: dataDir, until: instant }), /There is no base backup/)
  await assert.rejects(restoreBase({ ...target, dataDir, until: instant }), /There is a database in .* already/)

  // The restored product continues to archive into the same folder.
  const config = { ...runtime.config, databaseUrl: undefined, dataDir: target.dataDir, backupDir }
  let restored: unknown
  const code = await runRestore(config, {
    from: backupDir,
    until: instant.toISOString(),
    print,
    check: async (newUrl) => {
      const again = await settlementFixture(t, { DATABASE_URL: newUrl, DATA_DIR: target.dataDir }, fixture.user)
      restored = await again.app.runtime.database.read(balances)
      assert.deepEqual(await again.faults(), [])
      assert.equal((await again.app.runtime.files.get(documentId)).toString(), 'A certificate')
      await again.pay(400_000) // the session is valid, because the keys were restored, and writes are possible
      await archiveAll(newUrl, backupDir)
      return 0
    },
  })
  assert.equal(code, 0)
  assert.deepEqual(restored, expected)
  assert.ok((await readdir(join(backupDir, 'wal'))).includes('00000002.history.gz'))
})

test('a backup folder belongs to one database, and old backups are deleted with their WAL', async (t) => {
  const [dataDir, backupDir] = [await temporaryFolder(t), await temporaryFolder(t)]
  const url = await openCluster(t, dataDir, backupDir)
  await asOneClient(url, (client) => client.query('create table files (id uuid)'))
  const objects = openObjects(dataDir)
  const source = { url, dataDir, backupDir, objects, print }
  await backUpBase(source)
  const [first] = await listBaseBackups(backupDir)
  await sleep(Math.max(0, first!.endedAt.getTime() - Date.now()) + 1)
  await backUpBase(source)
  const [, second] = await listBaseBackups(backupDir)
  assert.equal(await deleteOldBackups(backupDir, objects, new Date(second!.endedAt.getTime() - 1)), 0)
  assert.equal(await deleteOldBackups(backupDir, objects, second!.endedAt), 1)
  assert.deepEqual(await listBaseBackups(backupDir), [second])
  const wal = (await readdir(join(backupDir, 'wal'))).filter((name) => name.endsWith('.gz'))
  assert.deepEqual(
    wal.filter((name) => name < second!.firstWalFile),
    [],
  )
  assert.ok(wal.includes(`${second!.firstWalFile}.gz`))

  const other = await temporaryFolder(t)
  await assert.rejects(startEmbedded({ dataDir: other, backupDir }), /has the backups of another database/)
  const plain = await openCluster(t, other)
  await mkdir(join(other, 'backups'))
  await assert.rejects(
    backUpBase({ ...source, url: plain, dataDir: other, backupDir: join(other, 'backups') }),
    /started without BACKUP_DIR/,
  )
})
