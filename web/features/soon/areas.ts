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
