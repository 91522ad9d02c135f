/** The areas that are not there yet: what each will do. An area that arrives leaves this list. */
export const areas = {
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
