import { createHash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { isTemporary } from '../database/errors.ts'
import { rollBackTo, startSavepoint } from '../database/write-at-commit.ts'
import type { Runtime } from '../runtime.ts'
import { notifyListeners, separateLiveUpdates } from './announce.ts'
import { quarantineJob } from './failed.ts'
import type { JobHandler } from './job-handler.ts'
import { jobHandlers } from './schedule.ts'
import { type OutboxMessage, takeDue } from './take-due.ts'

const batch = 500

type HandlersByName = ReadonlyMap<string, JobHandler>
export const handlersByName = (handlers: readonly JobHandler[]): HandlersByName =>
  new Map(handlers.map((handler) => [handler.job.name, handler]))

const allHandlers = handlersByName(jobHandlers)

/** Result of one dispatch: number of messages moved, whether there may be more, and the names of their jobs. */
export interface Dispatched {
  moved: number
  isFull: boolean
  jobs: ReadonlySet<string>
}

/**
 * Moves due jobs from the outbox to the queue: delete and insert are one transaction, so none is lost or duplicated. If a
 * batch fails, its rows are moved one by one and the failing rows are quarantined, so that no job blocks the others.
 * @throws the database error if the database is unavailable or busy; then nothing was moved
 */
export async function dispatchOutbox(
  { database, clock }: Runtime,
  boss: PgBoss,
  log: Logger,
  handlers = allHandlers,
): Promise<Dispatched> {
  return database.write(async (tx) => {
    const rows = await takeDue(tx, clock(), batch)
    const dispatched = { moved: rows.length, isFull: rows.length === batch, jobs: new Set(rows.map(({ job }) => job)) }
    if (rows.length === 0) return dispatched
    if ((await runInSavepoint(tx, () => handOver(tx, boss, rows, handlers))) === undefined) return dispatched
    for (const row of rows) {
      const enqueueError = await runInSavepoint(tx, () => handOver(tx, boss, [row], handlers))
      if (enqueueError === undefined) continue
      log.error({ job: row.job, outboxId: row.id, err: enqueueError }, 'job quarantined')
      await quarantineJob(tx, row, enqueueError, clock())
    }
    return dispatched
  })
}

/** Runs the callback in a savepoint; rolls back and returns its error. Temporary database errors are thrown. */
async function runInSavepoint(tx: Tx, callback: () => Promise<void>): Promise<Error | undefined> {
  await startSavepoint(tx, 'handing_over')
  try {
    await callback()
    await tx.$client.query('release savepoint handing_over')
    return undefined
  } catch (error) {
    if (isTemporary(error)) throw error
    await rollBackTo(tx, 'handing_over')
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function handOver(tx: Tx, boss: PgBoss, rows: readonly OutboxMessage[], handlers: HandlersByName): Promise<void> {
  const [announced, due] = separateLiveUpdates(rows)
  await notifyListeners(tx, announced)
  for (const [name, jobs] of Map.groupBy(due, ({ job }) => job))
    await boss.insert(name, eachOnce(jobs.map((one) => queued(one, handlers.get(name)))), { db: onTransaction(tx) })
}

/** A job as pg-boss takes it. The id is derived from the key, which makes jobs with the same key one. */
function queued({ job, payload, merchantId, key }: OutboxMessage, handler: JobHandler | undefined) {
  // A job known only to a newer version is validated there.
  if (handler) z.parse(handler.job.payload, payload)
  const group = handler?.groupOf?.(payload as never)
  return {
    data: { merchantId, payload },
    ...(key && { id: idFor(job, key) }),
    ...(group !== undefined && { group: { id: group } }),
    ...(handler?.coalesces && { singletonKey: group }),
  }
}

/**
 * Drops duplicate ids, and jobs of a group that coalesces behind its first one: pg-boss ignores both if they are in the queue, but rejects a
 * batch that contains an id twice.
 */
function eachOnce<Job extends { id?: string; singletonKey?: string | undefined }>(jobs: readonly Job[]): Job[] {
  const seen = new Set<string>()
  return jobs.filter(({ id, singletonKey = id }) => {
    if (singletonKey === undefined) return true
    if (seen.has(singletonKey)) return false
    seen.add(singletonKey)
    return true
  })
}

const onTransaction = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.$client.query(text, values) })

/** The shared id of jobs with the same key. pg-boss remembers ids of finished jobs for a week. */
function idFor(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
