// Subscriptions that are all due: renewed by a process that is killed in the middle, then by a second one that continues.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leaseMs } from '../api/features/subscriptions/charge.ts'
import { chargesAtOnce } from '../api/features/subscriptions/jobs.ts'
import { addDueSubscriptions, countRenewals, type RenewalCounts } from '../api/testing/due-subscriptions.ts'
import { processCpu } from './cpu.ts'
import { type FreshDatabase, withFresh } from './fresh.ts'
import { printLine } from './seeded.ts'

const many = Number(process.env.BENCH_RENEWALS ?? 200_000)
/** Time for each of the two processes. The first is killed after it; so is the second, unless it is done before. */
const seconds = Number(process.env.BENCH_SECONDS ?? 120)
const renewProcess = fileURLToPath(new URL('../api/testing/renew-process.ts', import.meta.url))

interface Ran {
  name: string
  done: number
  seconds: number
  cpuUs: number
  postgresUs: number
  residentMb: number
}

await withFresh(async (fresh) => {
  const merchantId = await addDueSubscriptions(fresh.runtime, many)
  const look = () => countRenewals(fresh.runtime, merchantId)
  printLine(`• ${many.toLocaleString('en')} subscriptions are due`)
  const cut = await measureRenewals(fresh, 'until it was killed', look)
  printLine(`• Killed after ${cut.done.toLocaleString('en')}; the next process goes on`)
  const next = await measureRenewals(fresh, 'the next', look)
  printLine(
    '| | renewals | a second | CPU of Node, us each | CPU of PostgreSQL, us each | RSS at most, MB |\n|---|---|---|---|---|---|',
  )
  for (const { name, done, ...ran } of [cut, next])
    printLine(
      `| ${name} | ${done.toLocaleString('en')} | ${(done / ran.seconds).toFixed(0)} | ${Math.round(ran.cpuUs / done)} | ${Math.round(ran.postgresUs / done)} | ${ran.residentMb} |`,
    )
  if ((await look()).due === 0) {
    // Charges in progress at the kill are retried when their lease is over.
    await pause(leaseMs)
    await measureRenewals(fresh, 'what was cut off', look)
  }
  const all = await look()
  printLine(JSON.stringify(all))
  checkRenewals(all)
})

/** Checks that nobody is billed or charged twice, and that every charge is recorded, except those in progress at a kill. */
function checkRenewals({ due, paidInvoices, paidPayments, entries, charged, doubled }: RenewalCounts): void {
  const [paid, taken] = [Number(paidPayments), Number(charged)]
  if (Number(doubled) > 0) throw new Error('Somebody was billed or charged twice')
  if (Number(paidInvoices) !== paid || Number(entries) !== paid) throw new Error('Invoices, payments and ledger differ')
  const loose = Number(due) === 0 ? 0 : 2 * chargesAtOnce
  if (taken < paid || taken - paid > loose) throw new Error('The bank has taken what is not kept')
  if (Number(due) === 0 && paid !== many) throw new Error('Not each of them was renewed')
}

/** Runs the renewal process until nothing is due, or kills it after its time. */
async function measureRenewals(
  { url, dataDir, postgres }: FreshDatabase,
  name: string,
  look: () => Promise<RenewalCounts>,
): Promise<Ran> {
  const before = Number((await look()).paidPayments)
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' }
  const start = { at: performance.now(), postgres: postgres() }
  const child = fork(renewProcess, { env })
  const ran: Ran = { name, done: 0, seconds: 0, cpuUs: 0, postgresUs: 0, residentMb: 0 }
  const measure = () =>
    Object.assign(ran, {
      seconds: (performance.now() - start.at) / 1000,
      cpuUs: processCpu(child.pid!),
      postgresUs: postgres() - start.postgres,
      residentMb: peakResidentMb(child.pid!),
    })
  child.on('message', measure)
  const timer = setTimeout(() => {
    measure()
    child.kill('SIGKILL')
  }, seconds * 1000)
  await once(child, 'exit')
  clearTimeout(timer)
  ran.done = Number((await look()).paidPayments) - before
  return ran
}

function peakResidentMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round((Number(kilobytes) * 1024) / 1e6)
}
