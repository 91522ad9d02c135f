import './wiring.ts'
import type { Mode } from '@adire/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from './features/api-keys/api-keys.ts'
import { auditRoutes } from './features/audit/audit.ts'
import { bankAccountRoutes } from './features/bank-accounts/bank-accounts.ts'
import { chargeRoutes } from './features/charges/charges.ts'
import { checkoutRoutes } from './features/checkout/checkout.ts'
import { customerRoutes } from './features/customers/customers.ts'
import { directDebitRoutes } from './features/direct-debit/direct-debit.ts'
import { disputeRoutes } from './features/disputes/disputes.ts'
import { invoiceRoutes } from './features/invoices/invoices.ts'
import { kycRoutes } from './features/kyc/kyc.ts'
import { lookupRoutes } from './features/lookups/lookups.ts'
import { merchantRoutes } from './features/merchants/merchants.ts'
import { notificationRoutes } from './features/notifications/notifications.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.ts'
import { paymentLinkRoutes } from './features/payment-links/payment-links.ts'
import { paymentRoutes } from './features/payments/payments.ts'
import { planRoutes } from './features/plans/plans.ts'
import { privacyRoutes } from './features/privacy/privacy.ts'
import { refundRoutes } from './features/refunds/refunds.ts'
import { requestLogRoutes } from './features/request-log/request-log.ts'
import { savedViewRoutes } from './features/saved-views/saved-views.ts'
import { settlementRoutes } from './features/settlements/settlements.ts'
import { simulatorRoutes } from './features/simulator/simulator.ts'
import { splitRoutes } from './features/splits/splits.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.ts'
import { testClockRoutes } from './features/test-clock/test-clock.ts'
import { userRoutes } from './features/users/users.ts'
import { webhookRoutes } from './features/webhooks/webhooks.ts'
import { createExports } from './http/exports.ts'
import type { EndpointRoute } from './http/route.ts'
import { serveRoute } from './http/serve.ts'
import { createStreams } from './http/stream.ts'
import type { Runtime } from './runtime.ts'

/** All endpoints with their handlers. */
export const allRoutes: readonly EndpointRoute[] = [
  userRoutes,
  merchantRoutes,
  onboardingRoutes,
  kycRoutes,
  bankAccountRoutes,
  apiKeyRoutes,
  requestLogRoutes,
  notificationRoutes,
  auditRoutes,
  customerRoutes,
  privacyRoutes,
  lookupRoutes,
  savedViewRoutes,
  settlementRoutes,
  simulatorRoutes,
  testClockRoutes,
  paymentLinkRoutes,
  invoiceRoutes,
  chargeRoutes,
  paymentRoutes,
  refundRoutes,
  directDebitRoutes,
  disputeRoutes,
  checkoutRoutes,
  planRoutes,
  splitRoutes,
  subscriptionRoutes,
  webhookRoutes,
].flat()

const modes: readonly Mode[] = ['TEST', 'LIVE']

/** Registers the six servers (core, collections, settlements, in each mode), or those that `SERVERS` names. */
export function openServers(app: FastifyInstance, runtime: Runtime): void {
  const resources = { streams: createStreams(app, runtime.live), exports: createExports(app, runtime) }
  for (const mode of modes)
    for (const route of allRoutes)
      if (runtime.config.servers.includes(`${mode === 'TEST' ? 'test' : 'live'}-${route.endpoint.server}`))
        serveRoute(app, runtime, mode, route, resources)
}
