import { accountLabel, maskedNumber } from '@adire/contract/channels/method-name.ts'
import { titleInSubject } from '@adire/contract/email-sender.ts'
import { endReasons } from '@adire/contract/subscriptions.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatLagosDay } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import { findBank } from '../../lookups/lookups.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { nextChargeAt } from '../calendar.ts'
import { payerUrl } from '../payer-url.ts'
import { emailWriters } from './email-writers.ts'
import type { EmailedSubscription } from './find.ts'
import { priceText } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

const neutralTitles: Partial<Record<EmailTemplate, string>> = {
  started: 'a plan',
  added: 'a plan',
  plan_changed: 'another plan',
}

/** Emails about the next charge: they name the plan and the price that it has, not the present ones. */
const aboutNextCharge: readonly EmailTemplate[] = ['upcoming', 'price_changed', 'plan_change_planned']

export function subscriptionEmail(
  config: ApiConfig,
  sender: SendingBusiness,
  present: EmailedSubscription,
  which: EmailTemplate,
) {
  const found = aboutNextCharge.includes(which) ? { ...present, ...present.next } : present
  const { subscription, plan, card, account, signUpUrl } = found
  const isOtherPlan = which === 'plan_change_planned' && plan.id !== subscription.planId
  const neutralTitle = isOtherPlan ? 'another plan' : neutralTitles[which]
  const { action = 'View subscription', ...content } = emailWriters[which]({
    ...found,
    sender: sender.name,
    title: titleInSubject(sender, plan.name, neutralTitle ?? 'your plan'),
  })
  const isWaiting = subscription.status === 'pending' && subscription.dueAt
  const hasNext =
    (subscription.status === 'active' || isWaiting) && !subscription.pausedAt && !subscription.openInvoiceId
  const endReason = subscription.endReason === 'merchant' ? `Cancelled by ${sender.name}` : subscription.endReason
  const why = endReason && endReason in endReasons ? endReasons[endReason as keyof typeof endReasons] : endReason
  return customerEmail(config, sender, {
    to: subscription.customerEmail,
    ...content,
    rows: [
      ['Business', sender.name],
      ['Plan', plan.name],
      ['Price', priceText(found)],
      ...(card ? [['Card', maskedNumber(card.last4)] as const] : []),
      ...(account ? [['Account', accountLabel(findBank(account.bankId)?.name ?? '', account.last4)] as const] : []),
      ...(hasNext ? [['Next payment', formatLagosDay(nextChargeAt(subscription))] as const] : []),
      ...(subscription.endedAt && why ? [['Reason', why] as const] : []),
    ],
    action: signUpUrl
      ? { label: 'Subscribe again', url: signUpUrl }
      : { label: action, url: payerUrl(config, subscription) },
    closing: `Questions about your subscription? Write to ${sender.contactEmail}.`,
  })
}
