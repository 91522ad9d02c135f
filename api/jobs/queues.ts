import { PgBoss, type QueueResult } from 'pg-boss'
import { openPool } from '../database/pool.ts'
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

/** Creates the queue of each job that has none. Returns the queues that there were before, by name. */
async function createQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<Map<string, QueueResult>> {
  await boss.createQueue(deadLetters)
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const handler of handlers) if (!known.has(handler.job.name)) await createQueue(boss, handler)
  return known
}

/** Creates the queue of each job, or updates its options. */
export async function setQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  const known = await createQueues(boss, handlers)
  for (const handler of handlers) {
    const queue = known.get(handler.job.name)
    if (queue && !hasOptions(queue, handler)) await boss.updateQueue(handler.job.name, toQueueOptions(handler))
  }
}

const hasOptions = (queue: QueueResult, handler: JobHandler) =>
  Object.entries(toQueueOptions(handler)).every(([name, value]) => queue[name as keyof QueueResult] === value)

/**
 * Creates the queues of new jobs before a process of this version enqueues one of them. During a rolling upgrade a worker of the previous
 * version may take it from the outbox; without a queue it would fail and wait for the operator. Returns the names of these jobs.
 */
export async function createMissingQueues(url: string): Promise<string[]> {
  const failures: Error[] = []
  const recordFailure = (error: Error) => failures.push(error)
  const pool = openPool({ connectionString: url, max: 1, application_name: 'adire-migrate' }, recordFailure)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', recordFailure)
  try {
    await boss.start()
    const known = await createQueues(boss, jobHandlers)
    if (failures[0]) throw failures[0]
    return jobHandlers.map(({ job }) => job.name).filter((name) => !known.has(name))
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}
