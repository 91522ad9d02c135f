import { and, asc, eq, lte, notInArray } from 'drizzle-orm'
import type { Sweep } from '../../jobs/sweep.ts'
import { outbox } from '../../jobs/tables.ts'
import type { JobSteps } from '../../jobs/work.ts'
import type { Everything } from './move.ts'
import { sentence } from './next.ts'
import type { Stop } from './tables.ts'

/** What one stop did. */
interface Tally {
  did: Map<string, number>
  failed: number
  /** Names of sweeps and ids of promises that failed, or did not get on: left alone until the move is over. */
  skip: Set<string>
}

const mostRounds = 200
const promisesAtOnce = 100

/** Does what is due in the business at its present instant, and what comes of it, until nothing is. */
export async function doDue(steps: JobSteps, merchantId: string, all: Everything, skip: Set<string>) {
  const tally: Tally = { did: new Map(), failed: 0, skip }
  const own = await steps.of(merchantId)
  for (let round = 0; round < mostRounds; round++) {
    let done = 0
    for (const sweep of all.sweeps) {
      const isDue = sweep.nextAt ? await becomesDue(own, sweep, merchantId, tally) : round === 0
      if (isDue) done += await runSweep(own, sweep, merchantId, tally)
    }
    done += await keepPromises(own, merchantId, all, tally)
    if (done === 0) break
  }
  const stop: Stop = {
    at: own.now().toISOString(),
    did: [...tally.did].map(([what, times]) => ({ what, times })),
  }
  return { stop, failed: tally.failed }
}

async function becomesDue(own: JobSteps, { name, nextAt }: Sweep, merchantId: string, { skip }: Tally) {
  const at = skip.has(name) ? undefined : await own.write(({ tx }) => nextAt!(tx, merchantId))
  return at !== undefined && at <= own.now()
}

async function runSweep(own: JobSteps, sweep: Sweep, merchantId: string, tally: Tally): Promise<number> {
  try {
    const done = await sweep.run(own, merchantId)
    count(tally, sweep.title, done)
    // Due and nothing done: it waits for something else than time.
    if (done === 0 && sweep.nextAt) tally.skip.add(sweep.name)
    return done
  } catch {
    tally.failed++
    tally.skip.add(sweep.name)
    return 0
  }
}

/** Does the promised jobs that are due, in the order they were promised in. One is forgotten once it is done, so none is lost. */
async function keepPromises(own: JobSteps, merchantId: string, { works }: Everything, tally: Tally): Promise<number> {
  const due = await own.write(({ tx, now }) =>
    tx
      .select({ id: outbox.id, job: outbox.job, key: outbox.key, payload: outbox.payload })
      .from(outbox)
      .where(and(eq(outbox.merchantId, merchantId), lte(outbox.runAt, now), notInArray(outbox.id, idsIn(tally.skip))))
      .orderBy(asc(outbox.runAt), asc(outbox.id))
      .limit(promisesAtOnce),
  )
  const seen = new Set<string>()
  for (const { id, job, key, payload } of due) {
    const once = `${job}\n${key}`
    try {
      if (key === null || !seen.has(once)) await works.find((one) => one.job.name === job)!.run(own, payload as never)
      seen.add(once)
      await own.write(({ tx }) => tx.delete(outbox).where(eq(outbox.id, id)))
      count(tally, sentence(job), 1)
    } catch {
      tally.failed++
      tally.skip.add(String(id))
    }
  }
  return due.length
}

const idsIn = (skip: ReadonlySet<string>) => [0, ...[...skip].filter((name) => /^\d+$/.test(name)).map(Number)]

function count({ did }: Tally, what: string, times: number): void {
  if (times > 0) did.set(what, (did.get(what) ?? 0) + times)
}
