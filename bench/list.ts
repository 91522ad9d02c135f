// The payments list with five million rows or more: with one client, then compared with a minimal server and pgbench on the same SQL.
import { openApi, openServer } from './child.ts'
import { buildCases, type ListCase, type SqlStatement } from './list-cases.ts'
import {
  type Cost,
  costed,
  type Measured,
  rounds,
  runCase,
  selectCases,
  shuffled,
  sliceMs,
  warmMs,
} from './list-slices.ts'
import { calculateMedian, runLoad } from './load.ts'
import { findPgbench, runPgbench } from './pgbench.ts'
import { printLine, type SeededBench, withSeeded } from './seeded.ts'

const connections = 16
const readers = 4

type EntryPoint = 'api' | 'bare' | 'pgbench'
type Measure = (selectedCases: ListCase, ms: number) => Promise<Measured>

await withSeeded(async (bench) => {
  const selectedCases = selectCases(await buildCases(bench.database, bench.seeded.merchantIds))
  const api = await openApi(bench.url, bench.dataDir)
  await measureAlone(selectedCases, (one, ms) => costed(bench, api.pid, () => runCase(bench, api.port, one, 1, ms)))
  if (process.env.BENCH_CLIENTS === '1') return
  const listed = selectedCases.filter(({ requests }) => requests[0]!.statement)
  const entryPoints = await openEntryPoints(bench, listed)
  entryPoints.set('api', (one, ms) => costed(bench, api.pid, () => runCase(bench, api.port, one, connections, ms)))
  printReport(listed, await measureCases(listed, entryPoints))
})

/** Latency with one client, as a user sees it, and CPU. Reports the median of the rounds. */
async function measureAlone(selectedCases: ListCase[], runCase: (one: ListCase, ms: number) => Promise<Measured>) {
  const slices = new Map<ListCase, Measured[]>(selectedCases.map((one) => [one, []]))
  for (const one of selectedCases) await runCase(one, warmMs)
  for (let round = 1; round <= rounds; round++) {
    printLine(`• One client, round ${round} of ${rounds}`)
    for (const one of shuffled(selectedCases)) slices.get(one)!.push(await runCase(one, sliceMs))
  }
  printLine('| one client | p50 ms | p95 ms | API CPU us |\n|---|---|---|---|')
  for (const [{ title }, taken] of slices) {
    const middle = (name: 'p50' | 'p95' | keyof Cost, digits: number) =>
      calculateMedian(taken.map((slice) => slice[name])).toFixed(digits)
    const cpu = `${middle('process', 0)} + ${middle('postgres', 0)}`
    printLine(`| ${title} | ${middle('p50', 1)} | ${middle('p95', 1)} | ${cpu} |`)
  }
}

async function openEntryPoints(
  { url, dataDir, ...bench }: SeededBench,
  selectedCases: ListCase[],
): Promise<Map<EntryPoint, Measure>> {
  const named = selectedCases.flatMap(({ name, requests }) =>
    requests.map(({ statement }, index) => [`${name}_${index}`, statement!] as [string, SqlStatement]),
  )
  const input = JSON.stringify({ databaseUrl: url, readers, statements: Object.fromEntries(named) })
  const bare = await openServer('list-bare.ts', {}, input)
  const entryPoints = new Map<EntryPoint, Measure>()
  entryPoints.set('bare', ({ name, requests }, ms) => {
    const paths = requests.map(({ statement }, index) => {
      const given = statement!.values.map((value) => [
        'value',
        value instanceof Date ? value.toISOString() : String(value),
      ])
      return `/${name}_${index}?${new URLSearchParams(given)}`
    })
    return costed({ url, dataDir, ...bench }, bare.pid, () => runLoad({ port: bare.port, paths }, connections, ms))
  })
  const program = findPgbench()
  if (!program) printLine('• There is no pgbench here (Debian: postgresql-contrib), so it is left out')
  else
    entryPoints.set('pgbench', ({ requests }, ms) => {
      const all = requests.map(({ statement }) => statement!)
      const seconds = Math.max(1, Math.round(ms / 1000))
      return costed({ url, dataDir, ...bench }, undefined, () =>
        runPgbench(program, url, dataDir, all, connections, seconds),
      )
    })
  return entryPoints
}

interface Result {
  case: string
  round: number
  entryPoint: EntryPoint
  slice: Measured
}

/** Measures every case on every entry point in each round, in a new random order; the entry points of a case run one after the other. */
async function measureCases(selectedCases: ListCase[], entryPoints: Map<EntryPoint, Measure>): Promise<Result[]> {
  const results: Result[] = []
  for (const run of entryPoints.values()) for (const one of selectedCases) await run(one, warmMs)
  for (let round = 1; round <= rounds; round++) {
    printLine(`• ${connections} connections, round ${round} of ${rounds}`)
    for (const one of shuffled(selectedCases))
      for (const [entryPoint, run] of shuffled([...entryPoints]))
        results.push({ case: one.name, round, entryPoint, slice: await run(one, sliceMs) })
  }
  return results
}

/** Report. Ratios are computed within a round and their median is printed, because the machine's speed changes between rounds. */
function printReport(selectedCases: ListCase[], results: Result[]) {
  const entryPoints = [...new Set(results.map(({ entryPoint }) => entryPoint))].sort()
  const of = (name: string, entryPoint: EntryPoint) =>
    results.filter((result) => result.case === name && result.entryPoint === entryPoint)
  const middle = (name: string, entryPoint: EntryPoint, read: (slice: Measured) => number) =>
    calculateMedian(of(name, entryPoint).map(({ slice }) => read(slice)))
  const ratio = (name: string, other: EntryPoint, read: (slice: Measured) => number) => {
    const pairs = of(name, 'api').map(({ round, slice }) => {
      const pair = of(name, other).find((result) => result.round === round)
      return pair ? read(slice) / read(pair.slice) : Number.NaN
    })
    return calculateMedian(pairs).toFixed(2)
  }
  const cost = (slice: Measured) => slice.process + slice.postgres
  const row = ({ name, title }: ListCase) => [
    title,
    ...['bare', 'pgbench'].map((other) => ratio(name, other as EntryPoint, ({ perSecond }) => perSecond)),
    ratio(name, 'bare', ({ p50 }) => p50),
    ratio(name, 'bare', ({ p95 }) => p95),
    (middle(name, 'bare', cost) / middle(name, 'api', cost)).toFixed(2),
    ...entryPoints.map((entryPoint) => {
      const of = (read: (slice: Measured) => number, digits = 0) => middle(name, entryPoint, read).toFixed(digits)
      const each = `${of((s) => s.process)} + ${of((s) => s.postgres)} us`
      return `${of((s) => s.perSecond)}/s, ${of((s) => s.p50, 1)} / ${of((s) => s.p95, 1)} ms, ${each}`
    }),
  ]
  const heads = ['case', 'API/bare', 'API/pgbench', 'p50 API/bare', 'p95 API/bare', 'CPU bare/API', ...entryPoints]
  for (const cells of [heads, heads.map(() => '---'), ...selectedCases.map(row)]) printLine(`| ${cells.join(' | ')} |`)
}
