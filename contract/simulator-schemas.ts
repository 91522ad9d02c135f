import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema } from './fields.ts'

/** Test objects that can be simulated. */
export const SimulatedKind = z.enum(['payment', 'mandate', 'debit', 'settlement', 'subscription', 'dispute'])
export type SimulatedKind = z.infer<typeof SimulatedKind>

export const SimulatedOutcome = describe(
  'Event that can be simulated next: by a payer, a bank or the passage of time.',
  z.object({
    name: describe('Name to send to `playOutcome`.', z.string()),
    label: describe('Label: "The bank approves".', z.string()),
    description: describe('Effect of the event.', z.string()),
  }),
)
export type SimulatedOutcome = z.infer<typeof SimulatedOutcome>

const Outcomes = z.object({ content: z.array(SimulatedOutcome) })

const name = z.string().check(z.maxLength(60, 'There is no such outcome'))

export const listOutcomes = {
  description: 'Outcomes that can be simulated for a test object now; none once it has ended. 403 for a live business.',
  input: inputSchema({ kind: SimulatedKind, id: Id }),
  output: Outcomes,
}

export const playOutcome = {
  description:
    'Simulates an outcome and returns the outcomes possible after it. 409 `outcome_impossible` when it is ' +
    'no longer possible; 403 for a live business.',
  input: inputSchema({ kind: SimulatedKind, id: Id, name }),
  output: Outcomes,
}
