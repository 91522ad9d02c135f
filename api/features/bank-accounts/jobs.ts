import { isNull } from 'drizzle-orm'
import { announceTopic } from '../../jobs/announce.ts'
import { type DueQuery, eachDue, nextDue } from '../../jobs/each-due.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { applyChange } from './payout-change.ts'
import { payoutAccountChanges } from './tables.ts'

const due: DueQuery = {
  table: payoutAccountChanges,
  at: payoutAccountChanges.effectiveAt,
  where: isNull(payoutAccountChanges.endedAt),
}

export const bankAccountScheduledJobs = [
  scheduledJob({
    name: 'change-payout-accounts',
    title: 'Payout accounts changed',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, { merchantId }) =>
      write(async (context) => {
        const isChanged = await applyChange(context, merchantId)
        if (isChanged) await announceTopic(context.tx, merchantId, 'account')
        return isChanged
      }),
    ),
  }),
]
