import type { SimulatedOutcome } from '@adire/contract/simulator.ts'
import type { Context, MerchantContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { acceptInSilence, type Decision, decide } from './answer.ts'
import { changeDispute, type DisputeKey, type Held, holdDispute, readDispute } from './move.ts'
import { mayReopen, reopen } from './reopen.ts'

interface Play extends SimulatedOutcome {
  play(context: Context, key: DisputeKey): Promise<unknown>
}

const decision = (name: Decision, label: string, description: string): Play => ({
  ...{ name, label, description },
  play: (context, key) => decide(context, key, name, 'sandbox'),
})

const contested: readonly Play[] = [
  decision('won', 'The bank decides for you', 'What is held is yours again.'),
  decision('lost', 'The bank decides for the customer', 'What is held goes back.'),
  decision('declined', 'The bank does not accept the evidence', 'Lost: what is held goes back.'),
  {
    name: 'asks_more',
    label: 'The bank asks for more',
    description: 'You answer once more, by a new deadline.',
    play: (context, key) => reopen(context, key, 'asks_more'),
  },
]

const unanswered: readonly Play[] = [
  {
    name: 'unanswered',
    label: 'Nobody answers in time',
    description: 'It counts as accepted: what is held goes back.',
    play: missDeadline,
  },
]

const won: readonly Play[] = [
  {
    name: 'reopened',
    label: 'The bank comes back to it',
    description: 'The money is held again, and you have a new deadline.',
    play: (context, key) => reopen(context, key, 'reopened'),
  },
]

/** The deadline is now, instead of in some hours. */
async function missDeadline(context: Context, key: DisputeKey): Promise<void> {
  const { dispute } = await holdDispute(context.tx, key)
  await changeDispute(context.tx, dispute, { dueAt: context.now })
  await acceptInSilence(context, key)
}

async function playsOf(context: Context, held: Held): Promise<readonly Play[]> {
  const { status } = held.dispute
  if (status === 'awaiting_merchant_feedback') return unanswered
  if (status === 'awaiting_bank_feedback') return contested
  return (await mayReopen(context, held)) ? won : []
}

/** What a payer's bank may do next about a dispute. */
export const disputeOutcomes = {
  async list(context: MerchantContext, id: string): Promise<SimulatedOutcome[]> {
    const plays = await playsOf(context, await readDispute(context.tx, { merchantId: context.merchant.id, id }))
    return plays.map(({ name, label, description }) => ({ name, label, description }))
  },
  apply: (steps: Steps<MerchantContext>, id: string, name: string): Promise<void> =>
    steps.write(async (context) => {
      const key = { merchantId: context.merchant.id, id }
      const plays = await playsOf(context, await holdDispute(context.tx, key))
      const play = plays.find((one) => one.name === name)
      if (!play) throw problem.conflict('outcome_impossible', 'This cannot happen now')
      await play.play(context, key)
    }),
}
