import { and, asc, eq, lte, notInArray } from 'drizzle-orm'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import type { ScheduledJob } from '../../jobs/scheduled-job.ts'
import { outbox } from '../../jobs/tables.ts'
import type { ClockJobs } from './move.ts'
import { findNextAt, type Skipped, toJobTitle } from './next.ts'
import type { ClockStop } from './tables.ts'

/** Result of one stop. */
interface Tally {
  did: Map<string, number>
  failed: number
  skipped: Skipped
}

const maxRounds = 200
const messagesPerPage = 100

/** Runs everything that is due at the current business time, repeatedly, until nothing is due any more. */
export async function runDueWork(unitOfWork: JobUnitOfWork, merchantId: string, all: ClockJobs, skipped: Skipped) {
  const tally: Tally = { did: new Map(), failed: 0, skipped }
  const merchantUnitOfWork = await unitOfWork.of(merchantId)
  for (let round = 0; round < maxRounds; round++) {
    // Jobs that poll an external service run once.
    const jobs = round === 0 ? all.scheduledJobs : all.scheduledJobs.filter(({ nextAt }) => nextAt)
    let done = await runScheduledJobs(merchantUnitOfWork, merchantId, jobs, tally)
    done += await runDueMessages(merchantUnitOfWork, merchantId, all, tally)
    if (done === 0) break
  }
  const stop: ClockStop = {
    at: merchantUnitOfWork.now().toISOString(),
    did: [...tally.did].map(([what, times]) => ({ what, times })),
  }
  return { stop, failed: tally.failed }
}

/** Runs each scheduled job that is due, in their order: what one does may make a later one due. Returns how much was done. */
async function runScheduledJobs(
  merchantUnitOfWork: JobUnitOfWork,
  merchantId: string,
  jobs: readonly ScheduledJob[],
  tally: Tally,
): Promise<number> {
  let done = 0
  for (let left = jobs; left.length > 0; ) {
    const due = await findDue(merchantUnitOfWork, merchantId, left, tally)
    if (!due) break
    done += await runScheduledJob(merchantUnitOfWork, due, merchantId, tally)
    left = left.slice(left.indexOf(due) + 1)
  }
  return done
}

/** The first of these jobs that is due. One transaction reads for all, because most stops have one job or none. */
const findDue = (
  merchantUnitOfWork: JobUnitOfWork,
  merchantId: string,
  jobs: readonly ScheduledJob[],
  { skipped }: Tally,
): Promise<ScheduledJob | undefined> =>
  merchantUnitOfWork.write(async (context) => {
    for (const job of jobs) {
      if (!job.nextAt) return job
      const at = await findNextAt(context, job, merchantId, skipped)
      if (at && at <= context.now) return job
    }
    return undefined
  })

async function runScheduledJob(
  merchantUnitOfWork: JobUnitOfWork,
  scheduled: ScheduledJob,
  merchantId: string,
  tally: Tally,
): Promise<number> {
  const startedAt = merchantUnitOfWork.now()
  try {
    const done = await scheduled.run(merchantUnitOfWork, merchantId)
    addToTally(tally, scheduled.title, done)
    // Due, but nothing was done: it waits for something other than time.
    if (done === 0 && scheduled.nextAt) tally.skipped.stuck.add(scheduled.name)
    return done
  } catch {
    tally.failed++
    tally.skipped.failedAt.set(scheduled.name, startedAt)
    return 0
  }
}

/** Runs due outbox messages in order of `runAt`. A message is deleted only after its job is done, so that none is lost. */
async function runDueMessages(
  merchantUnitOfWork: JobUnitOfWork,
  merchantId: string,
  { jobHandlers }: ClockJobs,
  tally: Tally,
): Promise<number> {
  const due = await merchantUnitOfWork.write(({ tx, now }) =>
    tx
      .select({ id: outbox.id, job: outbox.job, key: outbox.key, payload: outbox.payload })
      .from(outbox)
      .where(
        and(
          eq(outbox.merchantId, merchantId),
          lte(outbox.runAt, now),
          notInArray(outbox.id, idsIn(tally.skipped.stuck)),
        ),
      )
      .orderBy(asc(outbox.runAt), asc(outbox.id))
      .limit(messagesPerPage),
  )
  const seen = new Set<string>()
  for (const { id, job, key, payload } of due) {
    const once = `${job}\n${key}`
    try {
      if (key === null || !seen.has(once))
        await jobHandlers.find((one) => one.job.name === job)!.run(merchantUnitOfWork, payload as never)
      seen.add(once)
      await merchantUnitOfWork.write(({ tx }) => tx.delete(outbox).where(eq(outbox.id, id)))
      addToTally(tally, toJobTitle(job), 1)
    } catch {
      tally.failed++
      tally.skipped.stuck.add(String(id))
    }
  }
  return due.length
}

const idsIn = (stuck: ReadonlySet<string>) => [0, ...[...stuck].filter((name) => /^\d+$/.test(name)).map(Number)]

function addToTally({ did }: Tally, what: string, times: number): void {
  if (times > 0) did.set(what, (did.get(what) ?? 0) + times)
}
