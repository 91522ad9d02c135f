import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractAreas, listEndpoints } from '@adire/contract/endpoints.ts'
import { fallbackMessage } from './fallback.ts'

const payments = 'Something went wrong'
const plans = 'something went wrong'
const registration = 'Something went wrong, Kindly check your network and try again later'
const others = 'Something went wrong please try again later'

/** Message of every endpoint of an area; an area that is not listed has the one of the other services. */
const ofArea: Partial<Record<keyof typeof contractAreas, string>> = {
  payments,
  processorCalls: payments,
  channelHealth: payments,
  refunds: payments,
  disputes: payments,
  charges: payments,
  checkout: payments,
  settlements: payments,
  reports: payments,
  reportSchedules: payments,
  savedCards: payments,
  subscriptions: payments,
  subscriptionActions: payments,
  recurringRevenue: payments,
  retrySettings: payments,
  payoutSchedule: payments,
  subscriber: payments,
  subscribing: payments,
  mandatePage: payments,
  plans,
  registration,
}
/** Shares are of a payment, so they come from the server of payments; a coupon is applied to a subscription, under its path. */
const ofEndpoint: Record<string, string> = {
  requestRefundApproval: payments,
  getPaymentShares: payments,
  applyCoupon: payments,
  removeCoupon: payments,
}

test('a call without a response has the message of its kind: payments, settlements, subscriptions, plans, registration, others [S8-02]', () => {
  for (const [area, endpoints] of Object.entries(contractAreas))
    for (const [name, endpoint] of listEndpoints(endpoints)) {
      const expected = ofEndpoint[name] ?? ofArea[area as keyof typeof contractAreas] ?? others
      assert.equal(fallbackMessage(endpoint), expected, `${area}: ${name}`)
    }
})
