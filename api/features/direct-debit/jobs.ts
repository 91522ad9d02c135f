import { connectorFor } from '../../connectors/connector-for.ts'
import { type DueQuery, eachDue, nextDue } from '../../jobs/each-due.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { sumDebitsAtBank } from './at-bank.ts'
import { processDebit } from './attempt.ts'
import { checkDueMandate } from './check-mandate.ts'
import { closeMandate } from './close-mandate.ts'
import { debitCancelledEmail } from './emails/debit-cancelled.ts'
import { debitFailedEmail } from './emails/debit-failed.ts'
import { debitNoticeEmail } from './emails/debit-notice.ts'
import { debitSkippedEmail } from './emails/debit-skipped.ts'
import { mailDebit, mailDebitNotice, mailMandate } from './emails/email-jobs.ts'
import { mailedDebit } from './emails/mailed-debit.ts'
import { mandateEndedEmail } from './emails/mandate-ended.ts'
import { mandateReadyEmail } from './emails/mandate-ready.ts'
import { mandateRequestEmail } from './emails/mandate-request.ts'
import { mandateTransferEmail } from './emails/mandate-transfer.ts'
import { cancelAtBank, checkMandate, endMandate } from './enqueue.ts'
import { deliverDebitNotice } from './mail-notice.ts'
import {
  findMandateIfPresent,
  findMandateProcessor,
  lockDebit,
  lockMandate,
  type MandateKey,
  type MandateRecord,
} from './move.ts'
import { announceDebit } from './postpone-debit.ts'
import { mandateDebits, mandates } from './tables.ts'

/** Emails about a mandate, each with whether it is still true: an email may have waited for the mail server for days. */
const mandateEmails = {
  request: { template: mandateRequestEmail, isTrue: ({ status }: MandateRecord) => status === 'pending' },
  transfer: {
    template: mandateTransferEmail,
    isTrue: ({ status }: MandateRecord) => status === 'pending_authorization',
  },
  ready: { template: mandateReadyEmail, isTrue: ({ endedAt }: MandateRecord) => endedAt === null },
  ended: { template: mandateEndedEmail, isTrue: ({ endedAt }: MandateRecord) => endedAt !== null },
}

/** Emails about a debit, each with the status in which it is true. */
const debitEmails = {
  notice: { template: debitNoticeEmail, status: 'scheduled' },
  retry: { template: debitFailedEmail, status: 'retrying' },
  failed: { template: debitFailedEmail, status: 'failed' },
  cancelled: { template: debitCancelledEmail, status: 'cancelled' },
  skipped: { template: debitSkippedEmail, status: 'cancelled' },
} as const

export const directDebitJobHandlers = [
  jobHandler({
    job: mailMandate,
    retry: mailRetry,
    async run(unitOfWork, { what, ...key }) {
      const found = await unitOfWork.write(async ({ tx }) => {
        const mandate = await findMandateIfPresent(tx, key)
        return mandate && { mandate, atBank: await sumDebitsAtBank(tx, mandate) }
      })
      const { template, isTrue } = mandateEmails[what]
      if (found && isTrue(found.mandate))
        await sendForBusiness(unitOfWork, key, (sender) =>
          template(unitOfWork.config, sender, found.mandate, found.atBank),
        )
    },
  }),
  jobHandler({
    job: mailDebit,
    retry: mailRetry,
    async run(unitOfWork, { what, ...key }) {
      const found = await unitOfWork.write(({ tx }) => mailedDebit(tx, key))
      const { template, status } = debitEmails[what]
      if (found?.debit.status === status)
        await sendForBusiness(unitOfWork, key, (sender) => template(unitOfWork.config, sender, found))
    },
  }),
  jobHandler({ job: mailDebitNotice, retry: mailRetry, run: deliverDebitNotice }),
  jobHandler({
    job: cancelAtBank,
    groupOf: ({ merchantId }) => merchantId,
    async run(unitOfWork, { reference, processor: stored }) {
      const processor = stored ?? (await unitOfWork.write(({ tx }) => findMandateProcessor(tx, reference)))
      await connectorFor(unitOfWork, 'mandates', processor).mandates.cancel(reference)
    },
  }),
  jobHandler({
    job: endMandate,
    run: ({ write }, { reason, ...key }) =>
      write(async (context) => {
        const mandate = await lockMandate(context.tx, key)
        if (!mandate.endedAt) await closeMandate(context, mandate, 'cancelled', reason, 'subscription')
      }),
  }),
  jobHandler({
    job: checkMandate,
    groupOf: ({ merchantId }) => merchantId,
    async run(unitOfWork, key) {
      await checkDueMandate(unitOfWork, key)
    },
  }),
]

const runDebitAttempt = (unitOfWork: JobUnitOfWork, key: MandateKey): Promise<boolean> =>
  processDebit(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'mandates', processor), key)

async function sendDebitNotice({ write }: JobUnitOfWork, key: MandateKey): Promise<boolean> {
  return write(async (context) => {
    const { debit, mandate } = await lockDebit(context.tx, key)
    if (!debit.noticeAt || debit.noticeAt > context.now) return false
    await announceDebit(context, debit, mandate)
    return true
  })
}

const dueMandates: DueQuery = { table: mandates, at: mandates.dueAt }
const dueDebits: DueQuery = { table: mandateDebits, at: mandateDebits.dueAt }
const dueNotices: DueQuery = { table: mandateDebits, at: mandateDebits.noticeAt }

export const directDebitScheduledJobs = [
  scheduledJob({
    name: 'notify-of-debits',
    title: 'Debit notices sent',
    every: '* * * * *',
    nextAt: nextDue(dueNotices),
    run: eachDue(dueNotices, sendDebitNotice),
  }),
  scheduledJob({
    name: 'debit-mandates',
    title: 'Direct debits attempted',
    every: '* * * * *',
    nextAt: nextDue(dueDebits),
    run: eachDue(dueDebits, runDebitAttempt),
  }),
  scheduledJob({
    name: 'follow-mandates',
    title: 'Mandate check',
    every: '* * * * *',
    nextAt: nextDue(dueMandates),
    run: eachDue(dueMandates, checkDueMandate),
  }),
]
