import type { Sweep } from '../../jobs/sweep.ts'
import { type Work, work } from '../../jobs/work.ts'
import { move, moveClock } from './move.ts'

/** Moving a clock does what all other work would do, so it is handed all of it. */
export const worksOn = (all: () => { sweeps: readonly Sweep[]; works: readonly Work[] }): Work[] => [
  work({ job: moveClock, groupOf: ({ merchantId }) => merchantId, run: (steps, key) => move(steps, key, all()) }),
]
