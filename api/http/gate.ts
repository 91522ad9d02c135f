import { type Problem, problem } from './problem.ts'

/** Limits of a gate, in runs. */
export interface GateLimits {
  /** Runs at the same time, in total and per owner. */
  running: number
  runningEach: number
  /** Runs waiting, in total and per owner. */
  waiting: number
  waitingEach: number
  /** Maximum wait, in ms. */
  waitMs: number
}

export interface ConcurrencyGate {
  /**
   * Runs `callback` when there is capacity. `owners` are what the run counts for: a business, an IP address.
   * @throws too_many_requests (429) when an owner has too many runs waiting, busy (503) when the queue is full or the wait times out
   */
  run<T>(owners: readonly string[], callback: () => Promise<T>): Promise<T>
}

interface Waiting {
  owners: readonly string[]
  start(): void
}

const tooManyOfOwner = () => problem.tooMany('Too many requests at once. Wait until the earlier ones are done', 5)

/** A bounded queue in this process: what does not fit is rejected at once, so that requests do not wait without limit. */
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
    // The first waiting run whose owners have capacity: one owner's queue does not block the others.
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
 * Counts open uploads and downloads, without waiting. Returns a function that takes a slot and returns its release.
 * @throws too_many_requests (429) when `owner` has `each` open, busy (503) when `total` are open
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
