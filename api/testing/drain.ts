import { moveClock } from '../features/test-clock/move.ts'
import { notifyListeners, partAnnouncements } from '../jobs/announce.ts'
import { jobHandlers } from '../jobs/schedule.ts'
import { takeDue } from '../jobs/take-due.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'
import { sendAs } from './statements/record.ts'

/** Runs the jobs in the outbox in this process, in order, until none is due. A job that throws fails the test. */
export async function drainOutbox(runtime: Runtime): Promise<void> {
  for (;;) {
    const due = await runtime.database.write((tx) => takeDue(tx, runtime.clock(), 100))
    if (due.length === 0) return
    due.sort((one, other) => Number(one.id) - Number(other.id))
    const [announced, jobs] = partAnnouncements(due)
    await runtime.database.write((tx) => notifyListeners(tx, announced))
    for (const { job, payload, merchantId } of jobs) await runJob(runtime, job, payload, merchantId)
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
