import { announceTopic } from '../../jobs/announce.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { applyRecipientAccount } from './recipient-account.ts'
import { splitRecipients } from './tables.ts'

const due = { table: splitRecipients, at: splitRecipients.pendingFrom }

export const splitScheduledJobs = [
  scheduledJob({
    name: 'change-recipient-accounts',
    title: 'Recipient accounts changed',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, { merchantId, id }) =>
      write(async (context) => {
        const isChanged = await applyRecipientAccount(context, merchantId, id)
        if (isChanged) await announceTopic(context.tx, merchantId, 'account')
        return isChanged
      }),
    ),
  }),
]
