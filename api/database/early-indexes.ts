import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import type pg from 'pg'
import { isDatabaseError } from './lock-failures.ts'

/**
 * An index that a migration makes the key of a table. The table may have millions of rows, so the index is created before the migration,
 * concurrently. The migration creates it itself, with `if not exists`, in a new database.
 */
export interface EarlyIndex {
  migration: string
  name: string
  table: string
  columns: readonly string[]
  /** Columns that are stored in the index behind its key, so that a query reads them there. */
  include?: readonly string[]
  /** What follows the table, for an index of expressions. `columns` are then those of its key that are none. */
  definition?: string
  /** Defines a function of the index, as its migration does. */
  setUp?: string
  /** Condition of a partial index. */
  where?: string
  /** False for one that replaces another index of the table, and becomes no key. */
  isUnique?: boolean
}

/** Sums of payment stats, as of migration 96. */
const sums = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** Trigrams of a text, each behind the last two digits of the business (decision 110). */
const personTrigrams = `CREATE OR REPLACE FUNCTION person_trigrams(merchant uuid, value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(right(merchant::text, 2) || array_to_string(show_trgm(value), ',' || right(merchant::text, 2)), ',')`

/** The keys of the ledger, which contain the merchant (decision 106). */
const keysOfLedger = (
  [
    ['ledger_accounts_id_merchant_id_pk', 'ledger_accounts', ['id']],
    ['ledger_accounts_key', 'ledger_accounts', ['owner', 'kind']],
    ['ledger_entries_id_merchant_id_pk', 'ledger_entries', ['id']],
    ['ledger_entries_key', 'ledger_entries', ['reference']],
    ['ledger_lines_entry_id_account_id_merchant_id_pk', 'ledger_lines', ['entry_id', 'account_id']],
    ['ledger_lines_of_account', 'ledger_lines', ['account_id', 'entry_id', 'amount_kobo']],
    ['ledger_deltas_account_id_entry_id_merchant_id_pk', 'ledger_deltas', ['account_id', 'entry_id']],
    ['ledger_unsettled_lines_account_id_entry_id_merchant_id_pk', 'ledger_unsettled_lines', ['account_id', 'entry_id']],
  ] as const
).map(([name, table, columns]) => ({
  migration: '0099_keys-of-the-ledger',
  name,
  table,
  columns: [...columns, 'merchant_id'],
  isUnique: name !== 'ledger_lines_of_account',
}))

/** The keys of random names, which contain the merchant (decision 115). */
const keysOfNames = (
  [
    ['charges', 'access_code'],
    ['payments', 'access_code'],
    ['refunds', 'reference'],
    ['disputes', 'reference'],
    ['invoices', 'reference'],
    ['subscriptions', 'access_code'],
    ['mandates', 'slug'],
    ['mandates', 'reference'],
    ['mandates', 'access_code'],
    ['settlements', 'reference'],
    ['payouts', 'reference'],
  ] as const
).map(([table, column]) => ({
  migration: '0101_keys-of-public-names',
  name: `${table}_${column}_key`,
  table,
  columns: [column, 'merchant_id'],
}))

export const earlyIndexes: readonly EarlyIndex[] = [
  {
    migration: '0086_keys-of-report-runs',
    name: 'report_runs_merchant_id_id_pk',
    table: 'report_runs',
    columns: ['merchant_id', 'id'],
  },
  {
    migration: '0086_keys-of-report-runs',
    name: 'report_runs_period',
    table: 'report_runs',
    columns: ['merchant_id', 'schedule_id', 'frequency', 'from_on'],
    where: `trigger = 'schedule'`,
  },
  {
    migration: '0088_keys-of-stat-deltas',
    name: 'payment_stat_deltas_merchant_id_id_pk',
    table: 'payment_stat_deltas',
    columns: ['merchant_id', 'id'],
  },
  {
    migration: '0088_keys-of-stat-deltas',
    name: 'payment_stat_deltas_id',
    table: 'payment_stat_deltas',
    columns: ['id'],
    isUnique: false,
  },
  {
    migration: '0092_keys-of-risk-alerts',
    name: 'risk_alerts_merchant_id_id_pk',
    table: 'risk_alerts',
    columns: ['merchant_id', 'id'],
  },
  {
    migration: '0092_keys-of-risk-alerts',
    name: 'risk_alerts_id',
    table: 'risk_alerts',
    columns: ['id'],
    isUnique: false,
  },
  {
    migration: '0096_sums-in-keys-of-day-stats',
    name: 'payment_days_key',
    table: 'payment_days',
    columns: ['merchant_id', 'day', 'status', 'channel'],
    include: sums,
  },
  {
    migration: '0096_sums-in-keys-of-day-stats',
    name: 'payment_day_totals_key',
    table: 'payment_day_totals',
    columns: ['merchant_id', 'day', 'status'],
    include: sums,
  },
  {
    migration: '0098_trigrams-of-persons-by-business',
    name: 'search_persons_trigrams',
    table: 'search_persons',
    columns: ['merchant_id'],
    setUp: personTrigrams,
    definition:
      'using gin (merchant_id, person_trigrams(merchant_id, search_text) collate "C") with (gin_pending_list_limit = 512)',
    isUnique: false,
  },
  ...keysOfLedger,
  {
    migration: '0100_snapshots-by-merchant',
    name: 'ledger_snapshots_account_id_merchant_id',
    table: 'ledger_snapshots',
    columns: ['account_id', 'merchant_id'],
  },
  ...keysOfNames,
  {
    migration: '0101_keys-of-public-names',
    name: 'payments_processor_reference_key',
    table: 'payments',
    columns: ['processor_reference', 'merchant_id'],
    where: 'processor_reference is not null',
  },
  {
    migration: '0101_keys-of-public-names',
    name: 'disputes_processor_reference_key',
    table: 'disputes',
    columns: ['processor', 'processor_reference', 'merchant_id'],
    definition: '(processor, processor_reference, merchant_id) nulls not distinct',
  },
  {
    migration: '0102_keys-and-statistics-of-accounts',
    name: 'ledger_entries_of_merchant',
    table: 'ledger_entries',
    columns: ['merchant_id', 'at', 'id', 'reference'],
    where: `reference not like 'payment:%'`,
    isUnique: false,
  },
  {
    migration: '0102_keys-and-statistics-of-accounts',
    name: 'split_recipients_id_merchant_id_pk',
    table: 'split_recipients',
    columns: ['id', 'merchant_id'],
  },
  {
    migration: '0103_names-of-links-and-mandates',
    name: 'mandates_processor_reference_key',
    table: 'mandates',
    columns: ['processor_reference', 'merchant_id'],
  },
  {
    migration: '0103_names-of-links-and-mandates',
    name: 'payment_links_slug_key',
    table: 'payment_links',
    columns: ['slug', 'merchant_id'],
  },
  {
    migration: '0105_paid-invoices-of-plans',
    name: 'subscription_invoices_collected',
    table: 'subscription_invoices',
    columns: ['merchant_id', 'plan_id', 'due_kobo'],
    where: `status = 'success'`,
    isUnique: false,
  },
  {
    migration: '0108_sent-back-payouts',
    name: 'settlements_sent_back',
    table: 'settlements',
    columns: ['merchant_id', 'owner_id', 'returned_at'],
    where: 'returned_at is not null',
    isUnique: false,
  },
  {
    migration: '0117_due-webhooks',
    name: 'webhook_deliveries_due',
    table: 'webhook_deliveries',
    columns: ['merchant_id', 'endpoint_id', 'next_attempt_at'],
    where: `state = 'waiting'`,
    isUnique: false,
  },
]

const lock = 7_243_004
/**
 * How long the creation of an index waits for older transactions, in ms. Nobody waits behind it: reads and writes of the table continue.
 */
const olderTransactionsMs = 10 * minuteMs
/** How long a process waits for another one that creates indexes, in ms. */
const otherProcessMs = hourMs
const pollMs = 500
const attempts = 5

/**
 * Creates the indexes that the missing migrations need in tables that exist. If it is interrupted, PostgreSQL leaves an invalid
 * index, which the next run replaces.
 * @throws Error that says what to do, if older transactions stay open for ten minutes, another process is not done after an hour, or an
 * index has the name of another one
 */
export async function createEarlyIndexes(
  client: pg.Client,
  missing: readonly string[],
  { indexes = earlyIndexes, waitMs = olderTransactionsMs, processMs = otherProcessMs } = {},
): Promise<void> {
  const needed = indexes.filter(({ migration }) => missing.includes(migration))
  if (needed.length === 0) return
  await lockIndexes(client, processMs)
  try {
    await client.query(`set lock_timeout = ${waitMs}`)
    await client.query('set statement_timeout = 0')
    for (const index of needed) if (await hasColumns(client, index)) await createEarlyIndex(client, index)
    await client.query('reset statement_timeout')
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {}) // also released with the connection
  }
}

/**
 * Waits without a running statement: to complete an index, PostgreSQL waits for all older transactions, also for one that waits for the
 * process that creates the index.
 */
async function lockIndexes(client: pg.Client, processMs: number): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < processMs; await sleep(pollMs)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (rows[0]!.mine) return
  }
  throw new Error(
    'Another process has been creating indexes for too long: see pg_stat_progress_create_index. Migrate again when it is done.',
  )
}

/** False for a new database, and for one so old that an earlier missing migration adds the table. */
async function hasColumns(client: pg.Client, { table, columns }: EarlyIndex): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_attribute where attrelid = to_regclass($1) and attname = any($2) and not attisdropped`,
    [table, columns],
  )
  return rows[0]!.count === columns.length
}

interface FoundIndex {
  isValid: boolean
  isUnique: boolean
  isPartial: boolean
  table: string
  columns: string[]
  include: string[]
}

async function findIndex(client: pg.Client, name: string): Promise<FoundIndex | undefined> {
  const { rows } = await client.query<FoundIndex>(
    `select indisvalid as "isValid", indisunique as "isUnique", indpred is not null as "isPartial", indrelid::regclass::text as "table",
       columns[:indnkeyatts] as columns, columns[indnkeyatts + 1:] as include
     from pg_index, lateral (
       select array_agg(attname::text order by place) as columns from unnest(indkey) with ordinality as key (number, place)
       join pg_attribute on attrelid = indrelid and attnum = key.number
     ) attributes where indexrelid = to_regclass($1)`,
    [name],
  )
  return rows[0]
}

/** Compares everything but the words of a condition, which PostgreSQL stores in its own form. */
function requireExpected(found: FoundIndex, index: EarlyIndex): void {
  const { name, table, columns, include = [], where, isUnique = true } = index
  const isExpected =
    found.table === table &&
    found.columns.join() === columns.join() &&
    found.include.join() === include.join() &&
    found.isUnique === isUnique &&
    found.isPartial === (where !== undefined)
  if (isExpected) return
  const kind = isUnique ? 'a unique index' : 'an index'
  const included = include.length > 0 ? ` that includes ${include.join(', ')}` : ''
  throw new Error(
    `The index ${name} exists, but is not ${kind} of ${table} (${columns.join(', ')})${included}, which the migration needs. ` +
      'Nothing was changed. Rename the index that is there, and migrate again.',
  )
}

async function createEarlyIndex(client: pg.Client, index: EarlyIndex): Promise<void> {
  const { name, table, columns, include, where, setUp, isUnique = true } = index
  const included = include ? ` include (${include.join(', ')})` : ''
  const condition = where ? ` where ${where}` : ''
  const definition = index.definition ?? `(${columns.join(', ')})${included}${condition}`
  const kind = isUnique ? 'unique index' : 'index'
  for (let attempt = 1; ; attempt++) {
    const found = await findIndex(client, name)
    if (found) requireExpected(found, index)
    if (found?.isValid) return
    try {
      if (setUp) await client.query(setUp)
      if (found) await client.query(`drop index concurrently ${name}`)
      await client.query(`create ${kind} concurrently ${name} on ${table} ${definition}`)
      return
    } catch (error) {
      if (isDatabaseError(error, '55P03'))
        throw new Error(
          `The index ${name} was not completed, because older transactions are still open: see xact_start in pg_stat_activity. ` +
            'Nothing else was changed. End them, for example a dump of the database, and migrate again.',
          { cause: error },
        )
      if (attempt === attempts || !isDatabaseError(error, '40P01')) throw error // a deadlock: the next attempt may succeed
    }
  }
}
