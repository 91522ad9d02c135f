import type { Parsed } from '@adire/contract/endpoint.ts'
import { listOutcomes, playOutcome, type SimulatedKind, type SimulatedOutcome } from '@adire/contract/simulator.ts'
import type { MemberContext, MerchantContext, Steps } from '../../context.ts'
import { answer, answerCreation } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { paymentOutcomes } from '../checkout/outcomes.ts'
import { debitOutcomes, mandateOutcomes } from '../direct-debit/outcomes.ts'
import { disputeOutcomes } from '../disputes/outcomes.ts'
import { outcomes as settlementOutcomes } from '../settlements/outcomes.ts'
import { subscriptionOutcomes } from '../subscriptions/outcomes.ts'

/** How things are made to happen to one kind of object. */
interface Simulated {
  list(context: MerchantContext, id: string): Promise<SimulatedOutcome[]>
  /** Refuses with `outcome_impossible` what is not in the list any more. */
  apply(steps: Steps<MerchantContext>, id: string, name: string): Promise<void>
}

const simulated: Record<SimulatedKind, Simulated> = {
  payment: paymentOutcomes,
  mandate: mandateOutcomes,
  debit: debitOutcomes,
  subscription: subscriptionOutcomes,
  settlement: settlementOutcomes,
  dispute: disputeOutcomes,
}

async function list(context: MemberContext, { kind, id }: Parsed<typeof listOutcomes>) {
  requireTest(context)
  return { content: await simulated[kind].list(context, id) }
}

type Wanted = Pick<Parsed<typeof playOutcome>, 'kind' | 'id' | 'name'>

/** Simulates an outcome. Asked for again after it broke off, it is applied where it has not been. */
const play = {
  async create(context: MemberContext, { kind, id, name }: Wanted): Promise<Wanted> {
    requireTest(context)
    if (!isListed(await simulated[kind].list(context, id), name))
      throw problem.conflict('outcome_impossible', 'This cannot happen now')
    return { kind, id, name }
  },
  async finish(steps: Steps<MemberContext>, { kind, id, name }: Wanted) {
    const listed = () => steps.write((context) => simulated[kind].list(context, id))
    if (isListed(await listed(), name)) await simulated[kind].apply(steps, id, name)
    return { content: await listed() }
  },
}

const isListed = (outcomes: readonly SimulatedOutcome[], wanted: string) => outcomes.some(({ name }) => name === wanted)

function requireTest({ mode }: Pick<MemberContext, 'mode'>): void {
  if (mode !== 'TEST') throw problem.forbidden('Outcomes are played in test mode only')
}

export const routes = [answer(listOutcomes, list), answerCreation(playOutcome, play)]
