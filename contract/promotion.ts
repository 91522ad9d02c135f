import { endpointsFor } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import type * as schemas from './promotion-schemas.ts'

/**
 * Kinds of objects and settings that are copied from Test Mode to Live Mode, in this order: an object can need one before it. Of each kind the
 * name on screens, in the plural, and the permission that a member needs in Live Mode.
 */
export const promotionKinds = {
  business_profile: { name: 'Business profile', permission: 'business.manage' },
  logo: { name: 'Logo', permission: 'business.manage' },
  invoice_numbers: { name: 'Invoice numbers', permission: 'invoices.manage' },
  payout_schedule: { name: 'Payout schedule', permission: 'settlements.manage' },
  retry_settings: { name: 'Retries of failed charges', permission: 'subscriptions.manage' },
  journal_accounts: { name: 'Journal accounts', permission: 'reports.manage' },
  plan: { name: 'Plans', permission: 'subscriptions.manage' },
  coupon: { name: 'Coupons', permission: 'subscriptions.manage' },
  split: { name: 'Splits', permission: 'splits.manage' },
  payment_link: { name: 'Payment links', permission: 'payment_links.manage' },
  webhook_endpoint: { name: 'Webhook endpoints', permission: 'webhooks.manage' },
  report_schedule: { name: 'Scheduled reports', permission: 'reports.manage' },
} as const satisfies Record<string, { name: string; permission: Permission }>
export type PromotionKind = keyof typeof promotionKinds

/** Limits of a promotion: objects that one request copies, and objects of each kind that are compared. */
export const promotionLimits = { copied: 100, compared: 200 }

// Every member may call them: each kind needs the permission to change it in Live Mode.
const { get, post } = endpointsFor('core', 'member', ['payments', 'account', 'webhooks'], 'every member')

export const getPromotion = get<typeof schemas.getPromotion>('promotion', { errors: ['live_mode_only'] })
export const promoteObjects = post<typeof schemas.promoteObjects>('promotion', {
  topic: 'everything',
  errors: ['confirmation_required', 'live_mode_only'],
})
