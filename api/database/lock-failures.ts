import { setTimeout as sleep } from 'node:timers/promises'
import { iterateCauses } from './unavailable.ts'

const attempts = 60
const pauseMs = 2000

/** Changes a table, and tries again for a few minutes while others hold their locks. `change` does all of it, or nothing. */
export async function retryLockFailures(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await change()
      return
    } catch (error) {
      if (attempt === attempts || !isLockFailure(error)) throw error
    }
    await sleep(pauseMs)
  }
}

/** Lock timeout or deadlock: nothing was changed, and the next attempt may succeed. */
const isLockFailure = (error: unknown) => isDatabaseError(error, '55P03') || isDatabaseError(error, '40P01')

/** Whether this is an error of the database with this code, or was caused by one. */
export const isDatabaseError = (error: unknown, code: string): boolean =>
  [...iterateCauses(error)].some((cause) => cause.code === code)
