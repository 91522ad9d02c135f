import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Table {
  name: string
  columns: Record<string, { primaryKey: boolean }>
  compositePrimaryKeys: Record<string, { columns: string[] }>
  uniqueConstraints: Record<string, { columns: string[] }>
  indexes: Record<string, { isUnique: boolean; columns: { expression: string }[] }>
}

/** Tables with `merchant_id` and a unique key without it: they cannot be distributed by merchant (decision 96). */
const withGlobalKeys = [
  ...['api_keys', 'audit_events', 'channel_outcomes', 'charges', 'custom_roles'],
  ...['disputes', 'failed_jobs', 'files', 'invitations', 'invoices'],
  ...['ledger_snapshots', 'mandates', 'merchant_views'],
  ...['notifications', 'outbox', 'payment_links', 'payments'],
  ...['payouts', 'processor_orders', 'refunds'],
  ...['risk_rules', 'settlements', 'split_recipients', 'splits'],
  ...['staff_approval_requests', 'staff_events', 'subscriptions'],
]

const meta = 'api/database/migrations/meta'
const newest = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
  .at(-1)!
const tables: Table[] = Object.values(JSON.parse(readFileSync(`${meta}/${newest}`, 'utf8')).tables)

function listUniqueKeys({ columns, compositePrimaryKeys, uniqueConstraints, indexes }: Table): string[][] {
  return [
    ...Object.entries(columns).flatMap(([name, { primaryKey }]) => (primaryKey ? [[name]] : [])),
    ...Object.values(compositePrimaryKeys).map((key) => key.columns),
    ...Object.values(uniqueConstraints).map((key) => key.columns),
    ...Object.values(indexes).flatMap((key) => (key.isUnique ? [key.columns.map(({ expression }) => expression)] : [])),
  ]
}

test('every unique key of a table of businesses contains the merchant, except in the listed tables', () => {
  const found = tables
    .filter(({ columns }) => 'merchant_id' in columns)
    .filter((table) => listUniqueKeys(table).some((key) => !key.includes('merchant_id')))
    .map(({ name }) => name)
  assert.deepEqual(found.toSorted(), withGlobalKeys)
})
