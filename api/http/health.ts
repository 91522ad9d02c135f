import type { FastifyInstance } from 'fastify'
import { lateAfterSeconds } from '../jobs/standing.ts'
import type { Worker } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

/** Whether this process is about to stop: it still answers, but a load balancer should send requests elsewhere. */
export interface Draining {
  begin(): void
}

/**
 * `GET /health/live`: 200 while the process answers at all; for what restarts it.
 * `GET /health/ready`: 200 while it should get requests, 503 while the database or the worker does not answer, a job that is
 * due has waited for more than `lateAfterSeconds`, or the process is about to stop; for load balancers.
 * `GET /health`: the same as ready, for people.
 */
export function serveHealth(app: FastifyInstance, { database, config }: Runtime, worker: Worker): Draining {
  let draining = false
  const standing = (check: Promise<unknown>) =>
    check.then(
      () => 'up' as const,
      () => 'down' as const,
    )
  const look = async () => {
    const [databaseIs, jobs] = await Promise.all([
      standing(database.readPrimary((tx) => tx.execute('select 1'))),
      worker.standing().catch(() => undefined),
    ])
    const workerIs = !jobs ? 'down' : jobs.oldestDueSeconds > lateAfterSeconds ? 'late' : 'up'
    const mail = config.smtpUrl ? 'smtp' : 'files'
    const up = databaseIs === 'up' && workerIs === 'up' && !draining
    const status = up ? 'up' : draining ? 'draining' : 'down'
    return { status, database: databaseIs, worker: workerIs, mail, ...(jobs && { jobs }) }
  }
  app.get('/health/live', async () => ({ status: 'up' }))
  for (const path of ['/health', '/health/ready'])
    app.get(path, async (_request, reply) => {
      const health = await look()
      return reply.code(health.status === 'up' ? 200 : 503).send(health)
    })
  return {
    begin: () => {
      draining = true
    },
  }
}
