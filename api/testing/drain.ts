import { asc, inArray, lte } from 'drizzle-orm'
import { partAnnouncements, sayAll } from '../jobs/announce.ts'
import { works } from '../jobs/schedule.ts'
import { outbox } from '../jobs/tables.ts'
import { stepsOf } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

/** Does what the outbox promises, in this process and in order, until nothing is due. A job that throws fails the test. */
export async function drain(runtime: Runtime): Promise<void> {
  const steps = stepsOf(runtime)
  for (;;) {
    const due = await runtime.database.write(async (tx) => {
      const next = tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(lte(outbox.runAt, runtime.clock()))
        .orderBy(asc(outbox.id))
        .limit(100)
      return tx.delete(outbox).where(inArray(outbox.id, next)).returning({ job: outbox.job, payload: outbox.payload })
    })
    if (due.length === 0) return
    const [told, jobs] = partAnnouncements(due)
    await runtime.database.write((tx) => sayAll(tx, told))
    for (const { job, payload } of jobs) {
      const work = works.find((one) => one.job.name === job)
      if (!work) throw new Error(`No work is defined for the job ${job}`)
      await work.run(steps, payload as never)
    }
  }
}

/** Runs a recurring job now, whatever the time. */
export async function runNow(runtime: Runtime, name: string): Promise<void> {
  const work = works.find((one) => one.job.name === name)
  if (!work) throw new Error(`No work is defined for the job ${name}`)
  await work.run(stepsOf(runtime), {} as never)
}
