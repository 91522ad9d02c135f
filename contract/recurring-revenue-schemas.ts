import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema, Kobo } from './fields.ts'

export const RevenueMonth = describe(
  'Monthly recurring revenue (MRR) of one calendar month in Lagos, in kobo. MRR at the start + new + expansion − contraction − ' +
    'churned = MRR at the end.',
  z.object({
    month: describe('Month, such as `2026-10`. The last one is the current month so far.', z.string()),
    mrrKobo: describe(
      'MRR at the end of the month, in the current month now: the prices of all subscriptions with a billed period at that ' +
        'time, paid or past due, each converted to a month. Trials have none; a subscription that is paused or cancelled has it ' +
        'until its billed period is over.',
      Kobo,
    ),
    newKobo: describe('MRR of subscriptions that had none at the start of the month: new or resumed.', Kobo),
    expansionKobo: describe(
      'Increase of subscriptions that had MRR at both times: a plan or price that is higher.',
      Kobo,
    ),
    contractionKobo: describe('Decrease of subscriptions that had MRR at both times.', Kobo),
    churnedKobo: describe(
      'MRR at the start of subscriptions that have none at the end: cancelled, completed or paused.',
      Kobo,
    ),
    subscribers: describe('Number of subscriptions with MRR at the end.', z.int()),
    newSubscribers: describe('Number of subscriptions in `newKobo`.', z.int()),
    churnedSubscribers: describe('Number of subscriptions in `churnedKobo`.', z.int()),
    churnPercent: describe(
      'Subscribers lost: `churnedSubscribers` as a percentage of the subscribers at the start, with one decimal. Null without ' +
        'subscribers at the start.',
      z.nullable(z.number()),
    ),
  }),
)
export type RevenueMonth = z.infer<typeof RevenueMonth>

export const getRecurringRevenue = {
  description:
    'Monthly recurring revenue of the last 12 months: at the end of each, and what changed it. Oldest month first.',
  input: inputSchema({}),
  output: z.object({ months: z.array(RevenueMonth) }),
}
