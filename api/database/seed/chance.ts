/** A pseudo-random generator with a fixed seed, so that every installation has the same demo business. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    /** Picks by weight, such as `[['card', 6], ['transfer', 4]]`. */
    weighted<T>(from: readonly (readonly [T, number])[]): T {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return from.at(-1)![0]
    },
    digits: (count: number) => Array.from({ length: count }, () => below(10)).join(''),
    code: (length: number) => Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[below(36)]).join(''),
  }
}

export type RandomSource = ReturnType<typeof createRandom>
