import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { lateAfterSeconds, lookOnceASecond } from '../jobs/queue-status.ts'
import type { JobWorker } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

/** Whether this process is about to stop: it still answers, but a load balancer should send requests elsewhere. */
export interface DrainState {
  begin(): void
}

/** A disk with less room than this counts as full. */
const leastFreeBytes = 32 * 1024 * 1024

/**
 * `GET /health/live`: 200 while the process answers at all; for what restarts it.
 * `GET /health/ready`: 200 while it should get requests, 503 while the database or the worker does not answer, a job that is
 * due has waited for more than `lateAfterSeconds`, or the process is about to stop; for load balancers.
 * `GET /health`: the same for people and monitors, and 503 as well while the database or this process cannot write for want
 * of room: reads go on, so that is no reason to send requests elsewhere.
 */
export function serveHealth(app: FastifyInstance, { database, config }: Runtime, worker: JobWorker): DrainState {
  let draining = false
  // Anybody may ask, as often as they like.
  const pingDatabase = lookOnceASecond(() => database.readPrimary((tx) => tx.execute('select 1')))
  const look = async () => {
    const [databaseIs, diskIs, jobs] = await Promise.all([
      pingDatabase().then(
        () => (database.isFull() ? ('full' as const) : ('up' as const)),
        () => 'down' as const,
      ),
      diskState(config.dataDir),
      worker.queueStatus().catch(() => undefined),
    ])
    const workerIs = !jobs ? 'down' : jobs.oldestDueSeconds > lateAfterSeconds ? 'late' : 'up'
    const mail = config.smtpUrl ? 'smtp' : 'files'
    const isReady = databaseIs !== 'down' && workerIs === 'up' && !draining
    const isFull = databaseIs === 'full' || diskIs === 'full'
    const status = draining ? 'draining' : !isReady ? 'down' : isFull ? 'full' : 'up'
    return {
      isReady,
      health: { status, database: databaseIs, disk: diskIs, worker: workerIs, mail, ...(jobs && { jobs }) },
    }
  }
  app.get('/health/live', async () => ({ status: 'up' }))
  app.get('/health/ready', async (_request, reply) => {
    const { isReady, health } = await look()
    return reply.code(isReady ? 200 : 503).send(health)
  })
  app.get('/health', async (_request, reply) => {
    const { health } = await look()
    return reply.code(health.status === 'up' ? 200 : 503).send(health)
  })
  return {
    begin: () => {
      draining = true
    },
  }
}

/** The disk of the data directory: uploaded files, exports, the log, and the built-in database. */
const diskState = (dataDir: string) =>
  statfs(dataDir).then(
    ({ bavail, bsize }) => (bavail * bsize < leastFreeBytes ? ('full' as const) : ('up' as const)),
    () => 'down' as const,
  )
