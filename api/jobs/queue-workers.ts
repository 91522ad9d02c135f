import type { Job, JobResult, PgBoss } from 'pg-boss'

/** How many jobs of one queue this process runs at once. */
export interface QueueLimits {
  /** Jobs that a worker takes at once. It takes the next ones when all of them have ended. */
  batchSize: number
  /** Workers at most; each is started when the others are busy. */
  workers: number
  /** Running jobs of one group at most. */
  perGroup?: number
}

/** Workers look for jobs when they are woken, and otherwise once an hour. */
const pollingIntervalSeconds = 3600

interface Worker {
  id?: string
  isBusy: boolean
}

/** What ends the workers, and where their errors go. */
interface Surroundings {
  stopping: AbortSignal
  logError(error: Error): void
}

/**
 * Starts the workers of a queue as they are needed; returns the function that wakes one of them. A worker that took a full
 * batch wakes the next one, so a single call is enough for any number of jobs. A job that hangs occupies one batch only.
 */
export function openQueueWorkers<Data>(
  boss: PgBoss,
  name: string,
  { batchSize, workers: maxWorkers, perGroup }: QueueLimits,
  handle: (jobs: Job<Data>[]) => Promise<JobResult[]>,
  { stopping, logError }: Surroundings,
): () => void {
  const workers: Worker[] = []
  /** Whether a wake found all workers busy. */
  let isMissed = false
  const limits = { batchSize, pollingIntervalSeconds, ...(perGroup && { groupConcurrency: perGroup }) }
  const add = async () => {
    const worker: Worker = { isBusy: false }
    workers.push(worker)
    worker.id = await boss.work<Data, JobResult[]>(name, { ...limits, perJobResults: true }, async (jobs) => {
      worker.isBusy = true
      const isFull = jobs.length >= batchSize
      if (isFull) wake()
      try {
        return await handle(jobs)
      } finally {
        worker.isBusy = false
        // Looks again after this batch.
        if (worker.id && (isFull || isMissed)) boss.notifyWorker(worker.id)
        isMissed = false
      }
    })
  }
  const wake = () => {
    if (stopping.aborted) return
    const idle = workers.find(({ id, isBusy }) => id !== undefined && !isBusy)
    if (idle) boss.notifyWorker(idle.id!)
    // A worker looks for jobs when it starts.
    else if (workers.length < maxWorkers) void add().catch(logError)
    else isMissed = true
  }
  return wake
}
