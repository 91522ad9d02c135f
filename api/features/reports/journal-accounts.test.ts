import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  downloadJournal,
  getJournalAccounts,
  journalAccounts,
  type journalTemplates,
  resetJournalAccounts,
  updateJournalAccounts,
} from '@adire/contract/reports.ts'
import { lagosDay } from '../../lagos.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'

const own = {
  ...journalAccounts,
  sales: { code: '4100-A', name: 'Ankara sales' },
  // Two of ours are one account of the merchant.
  fees: { code: '7905', name: 'Bank charges' },
  vat: { code: '7905', name: 'Bank charges' },
}

test('the journal uses the codes and names of the business in each template, until they are reset', async (t) => {
  const { app, call, pay } = await settlementFixture(t)
  const { amountKobo } = await pay(2_000_000)
  const today = lagosDay(app.runtime.clock())
  const read = (template: keyof typeof journalTemplates) => call(downloadJournal, { from: today, to: today, template })
  const defaults = await call(getJournalAccounts, {})
  assert.deepEqual(defaults, { accounts: journalAccounts, isDefault: true })
  const before = await read('general')
  assert.ok(before.includes('4000,Sales'))
  // Two identical requests at once have one effect.
  const saved = await Promise.all([1, 2].map(() => call(updateJournalAccounts, { accounts: own })))
  assert.deepEqual(saved[0], { accounts: own, isDefault: false })
  const [general, xero, quickbooks, sage] = await Promise.all(
    (['general', 'xero', 'quickbooks', 'sage'] as const).map(read),
  )
  assert.ok(general!.includes('4100-A,Ankara sales') && !general!.includes(',4000,'))
  assert.match(xero!, /,Ankara sales,4100-A,/)
  assert.match(quickbooks!, /,Ankara sales,/)
  assert.match(sage!, /,4100-A,0,.*: Ankara sales,/)
  const credit = general!.split('\r\n').find((line) => line.includes('4100-A'))!
  assert.ok(credit.endsWith((amountKobo / 100).toFixed(2)))
  const other = app.as(await app.createUser('Eve'))
  assert.equal((await other.call(getJournalAccounts, {})).isDefault, true)
  await call(resetJournalAccounts, {})
  assert.equal(await read('general'), before)
  assert.deepEqual(await call(getJournalAccounts, {}), defaults)
})

test('an account has one code and one name, and neither can be a formula', async (t) => {
  const { call } = await settlementFixture(t)
  const rejects = (changed: object, status: number, field: string) =>
    assert.rejects(
      call(updateJournalAccounts, { accounts: { ...journalAccounts, ...changed } }),
      (error: { status: number; fields: { field: string }[] }) =>
        error.status === status && error.fields.some((one) => one.field === field),
    )
  await rejects({ fees: { code: '4000', name: 'Charges' } }, 422, 'accounts.fees.name')
  await rejects({ fees: { code: '4999', name: 'sales' } }, 422, 'accounts.fees.code')
  await rejects({ fees: { code: '=1+1', name: 'Charges' } }, 400, 'accounts.fees.code')
  await rejects({ fees: { code: '4999', name: '=cmd()' } }, 400, 'accounts.fees.name')
  await rejects({ fees: { code: '4999', name: '' } }, 400, 'accounts.fees.name')
  assert.equal((await call(getJournalAccounts, {})).isDefault, true)
})
