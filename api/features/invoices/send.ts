import type { Parsed } from '@adire/contract/endpoint.ts'
import { openInvoiceStatuses, type remindInvoice, type sendInvoice } from '@adire/contract/invoices.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { record } from '../audit/audit.ts'
import { takeCustomerEmail } from '../customer-emails/customer-emails.ts'
import { emit } from '../webhooks/webhooks.ts'
import { show } from './detail.ts'
import { mailInvoice, mailReminder } from './mails.ts'
import { change, lockInvoice, numberOf, requireStatus, tell } from './move.ts'
import { nextMoment } from './schedule.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Sends a draft, or once more what is still owed. Twice within a minute is once: somebody clicked twice. */
export async function send(context: MerchantContext, { id, message }: Parsed<typeof sendInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireStatus(invoice, ['draft', ...openInvoiceStatuses], 'sent')
  const isFirst = invoice.status === 'draft'
  if (!isFirst && invoice.mailedAt!.getTime() > now.getTime() - minuteMs) return show(context, id)
  if (isFirst && invoice.dueOn < lagosDay(now))
    throw problem.conflict('due_date_passed', 'The due date has passed. Change it before you send the invoice.')
  await change(tx, invoice, {
    mailedAt: now,
    ...(isFirst && { status: 'pending', sentAt: now, nextAt: nextMoment(invoice, now) }),
  })
  await takeCustomerEmail(context, merchant.id, invoice.customerEmail)
  await enqueue(
    tx,
    mailInvoice,
    { merchantId: merchant.id, id, ...(message && { message }) },
    { merchantId: merchant.id },
  )
  await tell(tx, invoice, now, 'sent', `${isFirst ? 'Sent' : 'Sent again'} to ${invoice.customerEmail}`)
  await record(context, { action: 'invoice.sent', object: numberOf(invoice) })
  if (isFirst) await emit(context, merchant.id, 'invoice.sent', (of) => show(of, id))
  return show(context, id)
}

export async function remind(context: MerchantContext, { id }: Parsed<typeof remindInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireStatus(invoice, openInvoiceStatuses, 'reminded of')
  if (invoice.remindedAt && invoice.remindedAt.getTime() > now.getTime() - hourMs)
    throw problem.conflict('reminded_already', 'A reminder went out less than an hour ago.')
  await change(tx, invoice, { remindedAt: now })
  await takeCustomerEmail(context, merchant.id, invoice.customerEmail)
  await enqueue(tx, mailReminder, { merchantId: merchant.id, id, isCounted: true }, { merchantId: merchant.id })
  await tell(tx, invoice, now, 'reminded', `Reminder sent to ${invoice.customerEmail}`)
  await record(context, { action: 'invoice.reminded', object: numberOf(invoice) })
  return show(context, id)
}
