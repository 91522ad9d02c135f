// Subscriptions that are all due: renewed by a process that is killed in the middle, then by another that goes on.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leaseMs } from '../api/features/subscriptions/charge.ts'
import { addDueSubscriptions, renewedOf } from '../api/testing/due-subscriptions.ts'
import { nodeFlags } from './child.ts'
import { processCpu } from './cpu.ts'
import { type Fresh, withFresh } from './fresh.ts'
import { say } from './seeded.ts'

const many = Number(process.env.BENCH_RENEWALS ?? 200_000)
const renewProcess = fileURLToPath(new URL('../api/testing/renew-process.ts', import.meta.url))

interface Ran {
  /** What the process said that it did; of what it did when it was killed it says nothing any more. */
  done: number
  seconds: number
  cpuUs: number
  postgresUs: number
  residentMb: number
}

await withFresh(async (fresh) => {
  const merchantId = await addDueSubscriptions(fresh.runtime, many)
  say(`• ${many.toLocaleString('en')} subscriptions are due`)
  const cut = await renew(fresh, many / 2)
  const between = await renewedOf(fresh.runtime, merchantId)
  say(`• Killed after ${between.paidPayments.toLocaleString('en')}; the next process goes on`)
  const rest = await renew(fresh)
  // What was asked of the bank as the power went is asked again once its lease is over.
  await pause(leaseMs)
  await renew(fresh)
  const all = await renewedOf(fresh.runtime, merchantId)
  say(
    '| | renewals | a second | CPU of Node, us each | CPU of PostgreSQL, us each | RSS at most, MB |\n|---|---|---|---|---|---|',
  )
  for (const [name, ran] of Object.entries({ 'until it was killed': cut, 'the rest': rest })) {
    const each = (us: number) => Math.round(us / ran.done)
    say(
      `| ${name} | ${ran.done.toLocaleString('en')} | ${(ran.done / ran.seconds).toFixed(0)} | ${each(ran.cpuUs)} | ${each(ran.postgresUs)} | ${ran.residentMb} |`,
    )
  }
  say(JSON.stringify(all))
  const { due, paidInvoices, paidPayments, entries, charged, doubled } = all
  if (due + doubled > 0 || [paidInvoices, paidPayments, entries, charged].some((count) => Number(count) !== many))
    throw new Error('Not each of them was renewed once')
})

/** Runs the process that renews until nothing is due, or kills it once it has said that so many are done. */
async function renew({ url, dataDir, postgres }: Fresh, killAfter = Number.POSITIVE_INFINITY): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' }
  const child = fork(renewProcess, { env, execArgv: nodeFlags })
  const ended = once(child, 'exit')
  const ran: Ran = { done: 0, seconds: 0, cpuUs: 0, postgresUs: 0, residentMb: 0 }
  const start = { at: performance.now(), postgres: postgres() }
  child.on('message', async (said: { done: number; residentMb: number }) => {
    if (said.done === 0 || ran.done >= killAfter) return
    Object.assign(ran, {
      done: ran.done + said.done,
      seconds: (performance.now() - start.at) / 1000,
      cpuUs: processCpu(child.pid!),
      postgresUs: postgres() - start.postgres,
      residentMb: Math.max(ran.residentMb, said.residentMb),
    })
    if (ran.done < killAfter) return
    await pause(1_000) // well into what comes next
    child.kill('SIGKILL')
  })
  await ended
  return ran
}
