import { endpointsFor } from './endpoint.ts'
import type * as schemas from './subscription-actions-schemas.ts'

/** Ways to close an unpaid period without a payment. */
export const debtResolutions = ['forgiven', 'paid_outside'] as const

/** Maximum number of add-ons of a subscription. */
export const maxAddOns = 10

const { post, create } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const createSubscription = create<typeof schemas.createSubscription>('subscribe', {
  errors: [
    'already_subscribed',
    'card_not_covered',
    'coupon_not_found',
    'coupon_not_redeemable',
    'day_limit_reached',
    'email_limit_reached',
    'payer_refused',
    'payment_limit_exceeded',
    'payments_stopped',
    'plan_closed',
    'plan_not_found',
    'price_changed',
    'saved_card_not_found',
  ],
})
export const chargeSubscriptionNow = create<typeof schemas.chargeSubscriptionNow>('subscribe/:id/charge', {
  errors: [
    'account_not_debited',
    'day_limit_reached',
    'no_card',
    'nothing_owed',
    'payment_failed',
    'payment_limit_exceeded',
    'payments_stopped',
    'price_changed',
    'subscription_charging',
    'subscription_not_found',
    'too_many_attempts',
  ],
})
export const extendTrial = post<typeof schemas.extendTrial>('subscribe/:id/trial', {
  errors: [
    'not_in_trial',
    'subscription_charging',
    'subscription_move_refused',
    'subscription_not_active',
    'subscription_not_found',
  ],
})
export const reactivateSubscription = post<typeof schemas.reactivateSubscription>('subscribe/:id/reactivate', {
  errors: [
    'account_not_debited',
    'no_card',
    'plan_closed',
    'subscription_ended',
    'subscription_ending',
    'subscription_move_refused',
    'subscription_not_ending',
    'subscription_not_found',
  ],
})
export const updateSubscriptionAddOns = post<typeof schemas.updateSubscriptionAddOns>('subscribe/:id/add-ons', {
  errors: [
    'above_mandate',
    'add_ons_fix_interval',
    'subscription_charging',
    'subscription_move_refused',
    'subscription_not_active',
    'subscription_not_found',
  ],
})
export const resolveSubscriptionDebt = post<typeof schemas.resolveSubscriptionDebt>('subscribe/:id/resolve', {
  errors: [
    'nothing_owed',
    'price_changed',
    'subscription_charging',
    'subscription_move_refused',
    'subscription_not_found',
  ],
})
