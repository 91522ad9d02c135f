import { runForBusiness } from '../current-work.ts'

/** Businesses whose slices run at once. */
const slicesAtOnce = 6
/** Time of one slice, and of all slices of a run, in ms. When it is over, tasks that have started are still completed. */
const defaultTimes = { sliceMs: 10_000, runMs: 50_000 }

/** Times of a run for one business alone: a single slice. */
export const oneSlice = { sliceMs: defaultTimes.sliceMs, runMs: defaultTimes.sliceMs }

/** Whether a slice is over: nothing more is started in it. */
export type IsOver = () => boolean

/**
 * Returns a function that works for many businesses in slices: a few at once, and one after the other until no business has more to do or the
 * time of the run is over. So a business whose calls hang, or that has much to do, does not keep the others waiting. `runSlice` resolves to
 * whether the business has more to do; it must not throw. A business that used up a slice comes last in the next run of this process. `readMs`
 * reads the clock of slices and runs, in ms.
 */
export function openRoundRobin({ sliceMs, runMs } = defaultTimes, readMs = () => performance.now()) {
  let slow: ReadonlySet<string> = new Set()
  return async (
    merchantIds: readonly string[],
    runSlice: (merchantId: string, isOver: IsOver) => Promise<boolean>,
  ): Promise<void> => {
    const runEndsAt = readMs() + runMs
    const waiting = [...merchantIds.filter((id) => !slow.has(id)), ...merchantIds.filter((id) => slow.has(id))]
    const slowNow = new Set<string>()
    const runNext = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const now = readMs()
        if (now >= runEndsAt) return
        const endsAt = Math.min(now + sliceMs, runEndsAt)
        const isOver = () => readMs() >= endsAt
        const merchantId = id
        if (await runForBusiness(merchantId, () => runSlice(merchantId, isOver))) waiting.push(merchantId)
        if (isOver()) slowNow.add(id)
      }
    }
    await Promise.all(Array.from({ length: slicesAtOnce }, runNext))
    slow = slowNow
  }
}
