import { type Problem, problem } from './problem.ts'

export interface GateLimits {
  /** How many jobs run at once, in total and for each owner. */
  running: number
  runningEach: number
  /** How many jobs may wait, in total and for each owner. */
  waiting: number
  waitingEach: number
  /** The longest a job waits, in ms. */
  waitMs: number
}

export interface ConcurrencyGate {
  /**
   * Runs `work` when there is room for it. `owners` are whom it counts for: a business, an address.
   * @throws 429 too_many_requests where an owner has too many waiting, 503 busy where all have or the wait is over
   */
  run<T>(owners: readonly string[], callback: () => Promise<T>): Promise<T>
}

interface Waiting {
  owners: readonly string[]
  start(): void
}

const tooManyOfOwner = () => problem.tooMany('Too many of these at once, wait for the ones before it', 5)

/** A bounded queue in this process: what does not fit is rejected at once, so that nobody waits behind an endless line. */
export function createGate({ running, runningEach, waiting, waitingEach, waitMs }: GateLimits): ConcurrencyGate {
  const queue = new Set<Waiting>()
  const active = new Map<string, number>()
  let activeCount = 0

  const count = (owner: string, by: number) => {
    const now = (active.get(owner) ?? 0) + by
    if (now === 0) active.delete(owner)
    else active.set(owner, now)
  }
  const hasRoom = (owners: readonly string[]) =>
    activeCount < running && owners.every((owner) => (active.get(owner) ?? 0) < runningEach)
  const begin = (owners: readonly string[]) => {
    activeCount++
    for (const owner of owners) count(owner, 1)
  }
  const end = (owners: readonly string[]) => {
    activeCount--
    for (const owner of owners) count(owner, -1)
    // The first in line whose owners have room: one owner's line does not stop the others.
    for (const next of queue) if (hasRoom(next.owners)) next.start()
  }
  const rejection = (owners: readonly string[]): Problem | undefined => {
    const ofOwner = (owner: string) => [...queue].filter((one) => one.owners.includes(owner)).length
    if (owners.some((owner) => ofOwner(owner) >= waitingEach)) return tooManyOfOwner()
    return queue.size >= waiting ? problem.busy() : undefined
  }
  const turn = (owners: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const rejected = rejection(owners)
      if (rejected) return reject(rejected)
      const timer = setTimeout(() => {
        queue.delete(entry)
        reject(problem.busy())
      }, waitMs)
      const entry: Waiting = {
        owners,
        start: () => {
          clearTimeout(timer)
          queue.delete(entry)
          begin(owners)
          resolve()
        },
      }
      queue.add(entry)
    })

  return {
    async run(owners, callback) {
      if (hasRoom(owners)) begin(owners)
      else await turn(owners)
      try {
        return await callback()
      } finally {
        end(owners)
      }
    },
  }
}

/**
 * Counts what is open at the same time and does not wait: uploads that are read, files that are sent.
 * @throws 429 too_many_requests where `owner` has `each`, 503 busy where there are `total`
 */
export function createSlots({ each, total }: { each: number; total: number }): (owner: string) => () => void {
  const open = new Map<string, number>()
  let count = 0
  return (owner) => {
    const openOfOwner = open.get(owner) ?? 0
    if (openOfOwner >= each) throw tooManyOfOwner()
    if (count >= total) throw problem.busy()
    open.set(owner, openOfOwner + 1)
    count++
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      count--
      const left = open.get(owner)! - 1
      if (left === 0) open.delete(owner)
      else open.set(owner, left)
    }
  }
}
