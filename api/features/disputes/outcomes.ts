import type { SimulatedOutcome } from '@adire/contract/simulator-schemas.ts'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { type DisputeKey, type DisputeWithPayment, lockDispute, readDispute, updateDisputeRecord } from './move.ts'
import { mayReopen, reopenDispute } from './reopen.ts'
import { acceptAfterDeadline, type DisputeDecision, decideDispute } from './respond.ts'

interface Simulation extends SimulatedOutcome {
  simulate(context: Context, key: DisputeKey): Promise<unknown>
}

const decision = (name: DisputeDecision, label: string, description: string): Simulation => ({
  ...{ name, label, description },
  simulate: (context, key) => decideDispute(context, key, name, 'sandbox'),
})

const contested: readonly Simulation[] = [
  decision('won', 'The bank decides for you', 'The held amount returns to your balance.'),
  decision('lost', 'The bank decides for the customer', 'The held amount is refunded.'),
  decision('declined', 'The bank does not accept the evidence', 'Lost: the held amount is refunded.'),
  {
    name: 'asks_more',
    label: 'The bank asks for more',
    description: 'You respond again, by a new deadline.',
    simulate: (context, key) => reopenDispute(context, key, 'asks_more'),
  },
]

const unanswered: readonly Simulation[] = [
  {
    name: 'unanswered',
    label: 'No response in time',
    description: 'It is accepted automatically: the held amount is refunded.',
    simulate: missDeadline,
  },
]

const won: readonly Simulation[] = [
  {
    name: 'reopened',
    label: 'The bank reopens it',
    description: 'The money is held again, and you have a new deadline.',
    simulate: (context, key) => reopenDispute(context, key, 'reopened'),
  },
]

/** Moves the deadline to now and accepts the dispute. */
async function missDeadline(context: Context, key: DisputeKey): Promise<void> {
  const { dispute } = await lockDispute(context.tx, key)
  await updateDisputeRecord(context.tx, dispute, { dueAt: context.now })
  await acceptAfterDeadline(context, key)
}

async function possibleSimulations(context: Context, current: DisputeWithPayment): Promise<readonly Simulation[]> {
  const { status } = current.dispute
  if (status === 'awaiting_merchant_feedback') return unanswered
  if (status === 'awaiting_bank_feedback') return contested
  return (await mayReopen(context, current)) ? won : []
}

/** Simulated bank actions that are possible for a dispute now. */
export const disputeOutcomes = {
  async list(context: MerchantContext, id: string): Promise<SimulatedOutcome[]> {
    const simulations = await possibleSimulations(
      context,
      await readDispute(context.tx, { merchantId: context.merchant.id, id }),
    )
    return simulations.map(({ name, label, description }) => ({ name, label, description }))
  },
  apply: (unitOfWork: UnitOfWork<MerchantContext>, id: string, name: string): Promise<void> =>
    unitOfWork.write(async (context) => {
      const key = { merchantId: context.merchant.id, id }
      const simulations = await possibleSimulations(context, await lockDispute(context.tx, key))
      const simulation = simulations.find((one) => one.name === name)
      if (!simulation) throw problem.conflict('outcome_impossible', 'This can’t be simulated now')
      await simulation.simulate(context, key)
    }),
}
