import * as announcements from './announcements-schemas.ts'
import * as apiKeys from './api-keys-schemas.ts'
import * as approvals from './approvals-schemas.ts'
import * as audit from './audit-schemas.ts'
import { backOfficeSchemas } from './back-office/area-schemas.ts'
import { backOfficeAreas } from './back-office/areas.ts'
import * as bankAccounts from './bank-accounts-schemas.ts'
import * as channelHealth from './channel-health-schemas.ts'
import * as charges from './charges-schemas.ts'
import * as checkout from './checkout-schemas.ts'
import * as coupons from './coupons-schemas.ts'
import * as customers from './customers-schemas.ts'
import * as directDebit from './direct-debit-schemas.ts'
import * as disputes from './disputes-schemas.ts'
import type { Endpoint, EndpointSchemas } from './endpoint.ts'
import { contractAreas, listEndpoints } from './endpoints.ts'
import * as invoiceNumbers from './invoice-numbers-schemas.ts'
import * as invoices from './invoices-schemas.ts'
import * as kyc from './kyc-schemas.ts'
import * as live from './live-schemas.ts'
import * as lookups from './lookups-schemas.ts'
import * as mandateImport from './mandate-import-schemas.ts'
import * as mandatePage from './mandate-page-schemas.ts'
import * as merchants from './merchants-schemas.ts'
import * as notifications from './notifications-schemas.ts'
import * as onboarding from './onboarding-schemas.ts'
import * as passkeys from './passkeys-schemas.ts'
import * as paymentLinks from './payment-links-schemas.ts'
import * as payments from './payments-schemas.ts'
import * as payoutSchedule from './payout-schedule-schemas.ts'
import * as plans from './plans-schemas.ts'
import * as prices from './prices-schemas.ts'
import * as processorCalls from './processor-calls-schemas.ts'
import * as promotion from './promotion-schemas.ts'
import * as recurringRevenue from './recurring-revenue-schemas.ts'
import * as refunds from './refunds-schemas.ts'
import * as registration from './registration-schemas.ts'
import * as reportSchedules from './report-schedules-schemas.ts'
import * as reports from './reports-schemas.ts'
import * as requestLog from './request-log-schemas.ts'
import * as restrictions from './restrictions-schemas.ts'
import * as retrySettings from './retry-settings-schemas.ts'
import * as savedCards from './saved-cards-schemas.ts'
import * as savedViews from './saved-views-schemas.ts'
import * as settlements from './settlements-schemas.ts'
import * as simulator from './simulator-schemas.ts'
import * as splits from './splits-schemas.ts'
import * as subscriber from './subscriber-schemas.ts'
import * as subscribing from './subscribing-schemas.ts'
import * as subscriptionActions from './subscription-actions-schemas.ts'
import * as subscriptions from './subscriptions-schemas.ts'
import * as team from './team-schemas.ts'
import * as testClock from './test-clock-schemas.ts'
import * as users from './users-schemas.ts'
import * as webhooks from './webhooks-schemas.ts'

/** What the schema file of an area exports for its endpoints: the schemas of each, under the name of the endpoint. */
export type SchemasOfArea<Area> = {
  [Name in keyof Area as Area[Name] extends Endpoint ? Name : never]: Area[Name] extends Endpoint<infer S> ? S : never
}

/** All schemas of the API by area and name. An endpoint without schemas, or with those of another, does not compile. */
export const schemaAreas: { [Area in keyof typeof contractAreas]: SchemasOfArea<(typeof contractAreas)[Area]> } = {
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

const pairWithSchemas = (
  areas: Readonly<Record<string, object>>,
  schemas: Readonly<Record<string, object>>,
): [Endpoint, EndpointSchemas][] =>
  Object.entries(areas).flatMap(([area, endpoints]) => {
    const ofArea = schemas[area] as Readonly<Record<string, EndpointSchemas>>
    return listEndpoints(endpoints as Record<string, unknown>).map(([name, endpoint]) => [endpoint, ofArea[name]!])
  })

const byEndpoint = new Map<Endpoint, EndpointSchemas>([
  ...pairWithSchemas(contractAreas, schemaAreas),
  ...pairWithSchemas(backOfficeAreas, backOfficeSchemas),
])

/**
 * Schemas of an endpoint of the contract.
 * @throws Error for an endpoint that is listed in neither `contractAreas` nor `backOfficeAreas`
 */
export function schemasOf<E extends Endpoint>(endpoint: E): NonNullable<E['schemas']> {
  const schemas = byEndpoint.get(endpoint)
  if (!schemas)
    throw new Error(
      `${endpoint.method} ${endpoint.path} is not in contract/endpoints.ts or contract/back-office/areas.ts`,
    )
  return schemas as NonNullable<E['schemas']>
}
