// Webhooks: deliveries per second through one worker, and how long an event waits while the servers of other merchants hang.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { addEvent } from '../api/features/webhooks/emit.ts'
import { webhookJobHandlers } from '../api/features/webhooks/jobs.ts'
import { maskSecret, newSecret, sealSecret, toPublicEventId } from '../api/features/webhooks/secret.ts'
import { webhookEndpoints } from '../api/features/webhooks/tables.ts'
import { startWorker } from '../api/jobs/worker.ts'
import type { Runtime } from '../api/runtime.ts'
import { createUser } from '../api/testing/users.ts'
import { type FreshDatabase, processCpuMicros, withFresh } from './fresh.ts'
import { printLine } from './seeded.ts'

const events = Number(process.env.BENCH_EVENTS ?? 20_000)
const businesses = Number(process.env.BENCH_BUSINESSES ?? 40)
/** Events of each business whose server hangs. */
const hangingEvents = 25
const healthyEvents = 200
const silent = pino({ level: 'silent' })
/** A `charge.success` of a payment link has 1.4 KB. */
const body = JSON.stringify({ type: 'charge.success', data: { text: 'x'.repeat(1300) } })

interface Endpoint {
  merchantId: string
  id: string
}

const receiver = fork(new URL('webhook-receiver.ts', import.meta.url))
const [port] = (await once(receiver, 'message')) as [number]
await withFresh(measureThroughput)
await withFresh(measureHanging)
receiver.disconnect()

async function measureThroughput(fresh: FreshDatabase) {
  const { runtime } = fresh
  const endpoints = await addEndpoints(runtime, 'healthy')
  const due = new Date(Date.now() - 60_000)
  for (let from = 0; from < events; from += 500)
    await runtime.database.write(async (tx) => {
      for (let n = from; n < Math.min(from + 500, events); n++)
        await addEvent(tx, toEvent(endpoints[n % businesses]!, due), [endpoints[n % businesses]!.id])
    })
  const start = { at: performance.now(), node: processCpuMicros(), postgres: fresh.postgres() }
  const worker = await startWorker(runtime, silent, webhookJobHandlers)
  while ((await countWaiting(runtime)) > 0) await pause(250)
  const seconds = (performance.now() - start.at) / 1000
  const node = Math.round((processCpuMicros() - start.node) / events)
  const postgres = Math.round((fresh.postgres() - start.postgres) / events)
  await worker.stop()
  const rate = Math.round(events / seconds)
  printLine(
    `${events} deliveries to ${businesses} servers in ${seconds.toFixed(1)} s: ${rate} a second, CPU of Node ${node} us each, of PostgreSQL ${postgres}`,
  )
}

/** The servers of all businesses but one hang, with events waiting; the healthy one gets an event each 100 ms. */
async function measureHanging({ runtime }: FreshDatabase) {
  const hanging = await addEndpoints(runtime, 'hanging')
  const [healthy] = await addEndpoints(runtime, 'healthy', 1)
  const worker = await startWorker(runtime, silent, webhookJobHandlers)
  await runtime.database.write(async (tx) => {
    for (let n = 0; n < hangingEvents; n++)
      for (const endpoint of hanging) await addEvent(tx, toEvent(endpoint, new Date()), [endpoint.id])
  })
  await pause(2000)
  const sentAt = new Map<string, number>()
  for (let n = 0; n < healthyEvents; n++) {
    const at = performance.timeOrigin + performance.now()
    const [delivery] = await runtime.database.write((tx) => addEvent(tx, toEvent(healthy!, new Date()), [healthy!.id]))
    sentAt.set(toPublicEventId(delivery!.eventId), at)
    await pause(100)
  }
  const waits = await measureWaits(receiver, sentAt)
  const inProgress = await countWaiting(runtime)
  await worker.stop()
  const [median, slowest] = [waits[Math.floor(waits.length / 2)]!, waits.at(-1)!].map(Math.round)
  printLine(
    `the servers of ${businesses} businesses hang with ${hangingEvents} events each (${inProgress} still waiting): an event of another arrives after ${median} ms, ${slowest} at most (${healthyEvents} events)`,
  )
}

/** Waits until all of these events have arrived; returns how long each took in ms, sorted. */
async function measureWaits(server: ChildProcess, sentAt: ReadonlyMap<string, number>): Promise<number[]> {
  for (;;) {
    server.send('arrivals')
    const [arrivals] = (await once(server, 'message')) as [[string, number][]]
    const waits = arrivals.flatMap(([id, at]) => (sentAt.has(id) ? [at - sentAt.get(id)!] : []))
    if (waits.length === sentAt.size) return waits.sort((one, other) => one - other)
    await pause(500)
  }
}

/** An endpoint for each of `count` new businesses. */
async function addEndpoints(runtime: Runtime, path: string, count = businesses): Promise<Endpoint[]> {
  const added: Endpoint[] = []
  for (let n = 0; n < count; n++) {
    const { merchantId } = await createUser(runtime, `${path}-${n}`)
    const [id, secret] = [crypto.randomUUID(), newSecret()]
    const sealed = { sealedSecret: sealSecret(runtime.vault, id, secret), secretHint: maskSecret(secret) }
    const url = `http://127.0.0.1:${port}/${path}/${n}`
    await runtime.database.write((tx) =>
      tx.insert(webhookEndpoints).values({ merchantId, id, url, ...sealed, createdAt: runtime.clock() }),
    )
    added.push({ merchantId, id })
  }
  return added
}

function toEvent({ merchantId }: Endpoint, createdAt: Date) {
  return { merchantId, type: 'charge.success', body, createdAt } as const
}

function countWaiting({ database }: Runtime): Promise<number> {
  return database.read(async ({ $client }) => {
    const { rows } = await $client.query(`select count(*) from webhook_deliveries where state = 'waiting'`)
    return Number(rows[0].count)
  })
}
