import { getPlan, listPlans } from '@adire/contract/plans.ts'
import {
  getSubscription,
  getSubscriptionTotals,
  listSubscriptionInvoices,
  listSubscriptions,
} from '@adire/contract/subscriptions.ts'

/** Endpoints to refetch after a change of one subscription. */
export const subscriptionEndpoints = [
  getSubscription,
  listSubscriptionInvoices,
  listSubscriptions,
  getSubscriptionTotals,
  getPlan,
  listPlans,
]
