import { formatLagosDay } from '../../../lagos.ts'
import type { EmailWriter } from './email-words.ts'
import type { EmailedSubscription } from './find.ts'
import { collectionText, priceText } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

const fromNextPayment = (found: EmailedSubscription): string => {
  const { pausedAt, periodEndsAt } = found.subscription
  const day = pausedAt ? '' : ` on ${formatLagosDay(periodEndsAt)}`
  return `From your next payment${day}, you pay ${priceText(found)}. If you do not want this, you can cancel before then.`
}

const priceChanges: EmailWriter = (found) => ({
  subject: `The price of ${found.title} changes`,
  heading: `The price of ${found.plan.name} changes`,
  paragraphs: [fromNextPayment(found)],
})

/** Emails about a change of the plan or its price, and about a pause. */
export const changeWords = {
  plan_changed: (found) => ({
    subject: `Your plan is now ${found.title}`,
    heading: `You are now on ${found.plan.name}`,
    paragraphs: [`You pay ${priceText(found)} from now on.`],
  }),
  plan_change_planned: (found) =>
    found.plan.id === found.subscription.planId
      ? priceChanges(found)
      : {
          subject: `Your plan changes to ${found.title}`,
          heading: `Your plan changes to ${found.plan.name}`,
          paragraphs: [fromNextPayment(found)],
        },
  price_changed: priceChanges,
  paused: ({ plan, subscription, title }) => ({
    subject: `${title} is paused`,
    heading: 'Your subscription is paused',
    paragraphs: [
      subscription.resumeAt
        ? `Nothing is charged for ${plan.name} until ${formatLagosDay(subscription.resumeAt)}. It continues on that day.`
        : `Nothing is charged for ${plan.name} until it is resumed.`,
    ],
  }),
  reactivated: (found) => ({
    subject: `${found.title} continues`,
    heading: 'Your subscription continues',
    paragraphs: [
      `${found.sender} took back the cancellation of your subscription. From ${formatLagosDay(found.subscription.periodEndsAt)} you pay ${priceText(found)} for ${found.plan.name} again, ${collectionText(found)}.`,
      'If you do not want this, cancel before that day.',
    ],
    action: 'View or cancel subscription',
  }),
  resumed: (found) => ({
    subject: `${found.title} continues`,
    heading: 'Your subscription continues',
    paragraphs: [`You pay ${priceText(found)} for ${found.plan.name} again.`],
  }),
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
