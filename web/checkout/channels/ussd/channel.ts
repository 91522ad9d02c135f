import { lazyStep } from '../../lazy-step.tsx'
import type { CheckoutChannel } from '../definition.ts'

export const ussd: CheckoutChannel = {
  Step: lazyStep(() => import('./step.tsx').then((part) => part.UssdStep)),
  describeReceipt: ({ ussd }) => ussd && `USSD, ${ussd.bankName}`,
}
