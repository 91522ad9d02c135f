import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { isClockRight, readClockOffset } from '../database/clock.ts'
import type { Tx } from '../database/connect.ts'
import { lateAfterSeconds, lookOnceASecond, type QueueStatus } from '../jobs/queue-status.ts'
import type { Runtime } from '../runtime.ts'

/** Marks this process as about to stop: it still serves requests, but a load balancer should send them elsewhere. */
export interface DrainState {
  begin(): void
}

export interface HealthSources {
  /** Status of the queue. Throws if the queue does not respond. */
  queueStatus(): Promise<QueueStatus>
  /** Result of the last check of the checkout's scripts and headers. It is shown, and does not change the status. */
  findCheckoutState(tx: Tx): Promise<string>
}

/** Free disk space below which the disk counts as full, in bytes. */
const leastFreeBytes = 32 * 1024 * 1024

/**
 * `GET /health/live`: 200 while the process responds at all; for process supervisors.
 * `GET /health/ready`: 200 while it should get requests; 503 while the database does not respond, its clock differs from ours, the
 * process is about to stop, or, if it only runs jobs, the queue does not respond or a due job has waited for more than
 * `lateAfterSeconds`; for load balancers.
 * The readiness of a process that answers requests does not depend on jobs: otherwise a mail server that hangs would stop payments.
 * `GET /health`: the same for people and monitors, and also 503 while the database or the data directory is full: reads
 * still work then, so requests need not go elsewhere.
 */
export function serveHealth(
  app: FastifyInstance,
  { database, config }: Runtime,
  { queueStatus, findCheckoutState }: HealthSources,
): DrainState {
  let draining = false
  const runsOnlyJobs = !config.roles.includes('api')
  // The endpoint is public and has no rate limit, so the query runs at most once a second.
  const pingDatabase = lookOnceASecond(() =>
    database.readPrimary(async (tx) => ({
      checkout: await findCheckoutState(tx),
      offsetMs: await readClockOffset(tx),
    })),
  )
  const look = async () => {
    const [ping, diskIs, jobs] = await Promise.all([
      pingDatabase().catch(() => undefined),
      diskState(config.dataDir),
      queueStatus().catch(() => undefined),
    ])
    const databaseIs = !ping ? 'down' : database.isFull() ? 'full' : 'up'
    const clockIs = ping && (isClockRight(ping.offsetMs) ? 'right' : 'wrong')
    const workerIs = !jobs ? 'down' : jobs.oldestDueSeconds > lateAfterSeconds ? 'late' : 'up'
    const mail = config.smtpUrl ? 'smtp' : 'files'
    const isReady = databaseIs !== 'down' && clockIs !== 'wrong' && (workerIs === 'up' || !runsOnlyJobs) && !draining
    const isFull = databaseIs === 'full' || diskIs === 'full'
    const status = draining ? 'draining' : !isReady || workerIs !== 'up' ? 'down' : isFull ? 'full' : 'up'
    return {
      isReady,
      health: {
        status,
        database: databaseIs,
        disk: diskIs,
        worker: workerIs,
        clock: clockIs,
        mail,
        checkout: ping?.checkout,
        ...(jobs && { jobs }),
      },
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

/** State of the disk of the data directory: uploaded files, exports, the log, and the embedded database. */
const diskState = (dataDir: string) =>
  statfs(dataDir).then(
    ({ bavail, bsize }) => (bavail * bsize < leastFreeBytes ? ('full' as const) : ('up' as const)),
    () => 'down' as const,
  )
