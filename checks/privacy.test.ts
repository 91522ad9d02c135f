import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { timelineSubjects } from '../api/features/lifecycle/tables.ts'
import { personalData } from '../api/features/privacy/parts.ts'
import { listFiles } from './files.ts'

/** Tables that no erasure of a customer changes, by the reason. */
const others: Record<string, readonly string[]> = {
  'of the business, its members and its partners': [
    ...[
      'api_keys',
      'audit_chains',
      'audit_events',
      'bank_accounts',
      'email_tokens',
      'go_live_requests',
      'kyc_items',
      'memberships',
    ],
    ...[
      'business_restrictions',
      'merchant_views',
      'staff_notes',
      'merchants',
      'payment_links',
      'payout_account_changes',
      'payout_settings',
      'plans',
      'recovery_codes',
    ],
    ...['refresh_tokens', 'registrations', 'saved_views', 'sessions', 'split_recipients', 'splits', 'users'],
    ...['webhook_endpoints', 'webhook_listeners', 'clock_moves', 'test_clocks', 'report_schedules'],
    ...['coupons', 'prices', 'report_recipients', 'report_runs', 'journal_account_names', 'push_subscriptions'],
    ...['custom_roles', 'invitations', 'approval_rules', 'processor_orders', 'promoted_objects'],
    'passkeys',
  ],
  'of the provider’s staff': [
    ...['staff', 'staff_sessions', 'staff_recovery_codes', 'staff_events', 'staff_event_chains', 'review_claims'],
    ...['staff_approval_requests', 'staff_approval_rules'],
  ],
  'amounts, counts and days, kept for accounting': [
    ...[
      'invoice_counters',
      'holiday_alerts',
      'holidays',
      'mandate_debits',
      'payment_day_totals',
      'payment_days',
      'payment_link_totals',
    ],
    ...['payment_link_views', 'payment_shares', 'payment_stat_deltas', 'payouts'],
    'late_payouts',
    ...['settlement_lines', 'settlement_reserves', 'settlements', 'share_returns', 'subscription_invoices'],
    'webhook_sequences',
    ...['processor_records', 'reconciliation_items', 'reconciliations'],
  ],
  'notifications are deleted with the object they lead to': ['notifications', 'digest_entries'],
  'statements of the provider’s own bank account': ['bank_lines'],
  'evidence is kept as proof against a later claim': ['dispute_evidence'],
  'erased with their objects, as below': ['timeline_events'],
  'hashes, purged after hours': ['rate_limit_attempts'],
  'random numbers, purged after an hour': ['passkey_challenges'],
  'counts of what anyone can post': ['rejected_events'],
  'of our own pages and processes': ['checkout_checks', 'processes', 'announcements'],
  'outcomes without payers, purged after an hour': ['channel_outcomes'],
  'sealed, and purged after 90 days': ['processor_events'],
  'rules of the provider, and fingerprints that are purged after 7 days': ['risk_rules', 'risk_counts'],
  'kept to protect payers and businesses from fraud': ['risk_blocks', 'risk_alerts', 'risk_alert_actions'],
}

test('each table of a feature has its personal data erased, or a reason why not', async () => {
  const tables: string[] = []
  for (const file of listFiles('api/features/*/tables.ts')) {
    const exported = Object.values((await import(`../${file}`)) as Record<string, unknown>)
    tables.push(...exported.filter((each) => is(each, PgTable)).map((table) => getTableName(table as PgTable)))
  }
  const decided = [...personalData.flatMap((part) => part.tables.map(getTableName)), ...Object.values(others).flat()]
  assert.deepEqual(decided.sort(), tables.sort(), 'put a new table into the PersonalData of its feature, or above')
})

/** Kinds of objects whose timelines have amounts and days only. */
const impersonalTimelines = ['settlement']

test('each kind of timeline has its personal data erased, or none', () => {
  const erased = personalData.flatMap(({ timelines }) => timelines ?? [])
  assert.deepEqual([...erased, ...impersonalTimelines].sort(), [...timelineSubjects].sort())
})
