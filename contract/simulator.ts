import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema } from './fields.ts'

/** The test objects to which something can be made to happen. */
export const SimulatedKind = z.enum(['payment', 'mandate', 'debit', 'settlement', 'subscription', 'dispute'])
export type SimulatedKind = z.infer<typeof SimulatedKind>

/** What payers, banks or time can do to an object next. */
export const SimulatedOutcome = z.object({
  name: z.string(),
  /** "The bank approves" */
  label: z.string(),
  /** What comes of it. */
  description: z.string(),
})
export type SimulatedOutcome = z.infer<typeof SimulatedOutcome>

const Outcomes = z.object({ content: z.array(SimulatedOutcome) })
const name = z.string().check(z.maxLength(60, 'There is no such outcome'))

const member = endpointsFor('core', 'member')
/** What can happen to a test object as it stands; none where it has ended. 403 for a live business. */
export const listOutcomes = member.get('simulator/:kind/:id', inputSchema({ kind: SimulatedKind, id: Id }), Outcomes)
/** Makes one of them happen, and answers what can happen after it. 409 `outcome_impossible` where it cannot any more. */
export const playOutcome = member.create(
  'simulator/:kind/:id',
  inputSchema({ kind: SimulatedKind, id: Id, name }),
  Outcomes,
)
