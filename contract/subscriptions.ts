import { endpointsFor } from './endpoint.ts'
import type { SubscriptionStatus } from './subscription-fields-schemas.ts'
import type * as schemas from './subscriptions-schemas.ts'

export const subscriptionStatuses = [
  'pending',
  'active',
  'attention',
  'non_renewing',
  'completed',
  'cancelled',
] as const

/** Allowed status transitions; all others are rejected. */
export const subscriptionMoves: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  pending: ['active', 'cancelled'],
  active: ['attention', 'non_renewing', 'completed', 'cancelled'],
  attention: ['active', 'non_renewing', 'cancelled'],
  non_renewing: ['active', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

/** Statuses of a subscription that has not ended. */
export const runningStatuses = ['pending', 'active', 'attention', 'non_renewing'] as const

/** `forgiven` and `paid_outside`: closed by the merchant, without a payment. */
export const subscriptionInvoiceStatuses = ['pending', 'success', 'failed', 'forgiven', 'paid_outside'] as const

/** Reasons for the end of a subscription. */
export const endReasons = {
  payer: 'Cancelled by the customer',
  merchant: 'Cancelled by you',
  payment_failed: 'The card could not be charged',
  plan_deleted: 'The plan was deleted',
  limit_reached: 'All billing cycles are complete',
  mandate_ended: 'The bank account was not allowed to be debited',
} as const

/**
 * Status filter: `running` (not ended), or one of the others, of which each subscription matches exactly one. A paused subscription is only
 * `paused`, and one in its trial is not `active`.
 */
export const subscriptionFilters = ['running', 'trial', 'paused', ...subscriptionStatuses] as const

const { get, post, download } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const listSubscriptions = get<typeof schemas.listSubscriptions>('subscribe')
export const downloadSubscriptions = download<typeof schemas.downloadSubscriptions>(
  'subscribe/csv/download',
  'subscription.csv',
)
export const downloadSubscriptionsXlsx = download<typeof schemas.downloadSubscriptionsXlsx>(
  'subscribe/xlsx/download',
  'subscription.xlsx',
)
export const getSubscriptionTotals = get<typeof schemas.getSubscriptionTotals>('subscribe/totals')
export const getSubscription = get<typeof schemas.getSubscription>('subscribe/:id', {
  errors: ['subscription_not_found'],
})
export const listSubscriptionInvoices = get<typeof schemas.listSubscriptionInvoices>('subscribe/:id/invoices', {
  errors: ['subscription_not_found'],
})
export const cancelSubscription = post<typeof schemas.cancelSubscription>('subscribe/cancel', {
  errors: ['subscription_ended', 'subscription_ending', 'subscription_move_refused', 'subscription_not_found'],
})
export const pauseSubscription = post<typeof schemas.pauseSubscription>('subscribe/:id/pause', {
  errors: ['subscription_charging', 'subscription_move_refused', 'subscription_not_active', 'subscription_not_found'],
})
export const resumeSubscription = post<typeof schemas.resumeSubscription>('subscribe/:id/resume', {
  errors: ['subscription_move_refused', 'subscription_not_found', 'subscription_not_paused'],
})
export const previewPlanChange = get<typeof schemas.previewPlanChange>('subscribe/:id/plan', {
  errors: [
    'above_mandate',
    'add_ons_fix_interval',
    'plan_closed',
    'plan_not_found',
    'same_plan',
    'subscription_charging',
    'subscription_not_active',
    'subscription_not_found',
  ],
})
export const changeSubscriptionPlan = post<typeof schemas.changeSubscriptionPlan>('subscribe/:id/plan', {
  errors: [
    'above_mandate',
    'add_ons_fix_interval',
    'account_not_debited',
    'day_limit_reached',
    'no_card',
    'payment_failed',
    'payment_limit_exceeded',
    'payments_stopped',
    'plan_closed',
    'plan_not_found',
    'price_changed',
    'same_plan',
    'subscription_charging',
    'subscription_move_refused',
    'subscription_not_active',
    'subscription_not_found',
  ],
})
export const sendSubscriptionLink = post<typeof schemas.sendSubscriptionLink>('subscribe/:id/link', {
  errors: ['email_limit_reached', 'link_sent', 'subscription_move_refused', 'subscription_not_found'],
})
