import { accountLabel, maskedNumber } from '@adire/contract/channels/method-name.ts'
import { titleInSubject } from '@adire/contract/email-sender.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { explainFailure } from '@adire/contract/payer-reasons.ts'
import { endReasons } from '@adire/contract/subscriptions.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { formatInstant, formatLagosDay } from '../../lagos.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import { findBank } from '../lookups/lookups.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { type SavedCardRecord, savedCard } from '../saved-cards/saved-cards.ts'
import { isDiscountEnding } from './calendar.ts'
import { type AccountRecord, findDebitAccount } from './debit-account.ts'
import {
  findPlanRecord,
  findSubscriptionInvoice,
  type InvoiceRecord,
  ofKey,
  type PlanRecord,
  type SubscriptionRecord,
} from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { payerUrl } from './payer-url.ts'
import { describeAgreedPrice, describeExtras, describeNextPrice } from './period-price.ts'
import { describeSetupFee, dueSetupFeeKobo } from './setup-fee.ts'
import { findSignUpUrl } from './sign-up-url.ts'
import { subscriptions } from './tables.ts'

const emailTemplates = [
  'started',
  'added',
  'upcoming',
  'account_lost',
  'charge_failed',
  'card_needed',
  'card_changed',
  'card_removed',
  'card_expiring',
  'ending',
  'cancelled',
  'completed',
  'paused',
  'resumed',
  'plan_changed',
  'price_changed',
  'debt_resolved',
  'trial_extended',
  'link',
] as const
export type EmailTemplate = (typeof emailTemplates)[number]

export const mailSubscription = defineJob(
  'mail-subscription',
  z.object({
    merchantId: z.string(),
    id: z.string(),
    template: z.enum(emailTemplates),
    isCounted: z.optional(z.boolean()),
  }),
)

/**
 * Enqueues an email to the payer about a subscription, with a link to its page. `isCounted`: the request has already counted
 * this email.
 */
export const enqueueSubscriptionEmail = (
  { tx, now }: Context,
  { merchantId, id }: { merchantId: string; id: string },
  template: EmailTemplate,
  isCounted = false,
) =>
  enqueueJob(
    tx,
    mailSubscription,
    { merchantId, id, template, ...(isCounted && { isCounted }) },
    { merchantId, runAt: now },
  )

interface Found {
  subscription: SubscriptionRecord
  plan: PlanRecord
  card: SavedCardRecord | undefined
  account: AccountRecord | undefined
  open: InvoiceRecord | undefined
  /** Amount of the charge for the next period. */
  nextChargeKobo: number
  /** Page on which to subscribe again, once ended. */
  signUpUrl: string | null
}

export async function findForEmail(
  tx: Tx,
  key: { merchantId: string; id: string },
  config: ApiConfig,
): Promise<Found | undefined> {
  const [subscription] = await tx.select().from(subscriptions).where(ofKey(key))
  if (!subscription) return undefined
  return {
    subscription,
    plan: await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId }),
    card: await savedCard(tx, subscription.merchantId, subscription.savedCardId),
    account: await findDebitAccount(tx, subscription),
    open: subscription.openInvoiceId
      ? await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId)
      : undefined,
    nextChargeKobo: await findNextChargeKobo(tx, subscription),
    signUpUrl: subscription.endedAt && (await findSignUpUrl(tx, subscription, config)),
  }
}

interface Words {
  subject: string
  heading: string
  paragraphs: string[]
  action?: string
}

const price = ({ subscription, plan }: Found) =>
  describeNextPrice(subscription, plan.interval) + describeExtras(subscription)
const agreedPrice = ({ subscription, plan }: Found) =>
  describeAgreedPrice(subscription, plan.interval) + describeExtras(subscription)

/** Text: how the payment is collected automatically. */
const byItself = ({ account }: Found) =>
  account ? `debited automatically from your account ending ${account.last4}` : 'charged automatically to your card'

const nextFee = ({ subscription }: Found) => ({ setupFeeKobo: dueSetupFeeKobo(subscription) })

const amountDue = ({ open, nextChargeKobo }: Found) => formatNaira(open?.dueKobo ?? nextChargeKobo)

const neutralTitles: Partial<Record<EmailTemplate, string>> = {
  started: 'a plan',
  added: 'a plan',
  plan_changed: 'another plan',
}

/** Email templates. `title` is the plan's name as used in the subject. */
const words: Record<EmailTemplate, (found: Found & { title: string; sender: string }) => Words> = {
  started: (found) => ({
    subject: `You subscribed to ${found.title}`,
    heading: 'You are subscribed',
    paragraphs: [
      found.subscription.isTrial
        ? `${found.plan.name} is free until ${formatLagosDay(found.subscription.periodEndsAt)}. From then on you pay ${price(found)}, ${byItself(found)}.${describeSetupFee(found.subscription)}`
        : `You pay ${agreedPrice(found)} for ${found.plan.name}, ${byItself(found)}.${describeSetupFee(found.subscription)}`,
      'Keep this email. Its link opens your subscription, where you can change the card or cancel.',
    ],
  }),
  added: (found) => ({
    subject: `You are subscribed to ${found.title}`,
    heading: 'You are subscribed',
    paragraphs: [
      `${found.sender} subscribed you to ${found.plan.name}, using the card that you allowed them to save. You pay ${agreedPrice(found)}, charged to the card ending ${found.card?.last4 ?? ''} automatically. ${firstCharge(found)}${describeSetupFee(found.subscription)}`,
      'You can cancel at any time or use another card on the page of the subscription.',
    ],
    action: 'View or cancel subscription',
  }),
  upcoming: (found) => {
    const kobo = found.nextChargeKobo
    const day = formatLagosDay(found.subscription.periodEndsAt)
    return {
      subject: found.subscription.isTrial
        ? `Your free trial of ${found.title} ends on ${day}`
        : `Your ${found.subscription.status === 'pending' ? 'first' : 'next'} payment for ${found.title} is on ${day}`,
      heading: `${formatNaira(kobo)} on ${day}`,
      paragraphs: [
        `${found.subscription.isTrial ? 'Your free trial ends on that day. Then' : 'On that day'} ${formatNaira(kobo)} for ${found.plan.name} will be ${byItself(found)}.${isDiscountEnding(found.subscription) ? ' Your discount has ended, so this is the full price.' : ''}${describeSetupFee(nextFee(found))}`,
        'You do not have to do anything. If you do not want to continue, cancel before that day.',
      ],
    }
  },
  account_lost: (found) => ({
    subject: `${found.title} needs a card`,
    heading: 'Your account is no longer debited',
    paragraphs: [`The direct debit on your bank account has ended. Add a card to continue ${found.plan.name}.`],
    action: 'Use a card',
  }),
  charge_failed: (found) => ({
    subject: `Your payment for ${found.title} did not go through`,
    heading: `${amountDue(found)} could not be charged`,
    paragraphs: [
      `${describeFailure(found)} ${found.open?.nextAttemptAt ? `We will try again on ${formatInstant(found.open.nextAttemptAt)}.` : ''}`.trim(),
      found.account
        ? 'Make sure that there is enough money in the account by then, or pay with a card now.'
        : 'Make sure that there is enough money on the card by then, or pay with another card now.',
    ],
    action: found.account ? 'Pay with a card' : 'Pay with another card',
  }),
  card_needed: (found) => ({
    subject: `${found.title} needs ${anotherCard(found)}`,
    heading: `${amountDue(found)} could not be charged`,
    paragraphs: [
      `${describeFailure(found)} We will not try this ${found.account ? 'account' : 'card'} again.`,
      found.open?.lastChanceAt && found.plan.afterFailure === 'cancel'
        ? `Add ${anotherCard(found)} before ${formatInstant(found.open.lastChanceAt)}. After that your subscription ends.`
        : `Add ${anotherCard(found)} to continue.`,
    ],
    action: `Use ${anotherCard(found)}`,
  }),
  card_changed: (found) => ({
    subject: `Your card for ${found.title} was changed`,
    heading: 'Your card was changed',
    paragraphs: [`From now on we charge the card ending ${found.card?.last4 ?? ''} for ${found.plan.name}.`],
  }),
  card_removed: (found) => ({
    subject: `${found.title} needs another card`,
    heading: 'Your card was removed',
    paragraphs: [`Your card is no longer charged. Add another card to continue ${found.plan.name}.`],
    action: 'Use another card',
  }),
  card_expiring: (found) => ({
    subject: `Your card for ${found.title} expires soon`,
    heading: 'Your card expires soon',
    paragraphs: [
      `The card ending ${found.card?.last4 ?? ''} expires in ${formatExpiry(found.card)}. Add another card to continue ${found.plan.name}.`,
    ],
    action: 'Use another card',
  }),
  ending: (found) => ({
    subject: `${found.title} will end`,
    heading: 'Your subscription will end',
    paragraphs: [
      `You can use ${found.plan.name} until ${formatLagosDay(found.subscription.periodEndsAt)}. Nothing more is charged.`,
    ],
  }),
  cancelled: ({ plan, subscription, title }) =>
    subscription.endReason === 'mandate_ended'
      ? {
          subject: `${title} was not started`,
          heading: 'Your subscription was not started',
          paragraphs: [
            'The direct debit on your bank account was not approved, so nothing was charged. You can subscribe again, for example with a card.',
          ],
        }
      : {
          subject: `${title} has ended`,
          heading: 'Your subscription has ended',
          paragraphs: [
            `${subscription.endReason === 'payer' ? 'As you asked, ' : ''}nothing more is charged for ${plan.name}.`.replace(
              /^n/,
              'N',
            ),
          ],
        },
  completed: ({ plan, title }) => ({
    subject: `${title} is complete`,
    heading: 'All payments are complete',
    paragraphs: [`Your subscription to ${plan.name} is complete. Nothing more is charged.`],
  }),
  paused: ({ plan, subscription, title }) => ({
    subject: `${title} is paused`,
    heading: 'Your subscription is paused',
    paragraphs: [
      subscription.resumeAt
        ? `Nothing is charged for ${plan.name} until ${formatLagosDay(subscription.resumeAt)}. It continues on that day.`
        : `Nothing is charged for ${plan.name} until it is resumed.`,
    ],
  }),
  resumed: (found) => ({
    subject: `${found.title} continues`,
    heading: 'Your subscription continues',
    paragraphs: [`You pay ${price(found)} for ${found.plan.name} again.`],
  }),
  plan_changed: (found) => ({
    subject: `Your plan is now ${found.title}`,
    heading: `You are now on ${found.plan.name}`,
    paragraphs: [`You pay ${price(found)} from now on.`],
  }),
  price_changed: (found) => ({
    subject: `The price of ${found.title} changes`,
    heading: `The price of ${found.plan.name} changes`,
    paragraphs: [
      `From your next payment${found.subscription.pausedAt ? '' : ` on ${formatLagosDay(found.subscription.periodEndsAt)}`}, you pay ${price(found)}. If you do not want this, you can cancel before then.`,
    ],
  }),
  debt_resolved: (found) => ({
    subject: `Your payment for ${found.title} is no longer due`,
    heading: 'This payment is no longer due',
    paragraphs: [
      `${found.sender} closed the open payment for ${found.plan.name}. Nothing was charged for it. Your subscription continues.`,
    ],
  }),
  trial_extended: (found) => ({
    subject: `Your free trial of ${found.title} is longer`,
    heading: `Free until ${formatLagosDay(found.subscription.periodEndsAt)}`,
    paragraphs: [
      `Your free trial of ${found.plan.name} now ends on ${formatLagosDay(found.subscription.periodEndsAt)}. From then on you pay ${price(found)}, ${byItself(found)}.${describeSetupFee(nextFee(found))}`,
      'If you cancel before that day, nothing is charged.',
    ],
  }),
  link: ({ plan, title }) => ({
    subject: `Your subscription to ${title}`,
    heading: `Your subscription to ${plan.name}`,
    paragraphs: [
      'On the page of your subscription you can see past and upcoming payments, change the card, or cancel.',
    ],
  }),
}

/** Text: when a subscription that the business added is charged first. */
const firstCharge = ({ subscription: { status, isTrial, periodEndsAt, createdAt } }: Found) => {
  if (isTrial) return `It is free until ${formatLagosDay(periodEndsAt)}. The first payment is on that day.`
  return `The first payment is on ${formatLagosDay(status === 'pending' ? periodEndsAt : createdAt)}.`
}

const describeFailure = ({ open, account }: Found) =>
  explainFailure(open ?? { failureCode: null, failureMessage: null }, account ? 'account' : 'card')

const anotherCard = ({ account }: Found) => (account ? 'a card' : 'another card')

const formatExpiry = (card: SavedCardRecord | undefined) =>
  card ? `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}` : ''

export function subscriptionEmail(config: ApiConfig, sender: SendingBusiness, found: Found, which: EmailTemplate) {
  const { subscription, plan, card, account, signUpUrl } = found
  const { action = 'View subscription', ...content } = words[which]({
    ...found,
    sender: sender.name,
    title: titleInSubject(sender, plan.name, neutralTitles[which] ?? 'your plan'),
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
      ['Price', price(found)],
      ...(card ? [['Card', maskedNumber(card.last4)] as const] : []),
      ...(account ? [['Account', accountLabel(findBank(account.bankId)?.name ?? '', account.last4)] as const] : []),
      ...(hasNext ? [['Next payment', formatLagosDay(subscription.periodEndsAt)] as const] : []),
      ...(subscription.endedAt && why ? [['Reason', why] as const] : []),
    ],
    action: signUpUrl
      ? { label: 'Subscribe again', url: signUpUrl }
      : { label: action, url: payerUrl(config, subscription) },
    closing: `Questions about your subscription? Write to ${sender.contactEmail}.`,
  })
}
