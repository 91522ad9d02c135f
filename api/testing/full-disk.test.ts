import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadLogo } from '@adire/contract/merchants.ts'
import { downloadPayments } from '@adire/contract/payments.ts'
import pg from 'pg'
import sharp from 'sharp'
import { files } from '../files/tables.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { startServer } from './crash-server.ts'
import { errorWith } from './error-with.ts'
import { mayMount, mayOpenNamespace, smallDisk, testInNamespace } from './small-disk.ts'
import { checkResponses, openTraffic, prepareBuiltIn, untilUp } from './traffic.ts'

const skip = mayMount() ? false : 'needs a small file system of its own, which this account may not mount'

if (skip && mayOpenNamespace())
  test('an account that may not mount runs the tests of full disks in a namespace of its own', async () => {
    const { code, output } = await testInNamespace(import.meta.filename)
    assert.equal(code, 0, output)
  })

async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 120_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `waited two minutes until ${what}`)
    await pause(50)
  }
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Preallocates files for the write-ahead log: on a full disk, single writes fail first, before PostgreSQL has to shut down. */
async function growLog(client: pg.Client): Promise<void> {
  for (let segment = 0; segment < 4; segment++) {
    await client.query(`select pg_logical_emit_message(false, 'growing', 'x')`)
    await client.query('select pg_switch_wal()')
  }
  await client.query('checkpoint')
}

/** Writes until the write-ahead log needs more space than there is, so that PostgreSQL shuts down. */
const endByFullLog = (client: pg.Client) =>
  assert.rejects(async () => {
    for (let message = 0; message < 1_000; message++)
      await client.query(`select pg_logical_emit_message(false, 'filling', repeat('x', 4000000))`)
  })

test('on a full disk writes get 503 and reads continue; PostgreSQL may end; with free space everything continues without a restart', {
  skip,
}, async (t) => {
  const disk = await smallDisk(t, 400)
  const dataDir = join(disk.folder, 'data')
  const { url, prepared } = await prepareBuiltIn(dataDir)
  assert.ok(realpathSync(join(dataDir, 'postgres')).startsWith(realpathSync(disk.folder)))
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' })
  atEnd(t, server.kill)
  const { statuses, stop } = openTraffic(t, server, prepared)
  const more = (status: string) => {
    const before = statuses.get(status) ?? 0
    return until(`there are more of "${status}"`, () => (statuses.get(status) ?? 0) > before + 3)
  }
  const health = async (path: string) => {
    const response = await fetch(server.url + path)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  await more('pay ok')
  const client = await openClient(url)
  atEnd(t, () => client.end())

  await growLog(client)
  await disk.fill()
  // At once: later writes may need a new file of the log, and then PostgreSQL ends.
  assert.deepEqual(await health('/health'), [503, 'full'])
  await more('pay 503 unavailable')
  await more('list ok')
  assert.deepEqual(await health('/health/live'), [200, 'up'])
  await disk.free()
  await more('pay ok')
  await untilUp(server)

  await disk.fill()
  await endByFullLog(client)
  await more('list 503 busy')
  assert.deepEqual(await health('/health/live'), [200, 'up'])
  await disk.free()
  await more('list ok')
  await more('pay ok')
  await untilUp(server)
  checkResponses(await stop())

  const jobs = await openClient(url)
  atEnd(t, () => jobs.end())
  await until('every job is done', async () => {
    const { rows } = await jobs.query(`select exists (select from outbox where run_at <= now()) or exists (
      select from pgboss.job where name like 'mail-%' and state < 'completed') as waits`)
    return !rows[0].waits
  })
  assert.deepEqual((await jobs.query('select job, error from failed_jobs')).rows, [])
  assert.equal(await server.stop(), 0)
})

test('an upload and an export on a full disk get 503, leave nothing behind, and work again with free space', {
  skip,
}, async (t) => {
  const disk = await smallDisk(t, 200) // an export requires 128 MB of free space
  const api = await testApp(t, { DATA_DIR: join(disk.folder, 'data') })
  const { call } = api.as(await api.createUser('Tola'))
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2450d8' } })
    .png()
    .toBuffer()
  const upload = () => call(uploadLogo, { logo: new File([new Uint8Array(picture)], 'logo.png') })
  const stored = async () => {
    const names = await readdir(join(disk.folder, 'data'), { recursive: true, withFileTypes: true })
    const rows = await api.runtime.database.read((tx) => tx.$count(files))
    return { files: names.filter((one) => one.isFile()).map(({ name }) => name), rows }
  }
  const before = await stored()
  await disk.fill()
  await assert.rejects(upload(), errorWith(503, 'unavailable'))
  await assert.rejects(call(downloadPayments, {}), errorWith(503, 'unavailable'))
  await disk.free()
  assert.deepEqual(await stored(), before)
  assert.notEqual((await upload()).logoUrl, null)
  await call(downloadPayments, {})
  assert.equal((await stored()).rows, before.rows + 1)
})
