import { partAnnouncements, sayAll } from '../jobs/announce.ts'
import { works } from '../jobs/schedule.ts'
import { takeDue } from '../jobs/take-due.ts'
import { stepsOf } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

/** Does what the outbox promises, in this process and in order, until nothing is due. A job that throws fails the test. */
export async function drain(runtime: Runtime): Promise<void> {
  for (;;) {
    const due = await runtime.database.write((tx) => takeDue(tx, runtime.clock(), 100))
    if (due.length === 0) return
    due.sort((one, other) => Number(one.id) - Number(other.id))
    const [told, jobs] = partAnnouncements(due)
    await runtime.database.write((tx) => sayAll(tx, told))
    for (const { job, payload, merchantId } of jobs) await runJob(runtime, job, payload, merchantId)
  }
}

/** Runs a job now, in the time of the business it is of, where it is of one. */
export async function runJob(
  runtime: Runtime,
  name: string,
  payload: unknown,
  merchantId?: string | null,
): Promise<void> {
  const work = works.find((one) => one.job.name === name)
  if (!work) throw new Error(`No work is defined for the job ${name}`)
  const steps = stepsOf(runtime)
  await work.run(merchantId ? await steps.of(merchantId) : steps, payload as never)
}

/** Runs a recurring job now, whatever the time. */
export const runNow = (runtime: Runtime, name: string): Promise<void> => runJob(runtime, name, {})
