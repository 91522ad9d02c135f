import type { SplitPayment } from './store-shares.ts'

/** Whose money a payment is about, in sentences about what is held or returned of it. */
export const describeBalances = ({ split }: Pick<SplitPayment, 'split'>): string =>
  split ? 'your balance and the recipients\u2019' : 'your balance'
