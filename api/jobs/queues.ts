import pg from 'pg'
import { PgBoss, type QueueResult } from 'pg-boss'
import { deadLetters } from './failed.ts'
import { type JobHandler, recurringRetry, standardRetry } from './job-handler.ts'
import { jobHandlers } from './schedule.ts'

/** Without a heartbeat for this long a job's process counts as gone: `releaseInterrupted` returns the job to the queue. */
const heartbeatSeconds = 10

const toQueueOptions = ({ every, retry = every ? recurringRetry : standardRetry }: JobHandler) => ({
  retryLimit: retry.times,
  retryDelay: retry.firstPauseSeconds,
  retryBackoff: true,
  retryDelayMax: retry.longestPauseSeconds,
  expireInSeconds: 300,
  heartbeatSeconds,
  deadLetter: deadLetters,
})

// Of jobs with one singleton key, the policy "short" keeps one in the queue, besides those that are running.
const createQueue = (boss: PgBoss, handler: JobHandler) =>
  boss.createQueue(handler.job.name, { ...toQueueOptions(handler), ...(handler.coalesces && { policy: 'short' }) })

/** Creates the queue of each job, or updates its options. */
export async function setQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  await boss.createQueue(deadLetters)
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const handler of handlers) {
    const queue = known.get(handler.job.name)
    if (!queue) await createQueue(boss, handler)
    else if (!hasOptions(queue, handler)) await boss.updateQueue(handler.job.name, toQueueOptions(handler))
  }
}

const hasOptions = (queue: QueueResult, handler: JobHandler) =>
  Object.entries(toQueueOptions(handler)).every(([name, value]) => queue[name as keyof QueueResult] === value)

/**
 * Creates the queues of new jobs before a process of this version writes one. While processes are replaced, a worker of the version before takes
 * jobs from the outbox, and one whose queue is missing would wait for the operator. Returns the names of the jobs.
 */
export async function createMissingQueues(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'adire-migrate' })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  })
  const failures: Error[] = []
  boss.on('error', (error) => failures.push(error))
  try {
    await boss.start()
    await boss.createQueue(deadLetters)
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    const missing = jobHandlers.filter(({ job }) => !known.has(job.name))
    for (const handler of missing) await createQueue(boss, handler)
    if (failures[0]) throw failures[0]
    return missing.map(({ job }) => job.name)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}
