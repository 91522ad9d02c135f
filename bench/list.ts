// payments/filter over a million payments: the whole API against a bare handler and against pgbench, same SQL, same run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../api/config.ts'
import { connect } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/database/migrate.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openKeeping } from '../api/files/keeping.ts'
import { openLive } from '../api/jobs/live.ts'
import type { Runtime } from '../api/runtime.ts'
import { postgresCpu, processCpu } from './cpu.ts'
import { type Case, cases } from './list-cases.ts'
import { paymentCount, type Seeded, seed } from './list-seed.ts'
import { load, type Slice } from './load.ts'
import { findPgbench, pgbench } from './pgbench.ts'

const connections = 16
const readers = 4
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const sliceMs = 2_500

type Door = 'api' | 'bare' | 'pgbench'
/** CPU microseconds a request: of our process, and of PostgreSQL. */
type Cost = { process: number; postgres: number }
type Measured = Slice & Cost
type Measure = (asked: Case) => Promise<Measured>
const say = (line: string) => console.log(line)

// The seeded database can be kept for a day, so that a change is measured without seeding again.
const kept = process.env.BENCH_DATA_DIR
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'adire-bench-')))
say('• Starting a database')
const { url, stop } = await startEmbedded({ dataDir })
const children: ChildProcess[] = []
try {
  const database = connect({ url })
  const config = readConfig({ DATA_DIR: dataDir })
  const runtime: Runtime = {
    config,
    database,
    signer: await openSigner(dataDir),
    ...(await openKeeping(dataDir)),
    live: openLive(url),
    clock: () => new Date(),
  }
  const seeded = await seededOnce(runtime)
  const asked = await cases(database, seeded.merchantIds)
  await database.close()
  report(asked, await measure(asked, await openDoors(asked, seeded)))
} finally {
  for (const child of children) await close(child)
  await stop()
  if (!kept) await rm(dataDir, { recursive: true, force: true })
}

async function seededOnce(runtime: Runtime): Promise<Seeded> {
  const file = join(dataDir, 'seeded.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Seeded
  await migrate(url)
  say(`• Seeding ${paymentCount.toLocaleString('en')} payments`)
  const seeded = await seed(runtime, say)
  writeFileSync(file, JSON.stringify(seeded))
  return seeded
}

async function openDoors(asked: Case[], { owner }: Seeded): Promise<Map<Door, Measure>> {
  const statements = Object.fromEntries(asked.map(({ name, requests }) => [name, requests[0]!.statement]))
  const api = await open('list-api.ts', { DATABASE_URL: url, DATA_DIR: dataDir })
  const bare = await open('list-bare.ts', {}, JSON.stringify({ databaseUrl: url, readers, statements }))
  const headers = { authorization: `Bearer ${owner.token}` }
  const doors = new Map<Door, Measure>()
  doors.set('api', ({ requests }) => {
    const paths = requests.map(({ query }) => `/test/collections/payments/filter?${new URLSearchParams(query)}`)
    return costed(api.pid, () => load({ port: api.port, paths, headers }, connections, sliceMs))
  })
  doors.set('bare', ({ name, requests }) => {
    const paths = requests.map(({ statement: { values } }) => {
      const given = values.map((value) => ['value', value instanceof Date ? value.toISOString() : String(value)])
      return `/${name}?${new URLSearchParams(given)}`
    })
    return costed(bare.pid, () => load({ port: bare.port, paths }, connections, sliceMs))
  })
  const program = findPgbench()
  if (!program) say('• There is no pgbench here (Debian: postgresql-contrib), so it is left out')
  else
    doors.set('pgbench', ({ requests }) => {
      const all = requests.map(({ statement }) => statement)
      const seconds = Math.round(sliceMs / 1000)
      return costed(undefined, () => pgbench(program, url, dataDir, all, connections, seconds))
    })
  return doors
}

/** Takes a slice, and what each of its requests cost. */
async function costed(pid: number | undefined, take: () => Promise<Slice>): Promise<Measured> {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const spent = () => ({ process: pid === undefined ? 0 : processCpu(pid), postgres: postgresCpu(postmaster) })
  const before = spent()
  const slice = await take()
  const after = spent()
  const each = (name: keyof Cost) => (after[name] - before[name]) / slice.count
  return { ...slice, process: each('process'), postgres: each('postgres') }
}

/** It ends by itself when we let go of it, and then writes its profile, if it was asked for one. */
async function close(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.disconnect()
  await exit
}

async function open(file: string, env: Record<string, string>, input?: string) {
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    execArgv: process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [],
  })
  children.push(child)
  child.stdin!.end(input)
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return { port: port as number, pid: child.pid! }
}

interface Result {
  case: string
  round: number
  door: Door
  slice: Measured
}

/** Round after round every case through every door, in a new random order; the doors of one case close to each other. */
async function measure(asked: Case[], doors: Map<Door, Measure>): Promise<Result[]> {
  const results: Result[] = []
  for (const run of doors.values()) for (const one of asked) await run(one) // warm
  for (let round = 1; round <= rounds; round++) {
    say(`• Round ${round} of ${rounds}`)
    for (const one of shuffled(asked))
      for (const [door, run] of shuffled([...doors]))
        results.push({ case: one.name, round, door, slice: await run(one) })
  }
  return results
}

function shuffled<T>(list: T[]): T[] {
  const keyed = list.map((item) => ({ item, key: Math.random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
}

function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

/** Ratios are taken within a round and their median is told, because the machine's mood changes between rounds. */
function report(asked: Case[], results: Result[]) {
  const doors = [...new Set(results.map(({ door }) => door))].sort()
  const of = (name: string, door: Door) => results.filter((result) => result.case === name && result.door === door)
  const middle = (name: string, door: Door, read: (slice: Measured) => number) =>
    median(of(name, door).map(({ slice }) => read(slice)))
  const ratio = (name: string, other: Door, read: (slice: Measured) => number) => {
    const pairs = of(name, 'api').map(({ round, slice }) => {
      const pair = of(name, other).find((result) => result.round === round)
      return pair ? read(slice) / read(pair.slice) : Number.NaN
    })
    return median(pairs).toFixed(2)
  }
  const cost = (slice: Measured) => slice.process + slice.postgres
  const row = ({ name, title }: Case) => [
    title,
    ...['bare', 'pgbench'].map((other) => ratio(name, other as Door, ({ perSecond }) => perSecond)),
    ratio(name, 'bare', ({ p50 }) => p50),
    ratio(name, 'bare', ({ p95 }) => p95),
    (middle(name, 'bare', cost) / middle(name, 'api', cost)).toFixed(2),
    ...doors.map((door) => {
      const of = (read: (slice: Measured) => number, digits = 0) => middle(name, door, read).toFixed(digits)
      const each = `${of((s) => s.process)} + ${of((s) => s.postgres)} us`
      return `${of((s) => s.perSecond)}/s, ${of((s) => s.p50, 1)} / ${of((s) => s.p95, 1)} ms, ${each}`
    }),
  ]
  const heads = ['case', 'API/bare', 'API/pgbench', 'p50 API/bare', 'p95 API/bare', 'CPU bare/API', ...doors]
  for (const cells of [heads, heads.map(() => '---'), ...asked.map(row)]) say(`| ${cells.join(' | ')} |`)
}
