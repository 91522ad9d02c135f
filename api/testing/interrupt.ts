import type { TestApp } from './app.ts'

export interface Interrupter {
  /** Stops the app after this number of points, each before or after one of its transactions. */
  endAfter(points: number): void
  /** Restarts the app. Returns whether it was stopped. */
  revive(): boolean
}

/**
 * Stops an app between two transactions, like `kill -9`: committed data stays, and nothing more is written. The sandbox processor also
 * uses transactions, so this stops the app before and after the processor's actions too.
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
