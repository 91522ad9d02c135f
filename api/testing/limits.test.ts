import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import type { CallError } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { addMerchant } from '@adire/contract/onboarding.ts'
import { saveView } from '@adire/contract/saved-views.ts'
import { createSplitParty } from '@adire/contract/splits.ts'
import { createWebhookListener } from '@adire/contract/webhooks.ts'
import { bankAccounts } from '../features/bank-accounts/tables.ts'
import { splitRecipients } from '../features/splits/tables.ts'
import { type TestApp, testApp } from './app.ts'
import { gtBankId, testAccounts } from './mandates.ts'
import { openOnce } from './open-once.ts'
import { confirmSessions, type TestUser } from './users.ts'

const atOnce = 12

let app: TestApp
let user: TestUser

const prepare = openOnce(async (t) => {
  app = await testApp(t)
  user = await app.createUser()
  await confirmSessions(app, user)
})

/** Sends calls concurrently. Resolves with the number that succeeded; the others must fail with this code. */
async function letThrough(code: string, send: (index: number) => Promise<unknown>): Promise<number> {
  const sent = await Promise.allSettled(Array.from({ length: atOnce }, (_, index) => send(index)))
  for (const each of sent)
    if (each.status === 'rejected') assert.equal((each.reason as CallError).code, code, String(each.reason))
  return sent.filter(({ status }) => status === 'fulfilled').length
}

const call: ReturnType<TestApp['as']>['call'] = (...given) => app.as(user).call(...given)

test('at most five webhook listeners are open, also with concurrent requests', async () => {
  await prepare()
  assert.equal(await letThrough('too_many_listeners', () => call(createWebhookListener, {})), 5)
})

test('a business has at most 200 split recipients, also with concurrent requests', async () => {
  await prepare()
  const known = { bankId: gtBankId, accountNumber: testAccounts.ok, accountName: 'ADA TEST OBI' }
  const createdAt = app.runtime.clock()
  await app.runtime.database.write((tx) =>
    tx.insert(splitRecipients).values(
      Array.from({ length: 197 }, (_, index) => ({
        merchantId: user.merchantId,
        name: `Known ${index}`,
        ...known,
        createdAt,
      })),
    ),
  )
  const add = (index: number) =>
    call(createSplitParty, { name: `Party ${index}`, bankId: gtBankId, accountNumber: testAccounts.ok })
  assert.equal(await letThrough('too_many_parties', add), 3)
})

test('a business has at most twenty bank accounts, also with concurrent requests', async () => {
  await prepare()
  const createdAt = app.runtime.clock()
  await app.runtime.database.write((tx) =>
    tx.insert(bankAccounts).values(
      Array.from({ length: limits.bankAccountsMaximum - 3 }, (_, index) => ({
        merchantId: user.merchantId,
        bankId: gtBankId,
        accountNumber: String(index).padStart(10, '0'),
        accountName: 'ADA TEST OBI',
        nameMatches: false,
        alias: `Known ${index}`,
        primaryAccount: index === 0,
        createdAt,
      })),
    ),
  )
  const numbers = Object.values(testAccounts)
  const add = (index: number) =>
    call(addBankAccount, { bankId: gtBankId, accountNumber: numbers[index % numbers.length]! })
  const sent = await Promise.allSettled(numbers.map((_, index) => add(index)))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 3)
})

test('a user has at most twenty businesses, also with concurrent requests', async () => {
  await prepare()
  for (let index = 1; index < limits.businessesMaximum - 3; index++)
    await call(addMerchant, { businessName: `Known ${index}`, countryId: 566 })
  assert.equal(
    await letThrough('businesses_full', (index) => call(addMerchant, { businessName: `New ${index}`, countryId: 566 })),
    3,
  )
})

test('a list has a maximum of saved views, also with concurrent requests', async () => {
  await prepare()
  const save = (name: string) => call(saveView, { list: 'transactions', name, query: 'status=failed' })
  for (let index = 0; index < limits.savedViews - 3; index++) await save(`Known ${index}`)
  assert.equal(await letThrough('too_many_views', (index) => save(`New ${index}`)), 3)
})
