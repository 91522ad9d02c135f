import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { daysUntil, type Reconciled, reconcile, reconciledProcessors } from './reconcile.ts'

/** A reconciliation that a person starts. */
export const reconcileNow = defineJob('reconcile-now', z.object({}))

export const reconciliationJobHandlers = [
  jobHandler({
    job: defineJob('reconcile', z.object({})),
    // At 05:00 in Lagos, before the payouts of the day are sent at 09:00.
    every: '0 4 * * *',
    catchesUp: true,
    run: reconcileAndMail,
  }),
  jobHandler({ job: reconcileNow, run: async (unitOfWork) => void (await reconcileLastDays(unitOfWork)) }),
]

/** Reconciles, and emails the operator when discrepancies are open: once a day. */
async function reconcileAndMail(unitOfWork: JobUnitOfWork): Promise<void> {
  const { config, write, now } = unitOfWork
  const found = await reconcileLastDays(unitOfWork)
  if (!found || found.openItems === 0) return
  await write(({ tx }) =>
    emailOperator(
      { tx, config },
      {
        title: `${found.openItems} ${found.openItems === 1 ? 'discrepancy' : 'discrepancies'} with the processors`,
        text: `${describeBalance(found)} The list is in the back office, and in "npm run operator -- reconciliation list".`,
      },
      `reconcile:${lagosDay(now())}`,
    ),
  )
}

/** Compares today and the days before it. Undefined without a processor whose records can be compared. */
async function reconcileLastDays({ config, write, now }: JobUnitOfWork): Promise<Reconciled | undefined> {
  if (reconciledProcessors(config).length === 0) return undefined
  const at = now()
  return reconcile({ config, write: (use) => write(use, 'LIVE'), now: at }, daysUntil(lagosDay(at)))
}

/** Sentence about what the processors hold. */
export function describeBalance({ balanceKobo, expectedKobo }: Reconciled): string {
  if (balanceKobo === undefined || expectedKobo === undefined)
    return 'What the processors hold was not compared: money moved all the time, or one of them lists no records.'
  const difference = formatNaira(balanceKobo - expectedKobo)
  return `The processors hold ${formatNaira(balanceKobo)}, ${formatNaira(expectedKobo)} by the ledger and the items: a difference of ${difference}.`
}
