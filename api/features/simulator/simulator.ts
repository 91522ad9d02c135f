import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import type { SimulatedKind, SimulatedOutcome } from '@adire/contract/simulator-schemas.ts'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { paymentOutcomes } from '../checkout/outcomes.ts'
import { debitOutcomes } from '../direct-debit/debit-outcomes.ts'
import { mandateOutcomes } from '../direct-debit/mandate-outcomes.ts'
import { disputeOutcomes } from '../disputes/outcomes.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { settlementOutcomes } from '../settlements/outcomes.ts'
import { subscriptionOutcomes } from '../subscriptions/outcomes.ts'

/** Simulation of one kind of object: lists and applies its possible outcomes. */
interface Simulated {
  list(context: MerchantContext, id: string): Promise<SimulatedOutcome[]>
  /** @throws 409 outcome_impossible if the outcome is no longer in the list */
  apply(unitOfWork: UnitOfWork<MerchantContext>, id: string, name: string): Promise<void>
}

const simulated: Record<SimulatedKind, Simulated> = {
  payment: paymentOutcomes,
  mandate: mandateOutcomes,
  debit: debitOutcomes,
  subscription: subscriptionOutcomes,
  settlement: settlementOutcomes,
  dispute: disputeOutcomes,
}

export async function listOutcomesHandler(context: MemberContext, { kind, id }: ParsedInput<typeof listOutcomes>) {
  requireTestMode(context)
  return { content: await simulated[kind].list(context, id) }
}

type OutcomeKey = Pick<ParsedInput<typeof playOutcome>, 'kind' | 'id' | 'name'>

/** Simulates an outcome. If interrupted, repeating the request applies it only if that has not been done. */
export const outcomeCreation = {
  async create(context: MemberContext, { kind, id, name }: OutcomeKey): Promise<OutcomeKey> {
    requireTestMode(context)
    if (!isListed(await simulated[kind].list(context, id), name))
      throw problem.conflict('outcome_impossible', 'This can’t be simulated now')
    return { kind, id, name }
  },
  async finish(unitOfWork: UnitOfWork<MemberContext>, { kind, id, name }: OutcomeKey) {
    const listed = () => unitOfWork.write((context) => simulated[kind].list(context, id))
    if (isListed(await listed(), name)) await simulated[kind].apply(unitOfWork, id, name)
    return { content: await listed() }
  },
}

const isListed = (outcomes: readonly SimulatedOutcome[], outcomeName: string) =>
  outcomes.some(({ name }) => name === outcomeName)
