import { moveClock } from '../features/test-clock/move.ts'
import { notifyListeners, separateLiveUpdates } from '../jobs/announce.ts'
import { jobHandlers } from '../jobs/schedule.ts'
import { type OutboxMessage, takeDue } from '../jobs/take-due.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'
import { sendAs } from './statements/record.ts'

/** How long the queue remembers the key of a job, in ms. */
const rememberedMs = 7 * 24 * 3_600_000

/** When jobs with a key were run, by job and key, for each product. */
const ranAt = new WeakMap<Runtime, Map<string, number>>()

/** Whether a job with this key was run before, as long as the queue remembers it. Remembers it otherwise. */
function wasRun(runtime: Runtime, { job, key }: OutboxMessage): boolean {
  if (key === null) return false
  const times = ranAt.get(runtime) ?? new Map<string, number>()
  ranAt.set(runtime, times)
  const name = `${job}\n${key}`
  const now = runtime.clock().getTime()
  if (now - (times.get(name) ?? -Infinity) < rememberedMs) return true
  times.set(name, now)
  return false
}

/**
 * Runs the jobs in the outbox in this process, in order, until none is due. Jobs with the same key run once, as in the queue. A job that
 * throws fails the test.
 */
export async function drainOutbox(runtime: Runtime): Promise<void> {
  for (;;) {
    const due = await runtime.database.write((tx) => takeDue(tx, runtime.clock(), 100))
    if (due.length === 0) return
    due.sort((one, other) => Number(one.id) - Number(other.id))
    const [announced, jobs] = separateLiveUpdates(due)
    await runtime.database.write((tx) => notifyListeners(tx, announced))
    for (const message of jobs)
      if (!wasRun(runtime, message)) await runJob(runtime, message.job, message.payload, message.merchantId)
  }
}

/** Runs a job now, on the clock of its business if it has one. */
export async function runJob(
  runtime: Runtime,
  name: string,
  payload: unknown,
  merchantId?: string | null,
): Promise<void> {
  const handler = jobHandlers.find((one) => one.job.name === name)
  if (!handler) throw new Error(`No work is defined for the job ${name}`)
  const unitOfWork = jobUnitOfWork(runtime)
  const isScheduled = handler.every !== undefined || name === moveClock.name
  await sendAs(isScheduled ? undefined : `job ${name}`, async () =>
    handler.run(merchantId ? await unitOfWork.of(merchantId) : unitOfWork, payload as never),
  )
}

/** Runs a scheduled job now, whatever its schedule. */
export const runNow = (runtime: Runtime, name: string): Promise<void> => runJob(runtime, name, {})
