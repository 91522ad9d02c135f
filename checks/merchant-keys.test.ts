import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysWithoutMerchant } from '../api/testing/schema.ts'

/** Tables with `merchant_id` and a unique key without it: they cannot be distributed by merchant (decision 96). */
const withGlobalKeys = [
  ...['audit_events', 'channel_outcomes', 'custom_roles', 'failed_jobs', 'files'],
  ...['notifications', 'outbox', 'processor_orders', 'public_names', 'risk_rules'],
  ...['staff_approval_requests', 'staff_events'],
]

test('every unique key of a table of businesses contains the merchant, except in the listed tables', () => {
  const found = [...keysWithoutMerchant].flatMap(([name, keys]) => (keys.length > 0 ? [name] : []))
  assert.deepEqual(found.toSorted(), withGlobalKeys)
})
