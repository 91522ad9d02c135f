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
import type { Runtime } from '../api/runtime.ts'
import { type Case, cases } from './list-cases.ts'
import { paymentCount, type Seeded, seed } from './list-seed.ts'
import { load, type Slice } from './load.ts'
import { findPgbench, pgbench } from './pgbench.ts'

const connections = 16
const readers = 4
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const sliceMs = 2_500

type Door = 'api' | 'bare' | 'pgbench'
type Measure = (asked: Case) => Promise<Slice>
const say = (line: string) => console.log(line)

// The seeded database can be kept for a day, so that a change is measured without seeding again.
const kept = process.env.BENCH_DATA_DIR
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'adire-bench-')))
say('• Starting a database')
const { url, stop } = await startEmbedded({ dataDir })
const children: ChildProcess[] = []
try {
  await migrate(url)
  const database = connect({ url })
  const config = readConfig({ DATA_DIR: dataDir })
  const runtime: Runtime = { config, database, signer: await openSigner(dataDir), clock: () => new Date() }
  const seeded = await seededOnce(runtime)
  const asked = await cases(database, seeded.merchantIds)
  await database.close()
  report(asked, await measure(asked, await openDoors(asked, seeded)))
} finally {
  for (const child of children) child.kill()
  await stop()
  if (!kept) await rm(dataDir, { recursive: true, force: true })
}

async function seededOnce(runtime: Runtime): Promise<Seeded> {
  const file = join(dataDir, 'seeded.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Seeded
  say(`• Seeding ${paymentCount.toLocaleString('en')} payments`)
  const seeded = await seed(runtime, say)
  writeFileSync(file, JSON.stringify(seeded))
  return seeded
}

async function openDoors(asked: Case[], { owner }: Seeded): Promise<Map<Door, Measure>> {
  const statements = Object.fromEntries(asked.map(({ name, requests }) => [name, requests[0]!.statement]))
  const apiPort = await open('list-api.ts', { DATABASE_URL: url, DATA_DIR: dataDir })
  const barePort = await open('list-bare.ts', {}, JSON.stringify({ databaseUrl: url, readers, statements }))
  const headers = { authorization: `Bearer ${owner.token}` }
  const doors = new Map<Door, Measure>()
  doors.set('api', ({ requests }) => {
    const paths = requests.map(({ query }) => `/test/collections/payments/filter?${new URLSearchParams(query)}`)
    return load({ port: apiPort, paths, headers }, connections, sliceMs)
  })
  doors.set('bare', ({ name, requests }) => {
    const paths = requests.map(({ statement: { values } }) => {
      const given = values.map((value) => ['value', value instanceof Date ? value.toISOString() : String(value)])
      return `/${name}?${new URLSearchParams(given)}`
    })
    return load({ port: barePort, paths }, connections, sliceMs)
  })
  const program = findPgbench()
  if (!program) say('• There is no pgbench here (Debian: postgresql-contrib), so it is left out')
  else
    doors.set('pgbench', ({ requests }) => {
      const all = requests.map(({ statement }) => statement)
      return pgbench(program, url, dataDir, all, connections, Math.round(sliceMs / 1000))
    })
  return doors
}

async function open(file: string, env: Record<string, string>, input?: string): Promise<number> {
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
  return port as number
}

interface Result {
  case: string
  round: number
  door: Door
  slice: Slice
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
  const of = (name: string, door: Door) => results.filter((result) => result.case === name && result.door === door)
  const ratio = (name: string, other: Door, read: (slice: Slice) => number) => {
    const ratios = of(name, 'api').flatMap(({ round, slice }) => {
      const pair = of(name, other).find((result) => result.round === round)
      return pair ? [read(slice) / read(pair.slice)] : []
    })
    return ratios.length > 0 ? median(ratios).toFixed(2) : '-'
  }
  const doors: Door[] = ['api', 'bare', 'pgbench']
  say(
    `\n| case | ${doors.map((door) => `${door}, req/s (p50 / p95 ms)`).join(' | ')} | API/bare | p50 | p95 | API/pgbench |`,
  )
  say(`|---|${'---|'.repeat(doors.length + 4)}`)
  for (const { name, title } of asked) {
    const absolute = doors.map((door) => {
      const slices = of(name, door).map(({ slice }) => slice)
      if (slices.length === 0) return '-'
      const middle = (read: (slice: Slice) => number) => median(slices.map(read))
      return `${middle((s) => s.perSecond).toFixed(0)} (${middle((s) => s.p50).toFixed(1)} / ${middle((s) => s.p95).toFixed(1)})`
    })
    const ratios = [
      ratio(name, 'bare', (s) => s.perSecond),
      ratio(name, 'bare', (s) => s.p50),
      ratio(name, 'bare', (s) => s.p95),
      ratio(name, 'pgbench', (s) => s.perSecond),
    ]
    say(`| ${title} | ${absolute.join(' | ')} | ${ratios.map((text) => text).join(' | ')} |`)
  }
}
