import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atEnd } from '../testing/at-end.ts'
import { startEmbedded } from './embedded.ts'

test('a new folder becomes a database that keeps its rows over a restart', async (t) => {
  const dataDir = folder(t)
  const first = await start(t, dataDir)
  await query(first.url, 'create table payments (reference text)')
  await query(first.url, `insert into payments values ('pay_1')`)
  assert.deepEqual(await query(first.url, 'show fsync'), [{ fsync: 'on' }])
  await first.stop()
  assert.equal(existsSync(lockPath(dataDir)), false, 'a clean stop leaves no pid file')
  assert.deepEqual(listServers(dataDir), [])

  const second = await start(t, dataDir)
  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, 'select * from payments'), [{ reference: 'pay_1' }])
})

test('a path with spaces, quotes, a comma and more characters than a socket path allows works', async (t) => {
  // Its socket is in another folder, because this path is too long.
  let socketFolder: string | undefined
  atEnd(t, () => socketFolder && rmSync(socketFolder, { recursive: true, force: true }))
  const dataDir = join(folder(t), `a "b", c'd %20 é`, 'x'.repeat(100))
  const { url } = await start(t, dataDir)
  socketFolder = new URL(url).searchParams.get('host')!
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

test('after kill -9 of the process no server is left running and no acknowledged row is lost', async (t) => {
  const dataDir = folder(t)
  for (const round of [1, 2, 3]) {
    const acknowledged = await writeUntilKilled(dataDir)
    await until('no server is left', () => listServers(dataDir).length === 0)
    const { url, adopted, stop } = await start(t, dataDir)
    const [stored] = await query(url, 'select count(*)::int as rows, max(row) as last from rows')
    assert.ok(stored?.rows >= acknowledged, `round ${round}: ${acknowledged} acknowledged, ${stored?.rows} stored`)
    assert.equal(stored?.rows, stored?.last)
    assert.equal(adopted, false)
    await stop()
  }
})

test('a start right after kill -9 does not use the server that is about to end', async (t) => {
  const dataDir = folder(t)
  await writeUntilKilled(dataDir)
  const { url, adopted } = await start(t, dataDir)
  assert.equal(adopted, false)
  assert.ok((await query(url, 'select count(*)::int as rows from rows'))[0]?.rows > 0)
})

test('a database that crashes restarts with its rows', async (t) => {
  const dataDir = folder(t)
  const { url } = await start(t, dataDir)
  await query(url, 'create table payments (reference text)')
  await query(url, `insert into payments values ('pay_1')`)
  const [crashing] = listServers(dataDir)
  process.kill(crashing!, 'SIGKILL')
  await until('another server answers', async () => {
    if (listServers(dataDir)[0] === crashing) return false
    return (await query(url, 'select * from payments').catch(() => [])).length === 1
  })
})

test('a database that crashes right after its start is started again', async (t) => {
  const dataDir = folder(t)
  const { url } = await start(t, dataDir)
  const [first] = listServers(dataDir)
  const endClient = pg.Client.prototype.end
  // The first connection to the second server is the one that checks it.
  const crash = t.mock.method(pg.Client.prototype, 'end', async function (this: pg.Client) {
    crash.mock.restore()
    const [second] = listServers(dataDir)
    process.kill(second!, 'SIGKILL')
    await until('the second has ended', () => !existsSync(`/proc/${second}`))
    await (endClient as () => Promise<void>).call(this)
  })
  process.kill(first!, 'SIGKILL')
  await until('the second has crashed', () => crash.mock.callCount() === 1)
  const answers = async () => (await query(url, 'select 1 as one').catch(() => [])).length === 1
  await until('a third server answers', answers)
})

test('two processes in one folder share one server, and only the first stops it', async (t) => {
  const dataDir = folder(t)
  const both = await Promise.all([start(t, dataDir), start(t, dataDir)])
  const owner = both.find((each) => !each.adopted)
  const adopter = both.find((each) => each.adopted)
  assert.ok(owner && adopter)
  assert.equal(listServers(dataDir).length, 1)
  await adopter.stop()
  assert.deepEqual(await query(owner.url, 'select 1 as one'), [{ one: 1 }])
  await owner.stop()
  assert.deepEqual(listServers(dataDir), [])
})

test('a process that shares a server starts its own when the other process stops it', async (t) => {
  const dataDir = folder(t)
  const owner = await start(t, dataDir)
  const adopter = await start(t, dataDir)
  assert.equal(adopter.adopted, true)
  await owner.stop()
  await until('another server answers', async () => (await query(adopter.url, 'select 1').catch(() => [])).length === 1)
  await adopter.stop()
  assert.deepEqual(listServers(dataDir), [])
})

const isRoot = process.getuid?.() === 0
test('root finds a place for the data when the folder is inside a home directory without access', {
  skip: !isRoot,
}, async (t) => {
  const dataDir = join(folder(t, 0o700), 'adire', 'data')
  const first = await start(t, dataDir)
  assert.match(realpathSync(join(dataDir, 'postgres')), /^\/var\/lib\/adire/)
  await query(first.url, 'create table payments (reference text)')
  await first.stop()
  const second = await start(t, dataDir)
  assert.deepEqual(await query(second.url, 'select * from payments'), [])
})

test('data of another PostgreSQL version is rejected with a message', async (t) => {
  const dataDir = folder(t)
  const { stop } = await start(t, dataDir)
  await stop()
  writeFileSync(join(lockPath(dataDir), '..', 'PG_VERSION'), '12\n')
  await assert.rejects(startEmbedded({ dataDir }), /was written by PostgreSQL 12, this is 18/)
})

function folder(t: TestContext, mode = 0o755): string {
  const made = mkdtempSync(join(tmpdir(), 'adire-embedded-'))
  chmodSync(made, mode)
  atEnd(t, () => {
    for (const path of readdirSync(made, { recursive: true, encoding: 'utf8' })) {
      // If root's server could not reach the folder, its data is elsewhere.
      if (path.endsWith('postgres')) rmSync(realpathSync(join(made, path)), { recursive: true, force: true })
    }
    rmSync(made, { recursive: true, force: true })
  })
  return made
}

async function start(t: TestContext, dataDir: string) {
  const server = await startEmbedded({ dataDir })
  atEnd(t, server.stop)
  return server
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns how many rows the database had confirmed to the process when it was killed. */
async function writeUntilKilled(dataDir: string): Promise<number> {
  const writer = `
    import pg from 'pg'
    import { startEmbedded } from './embedded.ts'
    const { url } = await startEmbedded({ dataDir: process.argv[1] })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table if not exists rows (row serial primary key)')
    for (;;) console.log((await client.query('insert into rows default values returning row')).rows[0].row)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = 0
  let lines = 0
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (++lines === 200) child.kill('SIGKILL')
  }
  assert.ok(lines >= 200, `the writer ended by itself after ${lines} rows`)
  return last
}

/** The servers (not their backends) that run on the folder's data. */
function listServers(dataDir: string): number[] {
  const data = join(realpathSync(join(dataDir, 'postgres')), 'data')
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return command.includes(data) && command[0]?.endsWith('postgres')
    } catch {
      return false
    }
  })
}

function lockPath(dataDir: string): string {
  return join(realpathSync(join(dataDir, 'postgres')), 'data', 'postmaster.pid')
}

async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 120_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `waited until ${what}`)
    await sleep(20)
  }
}
