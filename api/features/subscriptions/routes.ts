import { getRecurringRevenue } from '@adire/contract/recurring-revenue.ts'
import { getRetrySettings, updateRetrySettings } from '@adire/contract/retry-settings.ts'
import { cancelPayerSubscription, getPayerSubscription } from '@adire/contract/subscriber.ts'
import {
  chargeSubscriptionNow,
  createSubscription,
  extendTrial,
  resolveSubscriptionDebt,
  updateSubscriptionAddOns,
} from '@adire/contract/subscription-actions.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  downloadSubscriptions,
  downloadSubscriptionsXlsx,
  getSubscription,
  getSubscriptionTotals,
  listSubscriptionInvoices,
  listSubscriptions,
  pauseSubscription,
  previewPlanChange,
  resumeSubscription,
  sendSubscriptionLink,
} from '@adire/contract/subscriptions.ts'
import { creationRoute, route, routeWithoutTransaction, tableRoutes } from '../../http/route.ts'
import { updateSubscriptionAddOnsHandler } from './add-ons.ts'
import { cancelSubscriptionHandler } from './cancel.ts'
import { changeSubscriptionPlanHandler, previewPlanChangeHandler } from './change-plan.ts'
import { createSubscriptionHandler } from './create.ts'
import { getSubscriptionHandler, listSubscriptionInvoicesHandler } from './detail.ts'
import { extendTrialHandler } from './extend-trial.ts'
import { downloadSubscriptionsHandler, getSubscriptionTotalsHandler, listSubscriptionsHandler } from './list.ts'
import { chargeSubscriptionNowHandler, resolveSubscriptionDebtHandler } from './owed.ts'
import { pauseSubscriptionHandler, resumeSubscriptionHandler, sendSubscriptionLinkHandler } from './pause.ts'
import { cancelPayerSubscriptionHandler, getPayerSubscriptionHandler } from './payer.ts'
import { getRetrySettingsHandler, updateRetrySettingsHandler } from './retry-settings.ts'
import { getRecurringRevenueHandler } from './revenue.ts'

export const subscriptionRoutes = [
  route(listSubscriptions, listSubscriptionsHandler),
  ...tableRoutes(downloadSubscriptions, downloadSubscriptionsXlsx, downloadSubscriptionsHandler),
  route(getSubscriptionTotals, getSubscriptionTotalsHandler),
  route(getRecurringRevenue, getRecurringRevenueHandler),
  route(getRetrySettings, getRetrySettingsHandler),
  route(updateRetrySettings, updateRetrySettingsHandler),
  route(getSubscription, getSubscriptionHandler),
  route(listSubscriptionInvoices, listSubscriptionInvoicesHandler),
  creationRoute(createSubscription, createSubscriptionHandler),
  route(cancelSubscription, cancelSubscriptionHandler),
  route(pauseSubscription, pauseSubscriptionHandler),
  route(resumeSubscription, resumeSubscriptionHandler),
  creationRoute(chargeSubscriptionNow, chargeSubscriptionNowHandler),
  route(extendTrial, extendTrialHandler),
  route(updateSubscriptionAddOns, updateSubscriptionAddOnsHandler),
  route(resolveSubscriptionDebt, resolveSubscriptionDebtHandler),
  route(previewPlanChange, previewPlanChangeHandler),
  routeWithoutTransaction(changeSubscriptionPlan, changeSubscriptionPlanHandler),
  route(sendSubscriptionLink, sendSubscriptionLinkHandler),
  route(getPayerSubscription, getPayerSubscriptionHandler),
  route(cancelPayerSubscription, cancelPayerSubscriptionHandler),
]
