import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysWithoutMerchant } from '../api/testing/schema.ts'

/** Tables with `merchant_id` and a unique key without it: they cannot be distributed by merchant (decision 96). */
const withGlobalKeys = [
  ...['api_keys', 'audit_events', 'channel_outcomes', 'charges', 'custom_roles'],
  ...['disputes', 'failed_jobs', 'files', 'invitations', 'invoices'],
  ...['mandates', 'merchant_views'],
  ...['notifications', 'outbox', 'payment_links', 'payments'],
  ...['payouts', 'processor_orders', 'refunds'],
  ...['risk_rules', 'settlements', 'split_recipients', 'splits'],
  ...['staff_approval_requests', 'staff_events', 'subscriptions'],
]

test('every unique key of a table of businesses contains the merchant, except in the listed tables', () => {
  const found = [...keysWithoutMerchant].flatMap(([name, keys]) => (keys.length > 0 ? [name] : []))
  assert.deepEqual(found.toSorted(), withGlobalKeys)
})
