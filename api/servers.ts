import type { Mode } from '@adire/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { routes as apiKeys } from './features/api-keys/api-keys.ts'
import { routes as audit } from './features/audit/audit.ts'
import { routes as bankAccounts } from './features/bank-accounts/bank-accounts.ts'
import { routes as charges } from './features/charges/charges.ts'
import { routes as checkout } from './features/checkout/checkout.ts'
import { routes as customers } from './features/customers/customers.ts'
import { routes as directDebit } from './features/direct-debit/direct-debit.ts'
import { routes as disputes } from './features/disputes/disputes.ts'
import { routes as invoices } from './features/invoices/invoices.ts'
import { routes as kyc } from './features/kyc/kyc.ts'
import { routes as lookups } from './features/lookups/lookups.ts'
import { routes as merchants } from './features/merchants/merchants.ts'
import { routes as notifications } from './features/notifications/notifications.ts'
import { routes as paymentLinks } from './features/payment-links/payment-links.ts'
import { routes as payments } from './features/payments/payments.ts'
import { routes as plans } from './features/plans/plans.ts'
import { routes as refunds } from './features/refunds/refunds.ts'
import { routes as requestLog } from './features/request-log/request-log.ts'
import { routes as savedViews } from './features/saved-views/saved-views.ts'
import { routes as settlements } from './features/settlements/settlements.ts'
import { routes as simulator } from './features/simulator/simulator.ts'
import { routes as splits } from './features/splits/splits.ts'
import { routes as subscriptions } from './features/subscriptions/subscriptions.ts'
import { routes as testClock } from './features/test-clock/test-clock.ts'
import { routes as users } from './features/users/users.ts'
import { routes as webhooks } from './features/webhooks/webhooks.ts'
import type { Route } from './http/answer.ts'
import { keepExports } from './http/exports.ts'
import { serve } from './http/serve.ts'
import { keepStreams } from './http/stream.ts'
import type { Runtime } from './runtime.ts'

/** Every endpoint there is, with the use case that answers it. */
export const routes: readonly Route[] = [
  users,
  merchants,
  kyc,
  bankAccounts,
  apiKeys,
  requestLog,
  notifications,
  audit,
  customers,
  lookups,
  savedViews,
  settlements,
  simulator,
  testClock,
  paymentLinks,
  invoices,
  charges,
  payments,
  refunds,
  directDebit,
  disputes,
  checkout,
  plans,
  splits,
  subscriptions,
  webhooks,
].flat()

const modes: readonly Mode[] = ['TEST', 'LIVE']

/** Serves the six servers (core, collections, settlements, in each mode), or those that `SERVERS` names. */
export function openServers(app: FastifyInstance, runtime: Runtime): void {
  const kept = { streams: keepStreams(app, runtime.live), exports: keepExports(app, runtime) }
  for (const mode of modes)
    for (const route of routes)
      if (runtime.config.servers.includes(`${mode === 'TEST' ? 'test' : 'live'}-${route.endpoint.server}`))
        serve(app, runtime, mode, route, kept)
}
