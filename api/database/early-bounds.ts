import type pg from 'pg'
import { isDatabaseError, retryLockFailures } from './lock-failures.ts'
import { firstIdAt, startOfMonth } from './partitions.ts'

/**
 * A table of millions of rows that a migration makes the first partition of a partitioned one. PostgreSQL would read all rows, to see that
 * they belong there, while the table is locked. A check constraint proves it: it is validated before the migration, while the table is
 * read and written.
 */
export interface EarlyBound {
  migration: string
  table: string
  /** A UUID of version 7, by which rows are assigned. */
  column: string
}

const earlyBounds: readonly EarlyBound[] = [
  { migration: '0091_timelines-and-audit-log-by-month', table: 'timeline_events', column: 'subject_id' },
  { migration: '0091_timelines-and-audit-log-by-month', table: 'audit_events', column: 'id' },
]

/** Months whose rows the first partition has, from the present one. If it is never made, no row is rejected before they end. */
const months = 3

/**
 * Adds the constraints that the missing migrations need in tables that exist, and validates them. The caller holds the lock of migrations.
 * What was done before an interruption is kept.
 */
export async function createEarlyBounds(client: pg.Client, missing: readonly string[]): Promise<void> {
  for (const bound of earlyBounds) if (missing.includes(bound.migration)) await createEarlyBound(client, bound)
}

async function createEarlyBound(client: pg.Client, { table, column }: EarlyBound): Promise<void> {
  const name = `${table}_early_bound`
  const { rows: columns } = await client.query(
    'select from pg_attribute where attrelid = to_regclass($1) and attname = $2',
    [table, column],
  )
  if (columns.length === 0) return // a new database, or one so old that an earlier missing migration adds the table
  const { rows: constraints } = await client.query<{ isValid: boolean }>(
    `select convalidated as "isValid" from pg_constraint where conrelid = to_regclass($1) and conname = $2`,
    [table, name],
  )
  if (constraints[0]?.isValid) return
  if (!constraints[0]) {
    const bound = firstIdAt(startOfMonth(new Date(), months))
    const { rows: later } = await client.query(`select from ${table} where ${column} >= $1 limit 1`, [bound])
    if (later.length > 0) return // the migration moves such rows itself, and reads the table
    await retryLockFailures(() =>
      client.query(`alter table ${table} add constraint ${name} check (${column} < '${bound}') not valid`),
    )
  }
  try {
    await retryLockFailures(() => client.query(`alter table ${table} validate constraint ${name}`))
  } catch (error) {
    if (!isDatabaseError(error, checkViolation)) throw error
    // Such a row was written just before the constraint.
    await retryLockFailures(() => client.query(`alter table ${table} drop constraint ${name}`))
  }
}

const checkViolation = '23514'
