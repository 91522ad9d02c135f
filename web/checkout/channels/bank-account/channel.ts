import { lazyStep } from '../../lazy-step.tsx'
import type { CheckoutChannel } from '../definition.ts'

export const bankAccount: CheckoutChannel = {
  Step: lazyStep(() => import('./step.tsx').then((part) => part.AccountStep)),
  describeInstrument: ({ account }, texts) => account && texts.ending(account.bankName, account.last4),
  describeReceipt: ({ account }, texts) => account && texts.accountEnding(account.bankName, account.last4),
}
