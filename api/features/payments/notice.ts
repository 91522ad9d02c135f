import { channelNames } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { renderEmail } from '../../emails/mail.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { toOpenUrl } from '../notifications/open-url.ts'
import { pushToDevices } from '../notifications/push-delivery.ts'
import type { Paid } from './receipt.ts'

export const mailPaymentNotice = defineJob(
  'mail-payment-notice',
  z.object({ merchantId: z.string(), paymentId: z.string(), to: z.string(), ofLink: z.optional(z.string()) }),
)

/**
 * Notifies the merchant's members of a payment. Runs outside the payment's transaction, so that payments do not wait for it on a
 * busy day.
 */
export async function notifyOfPayment(context: Context, { payment, ...paid }: Paid): Promise<void> {
  const { tx, now, realNow } = context
  const notification = {
    kind: 'payment' as const,
    title: `${formatNaira(payment.amountKobo)} received`,
    text: describePaid({ payment, ...paid }),
    path: `/transactions/${payment.id}`,
  }
  const addresses = await notifyMembers(tx, payment.merchantId, notification, realNow)
  await pushToDevices(context, payment.merchantId, notification)
  const mail = (to: string, ofLink?: string) =>
    enqueueJob(
      tx,
      mailPaymentNotice,
      { merchantId: payment.merchantId, paymentId: payment.id, to, ...(ofLink && { ofLink }) },
      { merchantId: payment.merchantId, key: `${payment.id}:${to}`, runAt: now },
    )
  for (const to of addresses) await mail(to)
  const { page } = paid.purchase
  if (page?.notifies && !addresses.includes(page.notifies)) await mail(page.notifies, page.name)
}

/** "Ada Obi paid for 3 × Leather slippers.", for the members. */
function describePaid({ payment, business, purchase }: Paid): string {
  const { customerName, customerEmail, quantity } = payment
  const ofPage = purchase.page && `for ${quantity > 1 ? `${quantity} × ` : ''}${purchase.page.name}`
  return `${customerName ?? customerEmail} paid ${purchase.text ?? ofPage ?? business.businessName}.`
}

/** Email to a member who chose to be notified of every payment. */
export function paymentNotice(config: ApiConfig, paid: Paid, to: string) {
  const { payment, business } = paid
  const amount = formatNaira(payment.amountKobo)
  return renderEmail(config, {
    to,
    subject: `${business.businessName} received ${amount}`,
    heading: `${amount} received`,
    paragraphs: [describePaid(paid)],
    rows: noticeRows(payment, ofTheMoney(payment)),
    action: { label: 'View transaction', url: toOpenUrl(config, business, `/transactions/${payment.id}`) },
    test: business.mode === 'TEST',
    closing: 'You get this email because payment emails are on. Change this under Settings, Notifications.',
  })
}

/**
 * Email to the notification address of a payment link. Its reader may be outside the business, so it has no fees and no dashboard
 * link.
 */
export function linkNotice(
  config: ApiConfig,
  sender: SendingBusiness,
  { payment, purchase }: Paid,
  { to, ofLink }: { to: string; ofLink: string },
) {
  const amount = formatNaira(payment.amountKobo)
  return customerEmail(config, sender, {
    to,
    subject: `${sender.nameInSubject} received ${amount}`,
    heading: `${amount} received`,
    paragraphs: [`${payment.customerName ?? payment.customerEmail} paid ${purchase.text ?? sender.name}.`],
    rows: noticeRows(payment, ofThePage(payment, ofLink)),
    closing: `You get this email because ${sender.name} chose to notify you of payments for “${ofLink}”.`,
  })
}

type Row = readonly [string, string]

const noticeRows = (payment: Paid['payment'], more: readonly Row[]): Row[] => [
  ['Amount', formatNaira(payment.amountKobo)],
  ...(payment.quantity > 1 ? [['Quantity', String(payment.quantity)] as const] : []),
  ...more,
  ['Paid with', channelNames[payment.channel!]],
  ['Reference', payment.reference],
  ...(payment.metadata ?? []).map(({ label, value }): Row => [label, value]),
]

const ofTheMoney = ({ feeKobo, vatKobo, netKobo, sharedKobo }: Paid['payment']): Row[] => [
  ['Fee and VAT', formatNaira(feeKobo + vatKobo)],
  ...(sharedKobo > 0 ? [['Shares of others', formatNaira(sharedKobo)] as const] : []),
  ['You receive', formatNaira(netKobo - sharedKobo)],
]

const ofThePage = ({ customerEmail, customerPhone }: Paid['payment'], name: string): Row[] => [
  ['For', name],
  ['Paid by', customerEmail],
  ...(customerPhone ? [['Phone', spacedPhone(customerPhone)] as const] : []),
]
