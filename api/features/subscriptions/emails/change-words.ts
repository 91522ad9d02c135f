import { formatLagosDay } from '../../../lagos.ts'
import type { EmailWriter } from './email-words.ts'
import { priceText } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

/** Emails about a change of the plan or its price, and about a pause. */
export const changeWords = {
  plan_changed: (found) => ({
    subject: `Your plan is now ${found.title}`,
    heading: `You are now on ${found.plan.name}`,
    paragraphs: [`You pay ${priceText(found)} from now on.`],
  }),
  price_changed: (found) => {
    const isOtherPlan = found.plan.id !== found.subscription.planId
    return {
      subject: isOtherPlan ? `Your plan changes to ${found.title}` : `The price of ${found.title} changes`,
      heading: isOtherPlan ? `Your plan changes to ${found.plan.name}` : `The price of ${found.plan.name} changes`,
      paragraphs: [
        `From your next payment${found.subscription.pausedAt ? '' : ` on ${formatLagosDay(found.subscription.periodEndsAt)}`}, you pay ${priceText(found)}. If you do not want this, you can cancel before then.`,
      ],
    }
  },
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
    paragraphs: [`You pay ${priceText(found)} for ${found.plan.name} again.`],
  }),
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
