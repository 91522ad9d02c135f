import * as z from 'zod/mini'
import { enqueue, job } from '../../jobs/queue.ts'
import { type JobSteps, work } from '../../jobs/work.ts'
import { lagosDay } from '../../lagos.ts'
import { mailNews } from '../notifications/jobs.ts'
import { checkBooks } from './check-books.ts'

/** More than this helps nobody who reads a mail. */
const mailed = 20

export const nightly = work({
  job: job('check-books', z.object({})),
  // Half past two in Lagos, when the takings of the day are gathered.
  every: '30 1 * * *',
  run: (steps) => checkAndTell(steps),
})

/** Checks the books; where they are wrong, mails the operator once a day and fails, which the log says at level error. */
async function checkAndTell({ write, now, config }: JobSteps): Promise<void> {
  const { faults } = await checkBooks(write)
  if (faults.length === 0) return
  const said = faults.slice(0, mailed)
  if (faults.length > mailed) said.push(`and ${faults.length - mailed} more`)
  await write(({ tx }) =>
    enqueue(
      tx,
      mailNews,
      {
        to: config.operatorEmail,
        title: 'The books are wrong',
        text: `${said.join('. ')}. Run "npm run operator -- ledger check" for all of it, and stop paying out until you know why.`,
        test: false,
      },
      { key: `check-books:${lagosDay(now())}` },
    ),
  )
  throw new Error(`The books are wrong: ${said.join('; ')}`)
}
