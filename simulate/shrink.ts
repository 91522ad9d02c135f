import type { SimulationPlan, SimulationStep } from './plan.ts'
import { runSimulation, type SimulationRun } from './simulate.ts'

/** So many runs are spent on making a plan shorter. */
const mostRuns = 24

/**
 * The shortest part of a plan that was found to fail by the same check: pieces of it are left out, first large ones, as long as
 * it still does. Each step's own seed decides what it does, so the steps that stay do the same or find nothing to do.
 */
export async function shrinkPlan(
  server: string,
  plan: SimulationPlan,
  run: SimulationRun,
): Promise<{ plan: SimulationPlan; run: SimulationRun }> {
  const upTo = plan.steps.slice(0, run.failure!.step + 1)
  let best = { plan: { ...plan, steps: upTo }, run }
  let pieces = 2
  for (let runs = 0; runs < mostRuns && pieces <= best.plan.steps.length; runs++) {
    const smaller = await without(server, best, pieces, mostRuns - runs, run.failure!.check)
    runs += smaller.runs
    if (smaller.found) {
      best = smaller.found
      pieces = Math.max(2, pieces - 1)
    } else if (pieces >= best.plan.steps.length) break
    else pieces = Math.min(best.plan.steps.length, pieces * 2)
  }
  return best
}

async function without(
  server: string,
  { plan }: { plan: SimulationPlan },
  pieces: number,
  left: number,
  check: string,
) {
  const size = Math.ceil(plan.steps.length / pieces)
  for (let piece = 0; piece < pieces && piece < left; piece++) {
    const steps: SimulationStep[] = plan.steps.filter((_, index) => Math.floor(index / size) !== piece)
    if (steps.length === plan.steps.length) continue
    const candidate = { ...plan, steps }
    const run = await runSimulation(server, candidate)
    if (run.failure?.check === check) return { found: { plan: candidate, run }, runs: piece + 1 }
  }
  return { found: undefined, runs: Math.min(pieces, left) }
}
