import * as recurringRevenue from '@adire/contract/recurring-revenue.ts'
import * as retrySettings from '@adire/contract/retry-settings.ts'
import * as subscriber from '@adire/contract/subscriber.ts'
import * as subscriptionActions from '@adire/contract/subscription-actions.ts'
import * as subscriptions from '@adire/contract/subscriptions.ts'
import { creationRoute, route, routeWithoutTransaction, routeWithSecrets, tableRoutes } from '../../http/route.ts'
import { updateSubscriptionAddOnsHandler } from './add-ons.ts'
import { cancelSubscriptionHandler } from './cancel.ts'
import { changeSubscriptionPlanHandler } from './change-plan.ts'
import { createSubscriptionHandler } from './create.ts'
import { getSubscriptionHandler, listSubscriptionInvoicesHandler } from './detail.ts'
import { extendTrialHandler } from './extend-trial.ts'
import { downloadSubscriptionsHandler, getSubscriptionTotalsHandler, listSubscriptionsHandler } from './list.ts'
import { chargeSubscriptionNowHandler, resolveSubscriptionDebtHandler } from './owed.ts'
import { pauseSubscriptionHandler, resumeSubscriptionHandler, sendSubscriptionLinkHandler } from './pause.ts'
import { cancelPayerSubscriptionHandler, getPayerSubscriptionHandler } from './payer.ts'
import { previewPlanChangeHandler } from './preview-plan-change.ts'
import { reactivateSubscriptionHandler } from './reactivate.ts'
import { getRetrySettingsHandler, updateRetrySettingsHandler } from './retry-settings.ts'
import { getRecurringRevenueHandler } from './revenue.ts'

export const subscriptionRoutes = [
  route(subscriptions.listSubscriptions, listSubscriptionsHandler),
  ...tableRoutes(
    subscriptions.downloadSubscriptions,
    subscriptions.downloadSubscriptionsXlsx,
    downloadSubscriptionsHandler,
  ),
  route(subscriptions.getSubscriptionTotals, getSubscriptionTotalsHandler),
  route(recurringRevenue.getRecurringRevenue, getRecurringRevenueHandler),
  route(retrySettings.getRetrySettings, getRetrySettingsHandler),
  route(retrySettings.updateRetrySettings, updateRetrySettingsHandler),
  routeWithSecrets(subscriptions.getSubscription, 'subscriptions.manage', ['payerUrl'], getSubscriptionHandler),
  route(subscriptions.listSubscriptionInvoices, listSubscriptionInvoicesHandler),
  creationRoute(subscriptionActions.createSubscription, createSubscriptionHandler),
  route(subscriptions.cancelSubscription, cancelSubscriptionHandler),
  route(subscriptionActions.reactivateSubscription, reactivateSubscriptionHandler),
  route(subscriptions.pauseSubscription, pauseSubscriptionHandler),
  route(subscriptions.resumeSubscription, resumeSubscriptionHandler),
  creationRoute(subscriptionActions.chargeSubscriptionNow, chargeSubscriptionNowHandler),
  route(subscriptionActions.extendTrial, extendTrialHandler),
  route(subscriptionActions.updateSubscriptionAddOns, updateSubscriptionAddOnsHandler),
  route(subscriptionActions.resolveSubscriptionDebt, resolveSubscriptionDebtHandler),
  route(subscriptions.previewPlanChange, previewPlanChangeHandler),
  routeWithoutTransaction(subscriptions.changeSubscriptionPlan, changeSubscriptionPlanHandler),
  route(subscriptions.sendSubscriptionLink, sendSubscriptionLinkHandler),
  route(subscriber.getPayerSubscription, getPayerSubscriptionHandler),
  route(subscriber.cancelPayerSubscription, cancelPayerSubscriptionHandler),
]
