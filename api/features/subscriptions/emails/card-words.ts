import { formatInstant } from '../../../lagos.ts'
import type { EmailWriter } from './email-words.ts'
import { amountDueText, anotherCard, describeFailure, formatExpiry } from './phrases.ts'
import type { EmailTemplate } from './templates.ts'

/** Emails about what is charged: a card or account that is missing, declined or changed. */
export const cardWords = {
  account_lost: (found) => ({
    subject: `${found.title} needs a card`,
    heading: 'Your account is no longer debited',
    paragraphs: [`The direct debit on your bank account has ended. Add a card to continue ${found.plan.name}.`],
    action: 'Use a card',
  }),
  charge_failed: (found) => {
    const next = found.open?.nextAttemptAt
    const retry = next ? ` We will try again on ${formatInstant(next)}.` : ''
    const enough = `enough money ${found.account ? 'in the account' : 'on the card'}${next ? ' by then' : ''}`
    return {
      subject: `Your payment for ${found.title} did not go through`,
      heading: `${amountDueText(found)} could not be charged`,
      paragraphs: [
        `${describeFailure(found)}${retry}`,
        `Make sure that there is ${enough}, or pay with ${anotherCard(found)} now.`,
      ],
      action: `Pay with ${anotherCard(found)}`,
    }
  },
  card_needed: (found) => ({
    subject: `${found.title} needs ${anotherCard(found)}`,
    heading: `${amountDueText(found)} could not be charged`,
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
  debt_resolved: (found) => ({
    subject: `Your payment for ${found.title} is no longer due`,
    heading: 'This payment is no longer due',
    paragraphs: [
      `${found.sender} closed the open payment for ${found.plan.name}. Nothing was charged for it. Your subscription continues.`,
    ],
  }),
} satisfies Partial<Record<EmailTemplate, EmailWriter>>
