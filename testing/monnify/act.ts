import type { PreparedEvent } from '../processor/events.ts'
import { type Scope, type Simulation, toProcessorEvent } from './simulation.ts'

/** Runs an action of a payer or a bank, then sends its events; resolves after the first attempt of each. */
export async function act<Result>(simulation: Simulation, work: (scope: Scope) => Result): Promise<Result> {
  const events: PreparedEvent[] = []
  const result = work({
    simulation,
    emitEvent: (event) => void events.push(simulation.events.prepareEvent(toProcessorEvent(simulation, event))),
  })
  for (const event of events) await simulation.events.sendEvent(event)
  return result
}
