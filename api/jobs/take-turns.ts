/** Runs a callback when it is its turn. */
export type TakeTurn = <T>(callback: () => Promise<T>) => Promise<T>

/** Runs at most `most` callbacks at once. The others wait in the order in which they came. */
export function takeTurns(most: number): TakeTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (callback) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await callback()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
