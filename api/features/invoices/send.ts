import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { openInvoiceStatuses, type remindInvoice, type sendInvoice } from '@adire/contract/invoices.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveInvoice } from './detail.ts'
import { mailInvoice, mailReminder } from './mails.ts'
import {
  appendInvoiceEvent,
  formatInvoiceNumber,
  lockInvoice,
  requireInvoiceStatus,
  updateInvoiceRecord,
} from './move.ts'
import { nextScheduledAt } from './schedule.ts'

/**
 * Sends a draft, or sends an open invoice again. A second call within a minute is a double click and does nothing.
 * @throws 404; 409 invoice_move_refused, due_date_passed
 */
export async function sendInvoiceHandler(context: MerchantContext, { id, message }: ParsedInput<typeof sendInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireInvoiceStatus(invoice, ['draft', ...openInvoiceStatuses], 'sent')
  const isFirst = invoice.status === 'draft'
  if (!isFirst && invoice.mailedAt!.getTime() > now.getTime() - minuteMs) return retrieveInvoice(context, id)
  if (isFirst && invoice.dueOn < lagosDay(now))
    throw problem.conflict('due_date_passed', 'The due date has passed. Change it before you send the invoice.')
  await updateInvoiceRecord(tx, invoice, {
    mailedAt: now,
    ...(isFirst && { status: 'pending', sentAt: now, nextAt: nextScheduledAt(invoice, now) }),
  })
  await takeCustomerEmail(context, merchant.id, invoice.customerEmail)
  await enqueueJob(
    tx,
    mailInvoice,
    { merchantId: merchant.id, id, ...(message && { message }) },
    { merchantId: merchant.id },
  )
  await appendInvoiceEvent(tx, invoice, now, 'sent', `${isFirst ? 'Sent' : 'Sent again'} to ${invoice.customerEmail}`)
  await recordAuditEvent(context, { action: 'invoice.sent', object: formatInvoiceNumber(invoice) })
  if (isFirst) await emitWebhookEvent(context, merchant.id, 'invoice.sent', (of) => retrieveInvoice(of, id))
  return retrieveInvoice(context, id)
}

export async function remindInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof remindInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireInvoiceStatus(invoice, openInvoiceStatuses, 'reminded of')
  if (invoice.remindedAt && invoice.remindedAt.getTime() > now.getTime() - hourMs)
    throw problem.conflict('reminded_already', 'A reminder was sent less than an hour ago.')
  await updateInvoiceRecord(tx, invoice, { remindedAt: now })
  await takeCustomerEmail(context, merchant.id, invoice.customerEmail)
  await enqueueJob(tx, mailReminder, { merchantId: merchant.id, id, isCounted: true }, { merchantId: merchant.id })
  await appendInvoiceEvent(tx, invoice, now, 'reminded', `Reminder sent to ${invoice.customerEmail}`)
  await recordAuditEvent(context, { action: 'invoice.reminded', object: formatInvoiceNumber(invoice) })
  return retrieveInvoice(context, id)
}
