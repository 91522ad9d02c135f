import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { notificationEmailJob } from '../notifications/jobs.ts'
import { type Reconciled, reconcile, reconciledProcessors } from './reconcile.ts'

/** Days before today that every reconciliation reads again: a refund, a dispute or a returned transfer changes an earlier record. */
const daysAgain = 7

export const reconciliationJobHandlers = [
  jobHandler({
    job: defineJob('reconcile', z.object({})),
    // At 05:00 in Lagos, before the payouts of the day are sent at 09:00.
    every: '0 4 * * *',
    async run({ config, write, now }) {
      if (reconciledProcessors(config).length === 0) return
      const at = now()
      const today = lagosDay(at)
      const days = { fromDay: addDays(today, -daysAgain), toDay: today }
      const found = await reconcile({ config, write: (use) => write(use, 'LIVE'), now: at }, days)
      if (found.openItems === 0) return
      await write(({ tx }) =>
        enqueueJob(
          tx,
          notificationEmailJob,
          {
            to: config.operatorEmail,
            title: `${found.openItems} ${found.openItems === 1 ? 'discrepancy' : 'discrepancies'} with the processors`,
            text: `${describeBalance(found)} Run "npm run operator -- reconciliation list" for the list.`,
            test: false,
          },
          { key: `reconcile:${today}` },
        ),
      )
    },
  }),
]

/** Sentence about what the processors hold. */
export function describeBalance({ balanceKobo, expectedKobo }: Reconciled): string {
  if (balanceKobo === undefined || expectedKobo === undefined)
    return 'What the processors hold was not compared: money moved all the time, or one of them lists no records.'
  const difference = formatNaira(balanceKobo - expectedKobo)
  return `The processors hold ${formatNaira(balanceKobo)}, ${formatNaira(expectedKobo)} by the ledger and the items: a difference of ${difference}.`
}
