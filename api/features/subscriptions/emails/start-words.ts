import { formatNaira } from '@adire/contract/money.ts'
import { formatLagosDay } from '../../../lagos.ts'
import { isDiscountEnding, nextChargeAt } from '../calendar.ts'
import { describeSetupFee } from '../setup-fee.ts'
import type { EmailWriter } from './email-words.ts'
import { agreedPriceText, collectionText, firstChargeText, nextSetupFee, priceText } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

/** Emails about the start of a subscription: its beginning, its trial and its link. */
export const startWords = {
  started: (found) => ({
    subject: `You subscribed to ${found.title}`,
    heading: 'You are subscribed',
    paragraphs: [
      found.subscription.isTrial
        ? `${found.plan.name} is free until ${formatLagosDay(found.subscription.periodEndsAt)}. From then on you pay ${priceText(found)}, ${collectionText(found)}.${describeSetupFee(found.subscription)}`
        : `You pay ${agreedPriceText(found)} for ${found.plan.name}, ${collectionText(found)}.${describeSetupFee(found.subscription)}`,
      'Keep this email. Its link opens your subscription, where you can change the card or cancel.',
    ],
  }),
  added: (found) => ({
    subject: `You are subscribed to ${found.title}`,
    heading: 'You are subscribed',
    paragraphs: [
      `${found.sender} subscribed you to ${found.plan.name}, using the card that you allowed them to save. You pay ${agreedPriceText(found)}, charged to the card ending ${found.card?.last4 ?? ''} automatically. ${firstChargeText(found)}${describeSetupFee(found.subscription)}`,
      'You can cancel at any time or use another card on the page of the subscription.',
    ],
    action: 'View or cancel subscription',
  }),
  upcoming: (found) => {
    const kobo = found.nextChargeKobo
    const day = formatLagosDay(nextChargeAt(found.subscription))
    return {
      subject: found.subscription.isTrial
        ? `Your free trial of ${found.title} ends on ${day}`
        : `Your ${found.subscription.status === 'pending' ? 'first' : 'next'} payment for ${found.title} is on ${day}`,
      heading: `${formatNaira(kobo)} on ${day}`,
      paragraphs: [
        `${found.subscription.isTrial ? 'Your free trial ends on that day. Then' : 'On that day'} ${formatNaira(kobo)} for ${found.plan.name} will be ${collectionText(found)}.${isDiscountEnding(found.subscription) ? ' Your discount has ended, so this is the full price.' : ''}${describeSetupFee(nextSetupFee(found))}`,
        'You do not have to do anything. If you do not want to continue, cancel before that day.',
      ],
    }
  },
  trial_extended: (found) => ({
    subject: `Your free trial of ${found.title} is longer`,
    heading: `Free until ${formatLagosDay(found.subscription.periodEndsAt)}`,
    paragraphs: [
      `Your free trial of ${found.plan.name} now ends on ${formatLagosDay(found.subscription.periodEndsAt)}. From then on you pay ${priceText(found)}, ${collectionText(found)}.${describeSetupFee(nextSetupFee(found))}`,
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
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
