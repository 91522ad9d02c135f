import { callEndpoint } from '@adire/contract/call.ts'
import { payByQr } from '@adire/contract/checkout.ts'
import { lazyStep } from '../../lazy-step.tsx'
import type { CheckoutChannel } from '../definition.ts'

export const qr: CheckoutChannel = {
  Step: lazyStep(() => import('./step.tsx').then((part) => part.QrStep)),
  instant: {
    open: (api, accessCode) => callEndpoint(api, payByQr, { accessCode }),
    isOpen: ({ qr }) => qr !== null,
  },
}
