import type { PreparedEvent } from '../processor/events.ts'
import type { Integration, Transaction } from './integration.ts'
import { toProcessorEvent } from './paystack-event.ts'
import type { Scope, Simulation } from './simulation.ts'

/** Runs an action of a payer or a bank, then sends its events; resolves after the first attempt of each. */
export async function act<Result>(
  simulation: Simulation,
  integration: Integration,
  work: (scope: Scope) => Result,
): Promise<Result> {
  const events: PreparedEvent[] = []
  const emitEvent: Scope['emitEvent'] = (event) =>
    void events.push(simulation.events.prepareEvent(toProcessorEvent(integration, event)))
  const result = work({ simulation, integration, emitEvent })
  for (const event of events) await simulation.events.sendEvent(event)
  return result
}

/** @throws {Error} if neither mode has it */
export function findIntegration(
  simulation: Simulation,
  what: string,
  has: (integration: Integration) => unknown,
): Integration {
  const found = Object.values(simulation.integrations).find((integration) => has(integration))
  if (!found) throw new Error(`There is no ${what}`)
  return found
}

/** @throws {Error} if there is no such transaction */
export function actOnTransaction<Result>(
  simulation: Simulation,
  reference: string,
  work: (scope: Scope, transaction: Transaction) => Result,
): Promise<Result> {
  const integration = findIntegration(simulation, `transaction ${reference}`, (one) => one.transactions.has(reference))
  return act(simulation, integration, (scope) => work(scope, integration.transactions.get(reference)!))
}
