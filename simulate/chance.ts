/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface RandomSource {
  /** At least 0, below 1. */
  next(): number
  /** Integer from 0 to `limit` - 1. */
  below(limit: number): number
  /** Integer from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  /** A random name, by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  is(probability: number): boolean
}

/** The generator mulberry32: 32 bits of state, enough for plans of a few hundred steps. */
export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[below(list.length)]!
    },
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries(weights) as [Name, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries.at(-1)![0]
    },
    is: (probability) => next() < probability,
  }
}
