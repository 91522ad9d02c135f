import * as z from 'zod/mini'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { checkLedger } from './check-ledger.ts'

/** Maximum number of faults in the email; more would not help the reader. */
const mailed = 20

export const nightlyLedgerCheck = jobHandler({
  job: defineJob('check-ledger', z.object({})),
  // At 02:30 in Lagos, after the settlements of the day are created at 01:00.
  every: '30 1 * * *',
  catchesUp: true,
  run: (unitOfWork) => checkAndAlert(unitOfWork),
})

/** Checks the ledger. On faults, emails the operator once a day and throws, so that the log has an entry at level error. */
async function checkAndAlert({ write, now, config }: JobUnitOfWork): Promise<void> {
  const { faults } = await checkLedger(write)
  if (faults.length === 0) return
  const listed = faults.slice(0, mailed)
  if (faults.length > mailed) listed.push(`and ${faults.length - mailed} more`)
  await write(({ tx }) =>
    emailOperator(
      { tx, config },
      {
        title: 'The ledger is wrong',
        text: `${listed.join('. ')}. Run "npm run operator -- ledger check" for the full list, and stop payouts until you know the reason.`,
      },
      `check-ledger:${lagosDay(now())}`,
    ),
  )
  throw new Error(`The ledger is wrong: ${listed.join('; ')}`)
}
