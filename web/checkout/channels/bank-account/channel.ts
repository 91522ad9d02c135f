import { lazyStep } from '../../lazy-step.tsx'
import type { CheckoutChannel } from '../definition.ts'

export const bankAccount: CheckoutChannel = {
  Step: lazyStep(() => import('./step.tsx').then((part) => part.AccountStep)),
  describeInstrument: ({ account }) => account && `${account.bankName} ending ${account.last4}`,
  describeReceipt: ({ account }) => account && `${account.bankName}, account ending ${account.last4}`,
}
