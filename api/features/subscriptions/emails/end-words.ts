import { formatLagosDay } from '../../../lagos.ts'
import type { EmailWriter } from './email-words.ts'
import { amountDueText } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

/** Emails about the end of a subscription. */
export const endWords = {
  ending: (found) => ({
    subject: `${found.title} will end`,
    heading: 'Your subscription will end',
    paragraphs: [
      `You can use ${found.plan.name} until ${formatLagosDay(found.subscription.periodEndsAt)}. ${
        found.open
          ? `A payment of ${amountDueText(found)} is still in progress; after it, nothing more is charged.`
          : 'Nothing more is charged.'
      }`,
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
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
