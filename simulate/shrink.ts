import type { SimulationPlan, SimulationStep } from './plan.ts'
import { runSimulation, type SimulationRun } from './simulate.ts'

/** Maximum number of runs to shorten a plan. */
const maxRuns = 24

/**
 * Shortest part of a plan that fails the same check, found by leaving out pieces, large ones first. Each step has its own seed,
 * so the remaining steps do the same or find nothing to do.
 */
export async function shrinkPlan(
  server: string,
  plan: SimulationPlan,
  run: SimulationRun,
): Promise<{ plan: SimulationPlan; run: SimulationRun }> {
  const upTo = plan.steps.slice(0, run.failure!.step + 1)
  let best = { plan: { ...plan, steps: upTo }, run }
  let pieces = 2
  for (let runs = 0; runs < maxRuns && pieces <= best.plan.steps.length; runs++) {
    const smaller = await without(server, best, pieces, maxRuns - runs, run.failure!.check)
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
