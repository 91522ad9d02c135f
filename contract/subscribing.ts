import { endpointsFor } from './endpoint.ts'
import type * as schemas from './subscribing-schemas.ts'

const { post, create } = endpointsFor('collections', 'public')
export const checkCoupon = post<typeof schemas.checkCoupon>('checkout/pages/:slug/coupon', {
  errors: ['coupon_refused', 'payment_page_closed', 'too_many_attempts'],
})
export const subscribeByAccount = create<typeof schemas.subscribeByAccount>('checkout/pages/:slug/subscriptions', {
  errors: [
    'account_refused',
    'account_unchecked',
    'account_unknown',
    'cards_only',
    'coupon_refused',
    'email_limit_reached',
    'payer_refused',
    'payment_page_closed',
    'subscription_changed',
    'too_many_attempts',
  ],
})
