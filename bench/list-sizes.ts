// The payments list, totals and overview of two databases that `list` has seeded with different numbers of payments, one client,
// each slice of one directly before or after that of the other: the ratio of a round shows what growth costs.
import { openApi } from './child.ts'
import { buildCases } from './list-cases.ts'
import { costed, type Measured, rounds, runCase, selectCases, shuffled, sliceMs, warmMs } from './list-slices.ts'
import { calculateMedian } from './load.ts'
import { printLine, type SeededBench, withSeeded } from './seeded.ts'

type Size = 'small' | 'large'
type Run = (title: string, ms: number) => Promise<Measured>

const folders = { small: process.env.BENCH_DATA_DIR, large: process.env.BENCH_LARGE_DIR }
if (!folders.small || !folders.large)
  throw new Error('Set BENCH_DATA_DIR and BENCH_LARGE_DIR to two folders that `list` has seeded')

await withSeeded(
  (small) =>
    withSeeded(async (large) => {
      const [smaller, larger] = [await openRuns(small), await openRuns(large)]
      await compare(smaller.titles, { small: smaller.run, large: larger.run })
    }, folders.large),
  folders.small,
)

async function openRuns(bench: SeededBench): Promise<{ titles: string[]; run: Run }> {
  const cases = selectCases(await buildCases(bench.database, bench.seeded.merchantIds))
  const api = await openApi(bench.url, bench.dataDir)
  const byTitle = new Map(cases.map((one) => [one.title, one]))
  const run: Run = (title, ms) => costed(bench, api.pid, () => runCase(bench, api.port, byTitle.get(title)!, 1, ms))
  return { titles: [...byTitle.keys()], run }
}

async function compare(titles: string[], runs: Record<Size, Run>) {
  const sizes: Size[] = ['small', 'large']
  const taken = new Map(titles.map((title) => [title, { small: [] as Measured[], large: [] as Measured[] }]))
  for (const title of titles) for (const size of sizes) await runs[size](title, warmMs)
  for (let round = 1; round <= rounds; round++) {
    printLine(`• Round ${round} of ${rounds}`)
    for (const title of shuffled(titles))
      for (const size of shuffled(sizes)) taken.get(title)![size].push(await runs[size](title, sliceMs))
  }
  printLine(
    '| case | p50 ms, small | large | p95 ms, small | large | ratio of p95 | CPU us, small | large | ratio of CPU |',
  )
  printLine('|---|---|---|---|---|---|---|---|---|')
  for (const [title, { small, large }] of taken) {
    const pair = (digits: number, read: (slice: Measured) => number) =>
      [small, large].map((slices) => calculateMedian(slices.map(read)).toFixed(digits))
    const ratio = (read: (slice: Measured) => number) =>
      calculateMedian(large.map((slice, round) => read(slice) / read(small[round]!))).toFixed(2)
    const [p50, p95] = [({ p50 }: Measured) => p50, ({ p95 }: Measured) => p95]
    const postgres = ({ postgres }: Measured) => postgres
    const cells = [title, ...pair(1, p50), ...pair(1, p95), ratio(p95), ...pair(0, postgres), ratio(postgres)]
    printLine(`| ${cells.join(' | ')} |`)
  }
}
