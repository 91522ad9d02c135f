import type { FastifyInstance } from 'fastify'
import type { Worker } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

/** `GET /health`: 200 while the database and the worker answer, 503 otherwise; with where mail goes. */
export function serveHealth(app: FastifyInstance, { database, config }: Runtime, worker: Worker): void {
  const standing = (check: Promise<unknown>) =>
    check.then(
      () => 'up' as const,
      () => 'down' as const,
    )
  app.get('/health', async (_request, reply) => {
    const [databaseIs, workerIs] = await Promise.all([
      standing(database.readPrimary((tx) => tx.execute('select 1'))),
      standing(worker.healthy()),
    ])
    const mail = config.smtpUrl ? 'smtp' : 'files'
    const up = databaseIs === 'up' && workerIs === 'up'
    return reply.code(up ? 200 : 503).send({ status: up ? 'up' : 'down', database: databaseIs, worker: workerIs, mail })
  })
}
