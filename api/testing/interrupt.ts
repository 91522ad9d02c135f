import type { TestApp } from './app.ts'

export interface Interrupter {
  /** From now on the app passes this many points before or after one of its transactions, and then ends. */
  endAfter(points: number): void
  /** The app runs again. Answers whether it had ended. */
  revive(): boolean
}

/**
 * Ends an app between two of its transactions as `kill -9` does: what was committed stays, and nothing more is written.
 * The sandbox keeps its records in transactions too, so this also ends the app before and after the processor acts.
 */
export function openInterrupter({ runtime: { database } }: Pick<TestApp, 'runtime'>): Interrupter {
  const { write } = database
  let left = Number.POSITIVE_INFINITY
  const pass = () => {
    if (left <= 0) throw new Error('The process has ended')
    left -= 1
  }
  database.write = async (callback) => {
    pass()
    const result = await write(callback)
    pass()
    return result
  }
  return {
    endAfter: (points) => {
      left = points
    },
    revive: () => {
      const hadEnded = left <= 0
      left = Number.POSITIVE_INFINITY
      return hadEnded
    },
  }
}
