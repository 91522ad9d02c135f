import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sweep } from '../../jobs/sweep.ts'
import { mailRetry, work } from '../../jobs/work.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { emit } from '../webhooks/webhooks.ts'
import { show } from './detail.ts'
import {
  invoiceMail,
  invoicePaidMail,
  mailed,
  mailInvoice,
  mailInvoicePaid,
  mailReminder,
  reminderMail,
} from './mails.ts'
import { change, type InvoiceKey, lockEvenDeleted, numberOf, owedOf, tell } from './move.ts'
import { momentsOf, nextMoment } from './schedule.ts'
import { invoices } from './tables.ts'

const due = { table: invoices, at: invoices.nextAt }

export const works = [
  work({
    job: mailInvoice,
    retry: mailRetry,
    async run(steps, { message, ...key }) {
      const invoice = await steps.write(({ tx }) => mailed(tx, key, true))
      const sending = { merchantId: key.merchantId, isCounted: true }
      if (invoice)
        await sendForBusiness(steps, sending, (sender) => invoiceMail(steps.config, sender, invoice, message))
    },
  }),
  work({
    job: mailReminder,
    retry: mailRetry,
    async run(steps, key) {
      const invoice = await steps.write(({ tx }) => mailed(tx, key, true))
      if (invoice)
        await sendForBusiness(steps, key, (sender) => reminderMail(steps.config, sender, invoice, steps.now()))
    },
  }),
  work({
    job: mailInvoicePaid,
    retry: mailRetry,
    async run(steps, key) {
      const invoice = await steps.write(({ tx }) => mailed(tx, key, false))
      if (invoice?.status === 'paid')
        await sendForBusiness(steps, key, (sender) => invoicePaidMail(steps.config, sender, invoice))
    },
  }),
]

export const sweeps = [
  sweep({
    name: 'check-invoices',
    title: 'Invoices reminded of, or overdue',
    every: '*/5 * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, key) => write((context) => keepUp(context, key))),
  }),
]

/**
 * Does what is due about an invoice: reminds, and makes overdue. Where several reminders were missed, as when the server was
 * away, one is enough. Answers whether anything was due.
 */
export async function keepUp(context: Context, key: InvoiceKey): Promise<boolean> {
  const { tx, now } = context
  const invoice = await lockEvenDeleted(tx, key)
  const nextAt = invoice?.nextAt
  if (!nextAt || nextAt > now) return false
  const { merchantId, id } = invoice
  const passed = momentsOf(invoice).filter(({ at }) => at >= nextAt && at <= now)
  const isReminded = passed.some(({ kind }) => kind === 'reminder')
  const isOverdue = passed.some(({ kind }) => kind === 'overdue') && invoice.status !== 'overdue'
  await change(tx, invoice, {
    nextAt: nextMoment(invoice, now),
    ...(isOverdue && { status: 'overdue' }),
    ...(isReminded && { remindedAt: now }),
  })
  if (isOverdue) {
    await tell(tx, invoice, now, 'overdue', 'The due date has passed')
    const title = `Invoice ${numberOf(invoice)} is overdue`
    const text = `${invoice.customerName ?? invoice.customerEmail} still owes ${formatNaira(owedOf(invoice))}.`
    await tellMembers(context, merchantId, { kind: 'payment', title, text, path: `/invoice_page/${id}` })
    await emit(context, merchantId, 'invoice.overdue', (of) => show(of, id))
  }
  if (isReminded) {
    await tell(tx, invoice, now, 'reminded', `Reminder sent to ${invoice.customerEmail}`)
    await enqueue(tx, mailReminder, { merchantId, id }, { merchantId })
  }
  return true
}
