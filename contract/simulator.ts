import { endpointsFor } from './endpoint.ts'
import type * as schemas from './simulator-schemas.ts'

const member = endpointsFor('core', 'member', 'payments')
export const listOutcomes = member.get<typeof schemas.listOutcomes>('simulator/:kind/:id')
export const playOutcome = member.create<typeof schemas.playOutcome>('simulator/:kind/:id')
