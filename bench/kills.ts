// Three processes for requests and two for jobs behind HAProxy, on one database. Under load one of them, chosen at random, is killed every
// few seconds and started again. At the end nothing acknowledged is missing, nothing happened twice, and the ledger is correct.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.mjs'
import { balanceProcesses } from './balancer.ts'
import { addBusiness } from './crash-businesses.ts'
import { type Load, runPayers } from './failover-load.ts'
import { withFresh } from './fresh.ts'
import { checkPayments, describeLatencies, waitForQuiet } from './payer-results.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 120)
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 20)
const businessCount = Number(process.env.BENCH_BUSINESSES ?? 10)
const killEveryMs = Number(process.env.BENCH_KILL_EVERY ?? 4) * 1000

await withFresh(async ({ runtime, url, dataDir }) => {
  const load: Load = { started: 0, paid: [], failures: new Map(), faults: [] }
  const slugs: string[] = []
  while (slugs.length < businessCount) slugs.push((await addBusiness(runtime)).slug)
  const start = (ROLES: string, port: number) =>
    startProduct({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', ROLES, PORT: String(port) })
  const places = await Promise.all(
    ['api', 'api', 'api', 'worker', 'worker'].map(async (role) => {
      const port = await freePort()
      return { role, port, server: await start(role, port) }
    }),
  )
  const balancer = await balanceProcesses(
    places.filter(({ role }) => role === 'api').map(({ port }) => `http://127.0.0.1:${port}`),
  )
  let isPaying = true
  let kills = 0
  const killSome = async () => {
    while (isPaying) {
      await pause(killEveryMs)
      const place = places[randomInt(places.length)]!
      await place.server.kill()
      kills++
      place.server = await start(place.role, place.port)
    }
  }
  printLine(`• ${perSecond} payments a second of ${businessCount} businesses for ${seconds} s`)
  const killing = killSome()
  await runPayers(`http://127.0.0.1:${balancer.port}`, slugs, { perSecond, seconds, load })
  isPaying = false
  await killing
  await waitForQuiet(runtime)
  printLine(`${kills} processes were killed: ${describeLatencies(load.paid)}`)
  for (const [what, count] of load.failures) printLine(`Answers: ${count} × ${what}`)
  load.faults.push(...(await checkPayments(runtime, load)))
  // The balancer answers for a process that was killed before it did.
  for (const [what] of load.failures) if (!/^50[23]|^no answer/.test(what)) load.faults.push(`Answers: ${what}`)
  for (const { server } of places)
    if ((await server.stop()) !== 0) load.faults.push('A process did not end with exit code 0')
  await balancer.close()
  for (const fault of load.faults.slice(0, 20)) printLine(`✗ ${fault}`)
  if (load.faults.length > 0) process.exitCode = 1
  else printLine('✓ Nothing acknowledged is missing, and nothing happened twice')
})
