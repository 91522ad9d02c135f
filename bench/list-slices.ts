import { postgresCpu, processCpu, readPostmasterPid } from './cpu.ts'
import type { ListCase } from './list-cases.ts'
import { type LoadSample, runLoad } from './load.ts'
import type { SeededBench } from './seeded.ts'

export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
export const sliceMs = 1_500
export const warmMs = 400

/** CPU microseconds per request: of the server process, and of PostgreSQL. */
export type Cost = { process: number; postgres: number }
export type Measured = LoadSample & Cost

/** The cases that `BENCH_CASES` selects, for a quick check of a change: titles, separated by semicolons. */
export function selectCases(cases: ListCase[]): ListCase[] {
  const titles = process.env.BENCH_CASES?.split(';')
  return cases.filter(({ title }) => !titles || titles.includes(title))
}

/** Sends the requests of a case to the API in turn. */
export const runCase = ({ seeded }: SeededBench, port: number, one: ListCase, clients: number, ms: number) =>
  runLoad(
    {
      port,
      paths: one.requests.map(({ query }) => `/test/collections/${one.path}?${new URLSearchParams(query)}`),
      headers: { authorization: `Bearer ${seeded.owner.token}` },
    },
    clients,
    ms,
  )

/** Measures one slice, with the CPU cost of each request. */
export async function costed(
  { dataDir }: SeededBench,
  pid: number | undefined,
  take: () => Promise<LoadSample>,
): Promise<Measured> {
  const postmaster = readPostmasterPid(dataDir)
  const spent = () => ({ process: pid === undefined ? 0 : processCpu(pid), postgres: postgresCpu(postmaster) })
  const before = spent()
  const slice = await take()
  const after = spent()
  const each = (name: keyof Cost) => (after[name] - before[name]) / slice.count
  return { ...slice, process: each('process'), postgres: each('postgres') }
}

export function shuffled<T>(list: T[]): T[] {
  const keyed = list.map((item) => ({ item, key: Math.random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
}
