import { endpointsFor } from './endpoint.ts'
import type * as schemas from './subscriber-schemas.ts'

const { get, post, create } = endpointsFor('collections', 'public')
export const subscribeByAccount = create<typeof schemas.subscribeByAccount>('checkout/pages/:slug/subscriptions')
export const getPayerSubscription = get<typeof schemas.getPayerSubscription>('checkout/subscriptions/:accessCode')
export const cancelPayerSubscription = post<typeof schemas.cancelPayerSubscription>(
  'checkout/subscriptions/:accessCode/cancel',
)
export const changeCard = create<typeof schemas.changeCard>('checkout/subscriptions/:accessCode/card')
