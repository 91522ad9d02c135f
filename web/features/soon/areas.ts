/** The areas that are not there yet: what each will do. An area that arrives leaves this list. */
export const areas = {
  '/payouts': {
    title: 'Settlements',
    text: 'What is paid out to your bank account: each settlement with its payments, fees and refunds, and the next one due.',
  },
  '/payouts/:id/:transactionDate': {
    title: 'Settlement',
    text: 'One settlement, line by line, so that you can match it with your bank statement.',
  },
  '/transfer-detail': {
    title: 'Transfer',
    text: 'One transfer to your bank account: its amount, its reference and where it stands.',
  },
  '/subscriptions': {
    title: 'Subscriptions',
    text: 'Customers who pay you again and again: who is active, when they pay next, and who has stopped.',
  },
  '/subscriptions/:id': {
    title: 'Subscription',
    text: 'One subscription: its plan, its charges so far, the next one, and a way to cancel it.',
  },
  '/plans': {
    title: 'Plans',
    text: 'What customers can subscribe to: an amount, and how often it is charged.',
  },
  '/plans/:planId': {
    title: 'Plan',
    text: 'One plan: its amount, how often it is charged, and who subscribes to it.',
  },
  '/split-payment': {
    title: 'Split payments',
    text: 'Share each payment between several bank accounts, by fixed amounts or by percentages.',
  },
  '/split-payment-detail': {
    title: 'Split payment',
    text: 'One split: who receives which share, and the payments that were shared by it.',
  },
} as const

export type AreaPath = keyof typeof areas
