import './wiring.ts'
import type { Mode } from '@adire/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { announcementRoutes } from './features/announcements/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { guardRoute } from './features/approvals/guard.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { bankAccountRoutes } from './features/bank-accounts/routes.ts'
import { channelHealthRoutes } from './features/channel-health/routes.ts'
import { chargeRoutes } from './features/charges/routes.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { directDebitRoutes } from './features/direct-debit/routes.ts'
import { disputeRoutes } from './features/disputes/routes.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { kycRoutes } from './features/kyc/routes.ts'
import { lookupRoutes } from './features/lookups/routes.ts'
import { merchantRoutes } from './features/merchants/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { guardStaffRoute } from './features/office-approvals/guard.ts'
import { officeApprovalRoutes } from './features/office-approvals/routes.ts'
import { officeMerchantRoutes } from './features/office-merchants/routes.ts'
import { serveMerchantViews } from './features/office-merchants/view.ts'
import { officeMoneyRoutes } from './features/office-money/routes.ts'
import { officePaymentRoutes } from './features/office-payments/routes.ts'
import { officeReviewRoutes } from './features/office-review/routes.ts'
import { officeRiskRoutes } from './features/office-risk/routes.ts'
import { officeSystemRoutes } from './features/office-system/routes.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { paymentLinkRoutes } from './features/payment-links/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { priceRoutes } from './features/prices/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { processorCallRoutes } from './features/processor-calls/routes.ts'
import { promotionRoutes } from './features/promotion/routes.ts'
import { refundRoutes } from './features/refunds/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { requestLogRoutes } from './features/request-log/routes.ts'
import { savedCardRoutes } from './features/saved-cards/routes.ts'
import { savedViewRoutes } from './features/saved-views/routes.ts'
import { settlementRoutes } from './features/settlements/routes.ts'
import { simulatorRoutes } from './features/simulator/routes.ts'
import { splitRoutes } from './features/splits/routes.ts'
import { confirmRoute } from './features/staff/confirmation.ts'
import { backOfficeSurface } from './features/staff/identify.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { serveStaffSessions } from './features/staff/session-routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { teamRoutes } from './features/team/routes.ts'
import { testClockRoutes } from './features/test-clock/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { createExports } from './http/exports.ts'
import type { EndpointRoute } from './http/route.ts'
import { serveRoute } from './http/serve.ts'
import { createStreams } from './http/stream.ts'
import { merchantSurface } from './http/surface.ts'
import type { Runtime } from './runtime.ts'

/** All endpoints with their handlers. What the rules of a business put under approval waits for it. */
export const allRoutes: readonly EndpointRoute[] = [
  teamRoutes,
  approvalRoutes,
  userRoutes,
  merchantRoutes,
  priceRoutes,
  onboardingRoutes,
  kycRoutes,
  bankAccountRoutes,
  apiKeyRoutes,
  reportRoutes,
  requestLogRoutes,
  notificationRoutes,
  announcementRoutes,
  auditRoutes,
  customerRoutes,
  privacyRoutes,
  lookupRoutes,
  savedCardRoutes,
  savedViewRoutes,
  settlementRoutes,
  simulatorRoutes,
  testClockRoutes,
  promotionRoutes,
  paymentLinkRoutes,
  invoiceRoutes,
  chargeRoutes,
  paymentRoutes,
  processorCallRoutes,
  channelHealthRoutes,
  refundRoutes,
  directDebitRoutes,
  disputeRoutes,
  checkoutRoutes,
  planRoutes,
  couponRoutes,
  splitRoutes,
  subscriptionRoutes,
  webhookRoutes,
]
  .flat()
  .map(guardRoute)

/** All endpoints of the back office with their handlers, behind a confirmation and an approval where they are needed. Those that sign tokens are in `serveStaffSessions` and `serveMerchantViews`. */
export const backOfficeRoutes: readonly EndpointRoute[] = [
  officeReviewRoutes,
  officeMerchantRoutes,
  officePaymentRoutes,
  officeMoneyRoutes,
  officeSystemRoutes,
  officeRiskRoutes,
  staffRoutes,
  officeApprovalRoutes,
]
  .flat()
  .map(guardStaffRoute)
  .map(confirmRoute)

const modes: readonly Mode[] = ['TEST', 'LIVE']

/** Registers the six servers (core, collections, settlements, in each mode) and the back office, or those that `SERVERS` names. */
export function openServers(app: FastifyInstance, runtime: Runtime): void {
  const resources = { streams: createStreams(app, runtime.live), exports: createExports(app, runtime) }
  const isServed = (name: string) => runtime.config.servers.some((served) => served === name)
  for (const mode of modes)
    for (const route of allRoutes) {
      const { server } = route.endpoint
      if (isServed(`${mode.toLowerCase()}-${server}`))
        serveRoute(app, runtime, merchantSurface(runtime, mode, server), route, resources)
    }
  if (!isServed('operator')) return
  serveStaffSessions(app, runtime)
  serveMerchantViews(app, runtime)
  for (const route of backOfficeRoutes) serveRoute(app, runtime, backOfficeSurface(runtime), route, resources)
}
