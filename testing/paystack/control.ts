import { createBankControl } from './control-banks.ts'
import { createPayerControl } from './control-payers.ts'
import type { EventRuleInput } from './events.ts'
import type { FaultInput } from './faults.ts'
import type { Delivery, EventOptions } from './post-events.ts'
import type { LoggedRequest, Simulation, Violation } from './simulation.ts'

/** What payers and banks do, the faults of the network, and what the simulator has recorded. */
export const createControl = (simulation: Simulation, advanceClock: (ms: number) => void) => ({
  ...createPayerControl(simulation),
  ...createBankControl(simulation),
  /** Moves the clock forward, so that account numbers expire. */
  advanceClock: ({ ms }: { ms: number }): void => advanceClock(ms),
  addFault: (fault: FaultInput): void => simulation.faults.addFault(fault),
  clearFaults: (): void => simulation.faults.clearFaults(),
  addEventRule: (rule: EventRuleInput): void => simulation.events.addEventRule(rule),
  releaseEvents: (order?: { isInOrder?: boolean }): Promise<void> => simulation.events.releaseEvents(order),
  /** Resolves when the events of all answered requests had their first attempt. */
  waitForEvents: (): Promise<void> => simulation.events.waitForEvents(),
  setEventsUrl: ({ url }: { url: EventOptions['eventsUrl'] }): void => simulation.events.setEventsUrl(url),
  readViolations: (): readonly Violation[] => simulation.violations,
  readRequests: (): readonly LoggedRequest[] => simulation.requests,
  readDeliveries: (): readonly Delivery[] => simulation.events.deliveries,
})
export type Control = ReturnType<typeof createControl>
