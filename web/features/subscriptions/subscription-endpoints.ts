import { getPlan, listPlans } from '@adire/contract/plans.ts'
import {
  getSubscription,
  getSubscriptionTotals,
  listSubscriptionInvoices,
  listSubscriptions,
} from '@adire/contract/subscriptions.ts'

/** What a change of one subscription makes old. */
export const subscriptionEndpoints = [
  getSubscription,
  listSubscriptionInvoices,
  listSubscriptions,
  getSubscriptionTotals,
  getPlan,
  listPlans,
]
