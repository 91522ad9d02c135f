// The list of payments over five million of them: with one client, then against a bare handler and pgbench, same SQL.
import { open, openApi } from './child.ts'
import { postgresCpu, postmasterOf, processCpu } from './cpu.ts'
import { type Case, cases, type Statement } from './list-cases.ts'
import { load, median, type Slice } from './load.ts'
import { findPgbench, pgbench } from './pgbench.ts'
import { type Bench, say, withSeeded } from './seeded.ts'

const connections = 16
const readers = 4
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Some cases by their titles, parted by semicolons: to look at a change before all are measured. */
const wanted = process.env.BENCH_CASES?.split(';')
const sliceMs = 1_500
const warmMs = 400

type Door = 'api' | 'bare' | 'pgbench'
/** CPU microseconds a request: of our process, and of PostgreSQL. */
type Cost = { process: number; postgres: number }
type Measured = Slice & Cost
type Measure = (asked: Case, ms: number) => Promise<Measured>

await withSeeded(async (bench) => {
  const all = await cases(bench.database, bench.seeded.merchantIds)
  const asked = all.filter(({ title }) => !wanted || wanted.includes(title))
  const api = await openApi(bench.url, bench.dataDir)
  const ask = (one: Case, clients: number, ms: number) =>
    load(
      {
        port: api.port,
        paths: one.requests.map(({ query }) => `/test/collections/${one.path}?${new URLSearchParams(query)}`),
        headers: { authorization: `Bearer ${bench.seeded.owner.token}` },
      },
      clients,
      ms,
    )
  await alone(asked, (one, ms) => ask(one, 1, ms))
  const listed = asked.filter(({ requests }) => requests[0]!.statement)
  const doors = await openDoors(bench, listed)
  doors.set('api', (one, ms) => costed(bench, api.pid, () => ask(one, connections, ms)))
  report(listed, await measure(listed, doors))
})

/** One client: what a person waits for. Of the rounds' figures the middle one. */
async function alone(asked: Case[], ask: (one: Case, ms: number) => Promise<Slice>) {
  const slices = new Map<Case, Slice[]>(asked.map((one) => [one, []]))
  for (const one of asked) await ask(one, warmMs)
  for (let round = 1; round <= rounds; round++) {
    say(`• One client, round ${round} of ${rounds}`)
    for (const one of shuffled(asked)) slices.get(one)!.push(await ask(one, sliceMs))
  }
  say('| one client | p50 ms | p95 ms |\n|---|---|---|')
  for (const [{ title }, taken] of slices) {
    const middle = (name: 'p50' | 'p95') => median(taken.map((slice) => slice[name])).toFixed(1)
    say(`| ${title} | ${middle('p50')} | ${middle('p95')} |`)
  }
}

async function openDoors({ url, dataDir, ...bench }: Bench, asked: Case[]): Promise<Map<Door, Measure>> {
  const named = asked.flatMap(({ name, requests }) =>
    requests.map(({ statement }, place) => [`${name}_${place}`, statement!] as [string, Statement]),
  )
  const input = JSON.stringify({ databaseUrl: url, readers, statements: Object.fromEntries(named) })
  const bare = await open('list-bare.ts', {}, input)
  const doors = new Map<Door, Measure>()
  doors.set('bare', ({ name, requests }, ms) => {
    const paths = requests.map(({ statement }, place) => {
      const given = statement!.values.map((value) => [
        'value',
        value instanceof Date ? value.toISOString() : String(value),
      ])
      return `/${name}_${place}?${new URLSearchParams(given)}`
    })
    return costed({ url, dataDir, ...bench }, bare.pid, () => load({ port: bare.port, paths }, connections, ms))
  })
  const program = findPgbench()
  if (!program) say('• There is no pgbench here (Debian: postgresql-contrib), so it is left out')
  else
    doors.set('pgbench', ({ requests }, ms) => {
      const all = requests.map(({ statement }) => statement!)
      const seconds = Math.max(1, Math.round(ms / 1000))
      return costed({ url, dataDir, ...bench }, undefined, () =>
        pgbench(program, url, dataDir, all, connections, seconds),
      )
    })
  return doors
}

/** Takes a slice, and what each of its requests cost. */
async function costed({ dataDir }: Bench, pid: number | undefined, take: () => Promise<Slice>): Promise<Measured> {
  const postmaster = postmasterOf(dataDir)
  const spent = () => ({ process: pid === undefined ? 0 : processCpu(pid), postgres: postgresCpu(postmaster) })
  const before = spent()
  const slice = await take()
  const after = spent()
  const each = (name: keyof Cost) => (after[name] - before[name]) / slice.count
  return { ...slice, process: each('process'), postgres: each('postgres') }
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
  for (const run of doors.values()) for (const one of asked) await run(one, warmMs)
  for (let round = 1; round <= rounds; round++) {
    say(`• ${connections} connections, round ${round} of ${rounds}`)
    for (const one of shuffled(asked))
      for (const [door, run] of shuffled([...doors]))
        results.push({ case: one.name, round, door, slice: await run(one, sliceMs) })
  }
  return results
}

function shuffled<T>(list: T[]): T[] {
  const keyed = list.map((item) => ({ item, key: Math.random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
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
