import { formatNaira } from '@adire/contract/money.ts'
import { and, asc, eq, lte, min } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import { inPages, sweep } from '../../jobs/sweep.ts'
import { mailRetry, work } from '../../jobs/work.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { merchants } from '../merchants/tables.ts'
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
import { change, type InvoiceRecord, numberOf, owedOf, tell } from './move.ts'
import { momentsOf, nextMoment } from './schedule.ts'
import { invoices } from './tables.ts'

const atOnce = 100

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
    nextAt: nextDueAt,
    run: ({ write }, merchantId) => inPages(atOnce, () => write((context) => keepUpDue(context, merchantId))),
  }),
]

async function nextDueAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(invoices.nextAt) })
    .from(invoices)
    .where(eq(invoices.merchantId, merchantId))
  return next?.at ?? undefined
}

/** Does what is due about some invoices: reminds, and makes overdue. */
export async function keepUpDue(context: Context, merchantId?: string): Promise<number> {
  const due = await context.tx
    .select({ invoice: invoices, mode: merchants.mode })
    .from(invoices)
    .innerJoin(merchants, eq(merchants.id, invoices.merchantId))
    .where(and(lte(invoices.nextAt, context.now), merchantId ? eq(invoices.merchantId, merchantId) : undefined))
    .orderBy(asc(invoices.nextAt))
    .limit(atOnce)
    .for('update', { of: invoices, skipLocked: true })
  for (const { invoice, mode } of due) await keepUp({ ...context, mode }, invoice)
  return due.length
}

/** Where several reminders were missed, as when the server was away, one is enough. */
async function keepUp(context: Context, invoice: InvoiceRecord): Promise<void> {
  const { tx, now } = context
  const { merchantId, id, nextAt } = invoice
  const passed = momentsOf(invoice).filter(({ at }) => at >= nextAt! && at <= now)
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
}
