import * as announcements from './announcements.ts'
import * as apiKeys from './api-keys.ts'
import * as approvals from './approvals.ts'
import * as audit from './audit.ts'
import * as bankAccounts from './bank-accounts.ts'
import * as channelHealth from './channel-health.ts'
import * as charges from './charges.ts'
import * as checkout from './checkout.ts'
import * as coupons from './coupons.ts'
import * as customers from './customers.ts'
import * as directDebit from './direct-debit.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as invoiceNumbers from './invoice-numbers.ts'
import * as invoices from './invoices.ts'
import * as kyc from './kyc.ts'
import * as live from './live.ts'
import * as lookups from './lookups.ts'
import * as mandateImport from './mandate-import.ts'
import * as mandatePage from './mandate-page.ts'
import * as merchants from './merchants.ts'
import * as notifications from './notifications.ts'
import * as onboarding from './onboarding.ts'
import * as passkeys from './passkeys.ts'
import * as paymentLinks from './payment-links.ts'
import * as payments from './payments.ts'
import * as payoutSchedule from './payout-schedule.ts'
import * as plans from './plans.ts'
import * as prices from './prices.ts'
import * as processorCalls from './processor-calls.ts'
import * as promotion from './promotion.ts'
import * as recurringRevenue from './recurring-revenue.ts'
import * as refunds from './refunds.ts'
import * as registration from './registration.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reports from './reports.ts'
import * as requestLog from './request-log.ts'
import * as restrictions from './restrictions.ts'
import * as retrySettings from './retry-settings.ts'
import * as savedCards from './saved-cards.ts'
import * as savedViews from './saved-views.ts'
import * as settlements from './settlements.ts'
import * as simulator from './simulator.ts'
import * as splits from './splits.ts'
import * as subscriber from './subscriber.ts'
import * as subscribing from './subscribing.ts'
import * as subscriptionActions from './subscription-actions.ts'
import * as subscriptions from './subscriptions.ts'
import * as team from './team.ts'
import * as testClock from './test-clock.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

/** All endpoints of the API by area and name. */
export const contractAreas = {
  registration,
  users,
  passkeys,
  merchants,
  team,
  approvals,
  kyc,
  onboarding,
  bankAccounts,
  apiKeys,
  promotion,
  recurringRevenue,
  retrySettings,
  reportSchedules,
  reports,
  requestLog,
  notifications,
  announcements,
  audit,
  coupons,
  customers,
  lookups,
  prices,
  restrictions,
  live,
  savedViews,
  payoutSchedule,
  settlements,
  simulator,
  testClock,
  paymentLinks,
  invoiceNumbers,
  invoices,
  charges,
  savedCards,
  payments,
  processorCalls,
  channelHealth,
  refunds,
  directDebit,
  mandateImport,
  mandatePage,
  disputes,
  checkout,
  plans,
  splits,
  subscriptions,
  subscriptionActions,
  subscribing,
  subscriber,
  webhooks,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'server' in value && 'access' in value && 'path' in value

/** Endpoints of an area with their names. */
export const listEndpoints = (area: Readonly<Record<string, unknown>>): [name: string, endpoint: Endpoint][] =>
  Object.entries(area).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))

/** Every endpoint by name. The server, the API reference and the security tests all use this list. */
export const allEndpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(contractAreas).flatMap(listEndpoints),
)
