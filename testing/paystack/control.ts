import { createRecorderControl } from '../processor/serve-control.ts'
import { createBankControl } from './control-banks.ts'
import { createPayerControl } from './control-payers.ts'
import type { Simulation } from './simulation.ts'

/** What payers and banks do, the faults of the network, and what the simulator has recorded. */
export const createControl = (simulation: Simulation, advanceClock: (ms: number) => void) => ({
  ...createPayerControl(simulation),
  ...createBankControl(simulation),
  ...createRecorderControl(simulation),
  /** Moves the clock forward, so that account numbers expire. */
  advanceClock: ({ ms }: { ms: number }): void => advanceClock(ms),
})
export type Control = ReturnType<typeof createControl>
