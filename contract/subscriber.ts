import { endpointsFor } from './endpoint.ts'
import type * as schemas from './subscriber-schemas.ts'

const { get, post, create } = endpointsFor('collections', 'public')
export const getPayerSubscription = get<typeof schemas.getPayerSubscription>('checkout/subscriptions/:accessCode', {
  errors: ['subscription_not_found'],
})
export const cancelPayerSubscription = post<typeof schemas.cancelPayerSubscription>(
  'checkout/subscriptions/:accessCode/cancel',
  { errors: ['subscription_ended', 'subscription_ending', 'subscription_move_refused', 'subscription_not_found'] },
)
export const changeCard = create<typeof schemas.changeCard>('checkout/subscriptions/:accessCode/card', {
  errors: ['payments_stopped', 'subscription_ended', 'subscription_not_found'],
})
