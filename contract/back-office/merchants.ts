import { minuteMs } from '../durations.ts'
import { endpointsFor } from '../endpoint.ts'
import type * as schemas from './merchants-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

const viewing = staffEndpointsFor('merchants.view')
export const listOfficeMerchants = viewing.get<typeof schemas.listOfficeMerchants>('merchants')
export const getOfficeMerchant = viewing.get<typeof schemas.getOfficeMerchant>('merchants/:id')
export const addMerchantNote = viewing.create<typeof schemas.addMerchantNote>('merchants/:id/notes')

// To stop something needs no confirmation: it may be urgent.
const managing = staffEndpointsFor('merchants.manage')
const confirmed = staffEndpointsFor('merchants.manage', 'confirmed')
export const freezeMerchantPayments = managing.put<typeof schemas.freezeMerchantPayments>(
  'merchants/:id/payments-freeze',
)
export const unfreezeMerchantPayments = confirmed.del<typeof schemas.unfreezeMerchantPayments>(
  'merchants/:id/payments-freeze',
)
export const freezeMerchantPayouts = managing.put<typeof schemas.freezeMerchantPayouts>('merchants/:id/payouts-freeze')
export const unfreezeMerchantPayouts =
  confirmed.del<typeof schemas.unfreezeMerchantPayouts>('merchants/:id/payouts-freeze')
export const setMerchantLimits = confirmed.put<typeof schemas.setMerchantLimits>('merchants/:id/limits')

// Payments go to another processor from then on. They do not stop: the others still follow.
export const setMerchantRouting = confirmed.put<typeof schemas.setMerchantRouting>('merchants/:id/routing')
export const removeMerchantRouting =
  confirmed.post<typeof schemas.removeMerchantRouting>('merchants/:id/routing/remove')

export const setMerchantPayoutTerms = staffEndpointsFor('settlements.manage', 'confirmed').put<
  typeof schemas.setMerchantPayoutTerms
>('merchants/:id/payout-terms')

const pricing = staffEndpointsFor('prices.manage', 'confirmed')
export const setMerchantPrice = pricing.post<typeof schemas.setMerchantPrice>('merchants/:id/prices')
export const endMerchantPrice = pricing.post<typeof schemas.endMerchantPrice>('merchants/:id/prices/end')

/** How long a view of a dashboard lasts, and how soon it must be opened, in ms. */
export const viewMs = 30 * minuteMs
export const viewOpensWithinMs = 60_000

export const viewMerchantDashboard =
  staffEndpointsFor('merchants.impersonate').create<typeof schemas.viewMerchantDashboard>('merchants/:id/view')
/** Exchanges the code of a view, once, for the token with which the dashboard reads. */
export const openMerchantView = endpointsFor('operator', 'public').post<typeof schemas.openMerchantView>('views')
