import { deliverEmail } from '../../emails/deliver.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendDueReport, sendReportJob } from './runs.ts'
import { endDelivery, prepareReportMail, recordMailFailure } from './send-report.ts'
import { reportSchedules } from './tables.ts'

export const reportJobHandlers = [
  jobHandler({
    job: sendReportJob,
    retry: mailRetry,
    async run({ config, now, write }, delivery) {
      const mail = await write((context) => prepareReportMail(context, delivery))
      if (!mail) return
      try {
        await deliverEmail(config, mail, now())
      } catch (error) {
        if (await write((context) => recordMailFailure(context, delivery))) throw error
        return
      }
      await write((context) => endDelivery(context, delivery))
    },
  }),
]

const due = { table: reportSchedules, at: reportSchedules.nextAt }

export const reportScheduledJobs = [
  scheduledJob({
    name: 'send-reports',
    title: 'Reports emailed',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, key) => write((context) => sendDueReport(context, key))),
  }),
]
