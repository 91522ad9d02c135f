import { createHash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { isTemporary } from '../database/errors.ts'
import type { Runtime } from '../runtime.ts'
import { partAnnouncements, sayAll } from './announce.ts'
import { quarantine } from './failed.ts'
import { works } from './schedule.ts'
import { type Promised, takeDue } from './take-due.ts'

const pollMs = 200
const batch = 500

const workOf = new Map(works.map((work) => [work.job.name, work]))

/** How many rows left the outbox, and the names of their jobs. */
interface Dispatched {
  moved: number
  jobs: ReadonlySet<string>
}

/**
 * Moves due jobs from the outbox to the queue: the delete and the insert are one transaction, so none is lost and none doubled. A
 * batch that is refused is handed over row by row, and the rows that are the reason are quarantined: no job stops the others.
 * @throws what the database says where it is away or busy: then nothing was moved
 */
export async function dispatch({ database, clock }: Runtime, boss: PgBoss, log: Logger): Promise<Dispatched> {
  return database.write(async (tx) => {
    const rows = await takeDue(tx, clock(), batch)
    const dispatched = { moved: rows.length, jobs: new Set(rows.map(({ job }) => job)) }
    if (rows.length === 0) return dispatched
    if ((await refusalOf(tx, () => handOver(tx, boss, rows))) === undefined) return dispatched
    for (const row of rows) {
      const refusal = await refusalOf(tx, () => handOver(tx, boss, [row]))
      if (refusal === undefined) continue
      log.error({ job: row.job, outboxId: row.id, err: refusal }, 'job quarantined')
      await quarantine(tx, row, refusal, clock())
    }
    return dispatched
  })
}

/** Undoes the work where it is refused, and answers why. What is no fault of the work is thrown on. */
async function refusalOf(tx: Tx, work: () => Promise<void>): Promise<Error | undefined> {
  await tx.$client.query('savepoint handing_over')
  try {
    await work()
    await tx.$client.query('release savepoint handing_over')
    return undefined
  } catch (error) {
    if (isTemporary(error)) throw error
    await tx.$client.query('rollback to savepoint handing_over')
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function handOver(tx: Tx, boss: PgBoss, rows: readonly Promised[]): Promise<void> {
  const [told, due] = partAnnouncements(rows)
  await sayAll(tx, told)
  for (const [name, jobs] of Map.groupBy(due, ({ job }) => job))
    await boss.insert(name, eachOnce(jobs.map(queued)), { db: onTransaction(tx) })
}

/** A job as the queue takes it. Its key becomes its id, by which equal jobs are one. */
function queued({ job, payload, merchantId, key }: Promised) {
  const work = workOf.get(job)
  // A job that only a newer process knows is for that one to check.
  if (work) z.parse(work.job.payload, payload)
  return {
    data: { merchantId, payload },
    ...(key && { id: idFor(job, key) }),
    ...(work?.groupOf && { group: { id: work.groupOf(payload as never) } }),
  }
}

/** The queue drops a job whose id it knows already, but refuses a batch that holds one id twice. */
function eachOnce<Job extends { id?: string }>(jobs: readonly Job[]): Job[] {
  const seen = new Set<string>()
  return jobs.filter(({ id }) => {
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

const onTransaction = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.$client.query(text, values) })

/** The id two jobs with the same key share. The queue remembers ids of finished jobs for a week. */
function idFor(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Dispatches again and again: at once after a full batch, else after a pause. Returns how to end it. */
export function keepDispatching(once: () => Promise<number>, log: Logger): () => Promise<void> {
  let stopped = false
  let wake = () => {}
  const loop = async () => {
    while (!stopped) {
      const moved = await once().catch((error: Error) => {
        log.error({ err: error }, 'dispatch failed')
        return 0
      })
      if (moved < batch && !stopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  }
  const running = loop()
  return () => {
    stopped = true
    wake()
    return running
  }
}
