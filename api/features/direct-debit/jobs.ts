import { connectorFor } from '../../connectors/connector-for.ts'
import { type DueQuery, eachDue, nextDue } from '../../jobs/each-due.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { processDebit } from './attempt.ts'
import { closeMandate } from './close-mandate.ts'
import { debitCancelledEmail } from './emails/debit-cancelled.ts'
import { debitFailedEmail } from './emails/debit-failed.ts'
import { debitNoticeEmail } from './emails/debit-notice.ts'
import { debitSkippedEmail } from './emails/debit-skipped.ts'
import { mailDebit, mailMandate } from './emails/email-jobs.ts'
import { mailedDebit } from './emails/mailed-debit.ts'
import { mandateEndedEmail } from './emails/mandate-ended.ts'
import { mandateReadyEmail } from './emails/mandate-ready.ts'
import { mandateRequestEmail } from './emails/mandate-request.ts'
import { mandateTransferEmail } from './emails/mandate-transfer.ts'
import { cancelAtBank, endMandate, lookAtMandate } from './enqueue.ts'
import { followUpMandate } from './follow.ts'
import { findMandateIfPresent, findMandateProcessor, lockDebit, lockMandate, type MandateKey } from './move.ts'
import { giveNotice } from './postpone-debit.ts'
import { mandateDebits, mandates } from './tables.ts'

const mandateEmails = {
  request: mandateRequestEmail,
  transfer: mandateTransferEmail,
  ready: mandateReadyEmail,
  ended: mandateEndedEmail,
}

const debitEmails = {
  notice: debitNoticeEmail,
  retry: debitFailedEmail,
  failed: debitFailedEmail,
  cancelled: debitCancelledEmail,
  skipped: debitSkippedEmail,
}

export const directDebitJobHandlers = [
  jobHandler({
    job: mailMandate,
    retry: mailRetry,
    async run(unitOfWork, { what, ...key }) {
      const mandate = await unitOfWork.write(({ tx }) => findMandateIfPresent(tx, key))
      // The email that requests consent or the transfer is sent only while the mandate still waits for it.
      const isStale =
        (what === 'request' && mandate?.status !== 'pending') ||
        (what === 'transfer' && mandate?.status !== 'pending_authorization')
      if (mandate && !isStale)
        await sendForBusiness(unitOfWork, key, (sender) => mandateEmails[what](unitOfWork.config, sender, mandate))
    },
  }),
  jobHandler({
    job: mailDebit,
    retry: mailRetry,
    async run(unitOfWork, { what, ...key }) {
      const found = await unitOfWork.write(({ tx }) => mailedDebit(tx, key))
      if (!found || (what === 'notice' && found.debit.status === 'cancelled')) return
      await sendForBusiness(unitOfWork, key, (sender) => debitEmails[what](unitOfWork.config, sender, found))
    },
  }),
  jobHandler({
    job: cancelAtBank,
    async run(unitOfWork, { reference }) {
      const processor = await unitOfWork.write(({ tx }) => findMandateProcessor(tx, reference))
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
    job: lookAtMandate,
    async run(unitOfWork, key) {
      await followUpMandate(unitOfWork, key)
    },
  }),
]

const runDebitAttempt = (unitOfWork: JobUnitOfWork, key: MandateKey): Promise<boolean> =>
  processDebit(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'mandates', processor), key)

async function sendDebitNotice({ write }: JobUnitOfWork, key: MandateKey): Promise<boolean> {
  return write(async (context) => {
    const { debit } = await lockDebit(context.tx, key)
    if (!debit.noticeAt || debit.noticeAt > context.now) return false
    await giveNotice(context, debit)
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
    run: eachDue(dueMandates, followUpMandate),
  }),
]
