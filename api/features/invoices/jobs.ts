import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveInvoice } from './detail.ts'
import {
  findForEmail,
  invoiceMail,
  invoicePaidMail,
  mailInvoice,
  mailInvoicePaid,
  mailReminder,
  reminderMail,
} from './mails.ts'
import {
  appendInvoiceEvent,
  calculateOwedKobo,
  formatInvoiceNumber,
  type InvoiceKey,
  lockEvenDeleted,
  updateInvoiceRecord,
} from './move.ts'
import { listScheduledMoments, nextScheduledAt } from './schedule.ts'
import { invoices } from './tables.ts'

const due = { table: invoices, at: invoices.nextAt }

export const invoiceJobHandlers = [
  jobHandler({
    job: mailInvoice,
    retry: mailRetry,
    async run(unitOfWork, { message, ...key }) {
      const invoice = await unitOfWork.write(({ tx }) => findForEmail(tx, key, true))
      const sending = { merchantId: key.merchantId, isCounted: true }
      if (invoice)
        await sendForBusiness(unitOfWork, sending, (sender) => invoiceMail(unitOfWork.config, sender, invoice, message))
    },
  }),
  jobHandler({
    job: mailReminder,
    retry: mailRetry,
    async run(unitOfWork, key) {
      const invoice = await unitOfWork.write(({ tx }) => findForEmail(tx, key, true))
      if (invoice)
        await sendForBusiness(unitOfWork, key, (sender) =>
          reminderMail(unitOfWork.config, sender, invoice, unitOfWork.now()),
        )
    },
  }),
  jobHandler({
    job: mailInvoicePaid,
    retry: mailRetry,
    async run(unitOfWork, key) {
      const invoice = await unitOfWork.write(({ tx }) => findForEmail(tx, key, false))
      if (invoice?.status === 'paid')
        await sendForBusiness(unitOfWork, key, (sender) => invoicePaidMail(unitOfWork.config, sender, invoice))
    },
  }),
]

export const invoiceScheduledJobs = [
  scheduledJob({
    name: 'check-invoices',
    title: 'Invoice reminders and overdue invoices',
    every: '*/5 * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, key) => write((context) => processDueInvoice(context, key))),
  }),
]

/**
 * Processes the due moments of an invoice: sends a reminder, marks it overdue. If several reminders were missed (the server was down),
 * only one is sent. Returns whether anything was due.
 */
export async function processDueInvoice(context: Context, key: InvoiceKey): Promise<boolean> {
  const { tx, now } = context
  const invoice = await lockEvenDeleted(tx, key)
  const nextAt = invoice?.nextAt
  if (!nextAt || nextAt > now) return false
  const { merchantId, id } = invoice
  const passed = listScheduledMoments(invoice).filter(({ at }) => at >= nextAt && at <= now)
  const isReminded = passed.some(({ kind }) => kind === 'reminder')
  const isOverdue = passed.some(({ kind }) => kind === 'overdue') && invoice.status !== 'overdue'
  await updateInvoiceRecord(tx, invoice, {
    nextAt: nextScheduledAt(invoice, now),
    ...(isOverdue && { status: 'overdue' }),
    ...(isReminded && { remindedAt: now }),
  })
  if (isOverdue) {
    await appendInvoiceEvent(tx, invoice, now, 'overdue', 'The due date has passed')
    const title = `Invoice ${formatInvoiceNumber(invoice)} is overdue`
    const text = `${invoice.customerName ?? invoice.customerEmail} still owes ${formatNaira(calculateOwedKobo(invoice))}.`
    await sendNotification(context, merchantId, { kind: 'payment', title, text, path: `/invoice_page/${id}` })
    await emitWebhookEvent(context, merchantId, 'invoice.overdue', (of) => retrieveInvoice(of, id))
  }
  if (isReminded) {
    await appendInvoiceEvent(tx, invoice, now, 'reminded', `Reminder sent to ${invoice.customerEmail}`)
    await enqueueJob(tx, mailReminder, { merchantId, id }, { merchantId })
  }
  return true
}
