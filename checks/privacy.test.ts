import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { personalData } from '../api/features/privacy/parts.ts'
import { listFiles } from './files.ts'

/** Columns with data of a customer of a business. */
const personal = /^(customer(Id|Email|Name|Phone)|payer\w+|sender\w+|consentIp|ipAddress|cardLast4|last4|accountName)$/

/** Tables with such columns whose data is of the business or its members, or has no name. */
const others: Record<string, string> = {
  bank_accounts: 'accounts of the business',
  payout_account_changes: 'accounts of the business and its partners',
  payouts: 'accounts of the business and its partners',
  settlements: 'the account that the business is paid on',
  split_recipients: 'partners of the business',
}

test('each table with personal data of customers is erased and exported by its feature', async () => {
  const registered = new Set(personalData.flatMap(({ tables }) => tables.map(getTableName)))
  const missing: string[] = []
  const seen = new Set<string>()
  for (const file of listFiles('api/features/*/tables.ts')) {
    const exported = Object.values((await import(`../${file}`)) as Record<string, unknown>)
    for (const table of exported.filter((each) => is(each, PgTable))) {
      const name = getTableName(table)
      const columns = Object.keys(getTableColumns(table)).filter((column) => personal.test(column))
      if (columns.length === 0) continue
      seen.add(name)
      if (!registered.has(name) && !(name in others)) missing.push(`${name}: ${columns.join(', ')}`)
    }
  }
  assert.deepEqual(missing, [], 'add the table to the PersonalData of its feature')
  const needless = Object.keys(others).filter((name) => registered.has(name) || !seen.has(name))
  assert.deepEqual(needless, [], 'no exception that is not needed')
})
