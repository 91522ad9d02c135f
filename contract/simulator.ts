import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema } from './fields.ts'

/** Test objects that can be simulated. */
export const SimulatedKind = z.enum(['payment', 'mandate', 'debit', 'settlement', 'subscription', 'dispute'])
export type SimulatedKind = z.infer<typeof SimulatedKind>

/** Event that can be simulated next: by a payer, a bank or the passage of time. */
export const SimulatedOutcome = z.object({
  /** Name to send to `playOutcome`. */
  name: z.string(),
  /** Label: "The bank approves". */
  label: z.string(),
  /** Effect of the event. */
  description: z.string(),
})
export type SimulatedOutcome = z.infer<typeof SimulatedOutcome>

const Outcomes = z.object({ content: z.array(SimulatedOutcome) })
const name = z.string().check(z.maxLength(60, 'There is no such outcome'))

const member = endpointsFor('core', 'member')
/** Outcomes that can be simulated for a test object now; none once it has ended. 403 for a live business. */
export const listOutcomes = member.get('simulator/:kind/:id', inputSchema({ kind: SimulatedKind, id: Id }), Outcomes)
/**
 * Simulates an outcome and returns the outcomes possible after it. 409 `outcome_impossible` when it is no longer
 * possible; 403 for a live business.
 */
export const playOutcome = member.create(
  'simulator/:kind/:id',
  inputSchema({ kind: SimulatedKind, id: Id, name }),
  Outcomes,
)
