import { callEndpoint } from '@adire/contract/call.ts'
import { payByTransfer } from '@adire/contract/checkout.ts'
import { lazyStep } from '../../lazy-step.tsx'
import type { CheckoutChannel } from '../definition.ts'

export const bankTransfer: CheckoutChannel = {
  Step: lazyStep(() => import('./step.tsx').then((part) => part.TransferStep)),
  instant: {
    open: (api, accessCode) => callEndpoint(api, payByTransfer, { accessCode }),
    isOpen: ({ transfer }) => transfer !== null,
  },
}
