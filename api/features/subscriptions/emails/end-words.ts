import { formatNaira } from '@adire/contract/money.ts'
import { formatLagosDay } from '../../../lagos.ts'
import type { EmailWriter } from './email-words.ts'
import type { EmailedSubscription } from './find.ts'
import type { EmailTemplate } from './templates.ts'

/** What is still charged for a subscription that ends. `rest`: how the sentence that nothing more is goes on. */
const describeRest = ({ inProgressKobo }: EmailedSubscription, rest = ''): string =>
  inProgressKobo === null
    ? `Nothing more is charged${rest}.`
    : `A payment of ${formatNaira(inProgressKobo)} is still in progress; after it, nothing more is charged${rest}.`

/** Emails about the end of a subscription. */
export const endWords = {
  ending: (found) => ({
    subject: `${found.title} will end`,
    heading: 'Your subscription will end',
    paragraphs: [
      `You can use ${found.plan.name} until ${formatLagosDay(found.subscription.periodEndsAt)}. ${describeRest(found)}`,
    ],
  }),
  cancelled: (found) =>
    found.subscription.endReason === 'mandate_ended'
      ? {
          subject: `${found.title} was not started`,
          heading: 'Your subscription was not started',
          paragraphs: [
            'The direct debit on your bank account was not approved, so nothing was charged. You can subscribe again, for example with a card.',
          ],
        }
      : {
          subject: `${found.title} has ended`,
          heading: 'Your subscription has ended',
          paragraphs: [
            `${found.subscription.endReason === 'payer' ? 'You cancelled it. ' : ''}${describeRest(found, ` for ${found.plan.name}`)}`,
          ],
        },
  completed: (found) => ({
    subject: `${found.title} is complete`,
    heading: 'All payments are complete',
    paragraphs: [`Your subscription to ${found.plan.name} is complete. ${describeRest(found)}`],
  }),
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
