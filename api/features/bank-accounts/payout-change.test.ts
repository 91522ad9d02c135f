import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import {
  addBankAccount,
  cancelPayoutAccountChange,
  deleteBankAccount,
  listBankAccounts,
  updateBankAccount,
} from '@adire/contract/bank-accounts.ts'
import { limits } from '@adire/contract/limits.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import {
  cancelPartyAccountChange,
  createSplitParty,
  deleteSplitParty,
  listSplitParties,
  updateSplitParty,
} from '@adire/contract/splits.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { sql } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { accessBankId, gtbBankId, settlementFixture } from '../../testing/settlement-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { confirmSessions, createSecretKeyFor } from '../../testing/users.ts'
import { payoutAccountChanges } from './tables.ts'

const first = { bankId: accessBankId, accountNumber: '0000000017' }
const second = { bankId: accessBankId, accountNumber: '0000000031' }
const third = { bankId: gtbBankId, accountNumber: '0000000018' }

async function business(t: TestContext) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  const { call } = api.as(owner)
  const paid = await call(addBankAccount, first)
  const primary = async () => {
    const { content } = await call(listBankAccounts, {})
    const [now, ...more] = content.filter(({ primaryAccount }) => primaryAccount)
    assert.equal(more.length, 0)
    return now!.accountNumber
  }
  const waiting = async () =>
    (await call(listBankAccounts, {})).content.flatMap(({ pendingChange }) => pendingChange?.accountNumber ?? [])
  const later = async (ms: number) => {
    api.forward(ms)
    await runNow(api.runtime, 'change-payout-accounts')
    await confirmSessions(api, owner)
  }
  return { api, owner, call, paid, primary, waiting, later }
}

test('a change of the payout account takes effect after a day, and every member is notified twice', async (t) => {
  const { api, call, primary, waiting, later } = await business(t)
  const added = await call(addBankAccount, { ...second, primaryAccount: true })
  assert.equal(added.primaryAccount, false)
  const waitMs = Date.parse(added.pendingChange!.effectiveAt) - api.runtime.clock().getTime()
  assert.ok(waitMs > limits.payoutAccountDelayMs - 60_000 && waitMs <= limits.payoutAccountDelayMs)
  await later(limits.payoutAccountDelayMs - 60_000)
  assert.deepEqual([await primary(), await waiting()], ['0000000017', ['0000000031']])
  await later(61_000)
  assert.deepEqual([await primary(), await waiting()], ['0000000031', []])
  await api.drain()
  const [requested, done] = [
    await readEmails(api, /payout account will change/),
    await readEmails(api, /payout account was changed/),
  ]
  assert.deepEqual([requested.length, done.length], [1, 1])
  assert.match(requested[0]!.text, /•••• 0031.*Settlements go there from \d\d \w{3} \d{4}, \d\d:\d\d, Lagos/)
  assert.doesNotMatch(requested[0]!.text, /0000000031/)
  const titles = (await call(listNotifications, {})).content.map(({ title }) => title)
  assert.ok(titles.includes('Your payout account will change') && titles.includes('Your payout account was changed'))
  const actions = (await call(listAuditEvents, {})).content.map(({ action }) => action)
  assert.deepEqual(actions.slice(0, 2), ['payout_account.changed', 'payout_account.change_requested'])
})

test('a new number for the primary account waits too; after the owner cancels it nothing has changed', async (t) => {
  const { call, api, paid, primary, waiting, later } = await business(t)
  const changes = { ...second, id: paid.id, alias: 'Payouts', primaryAccount: true }
  const changed = await call(updateBankAccount, changes)
  assert.deepEqual([changed.accountNumber, changed.alias], ['0000000017', 'Payouts'])
  assert.equal(changed.pendingChange?.accountNumber, '0000000031')
  await assert.rejects(call(addBankAccount, second), errorWith(422, 'bank_account_exists', 'accountNumber'))
  await later(3_600_000)
  // Repeating the request does not restart the day.
  const again = await call(updateBankAccount, changes)
  assert.equal(again.pendingChange?.effectiveAt, changed.pendingChange?.effectiveAt)
  await call(cancelPayoutAccountChange, { id: paid.id })
  await assert.rejects(call(cancelPayoutAccountChange, { id: paid.id }), errorWith(404, 'pending_change_not_found'))
  await later(limits.payoutAccountDelayMs)
  assert.deepEqual([await primary(), await waiting()], ['0000000017', []])
  await api.drain()
  assert.equal((await readEmails(api, /change of your payout account was cancelled/)).length, 1)
})

test('a new request replaces the pending one; a new number restarts the period and deleting the account cancels it', async (t) => {
  const { call, primary, waiting, later } = await business(t)
  const one = await call(addBankAccount, { ...second, primaryAccount: true })
  const other = await call(addBankAccount, { ...third, primaryAccount: true })
  assert.deepEqual(await waiting(), ['0000000018'])
  await call(updateBankAccount, { ...second, id: one.id, alias: 'Rent', primaryAccount: true })
  assert.deepEqual(await waiting(), ['0000000031'])
  await later(limits.payoutAccountDelayMs - 60_000)
  const renumbered = { bankId: gtbBankId, accountNumber: '0000000025' }
  await call(updateBankAccount, { ...renumbered, id: one.id, alias: 'Rent', primaryAccount: false })
  await later(61_000)
  assert.deepEqual([await primary(), await waiting()], ['0000000017', ['0000000025']])
  await call(deleteBankAccount, { id: one.id })
  await later(limits.payoutAccountDelayMs)
  assert.deepEqual([await primary(), await waiting()], ['0000000017', []])
  await call(deleteBankAccount, { id: other.id })
})

test('two concurrent requests leave one pending change, and a change that is applied twice takes effect once', async (t) => {
  const { api, call, primary, waiting } = await business(t)
  const results = await Promise.allSettled(
    [second, third].map((account) => call(addBankAccount, { ...account, primaryAccount: true })),
  )
  assert.ok(results.every(({ status }) => status === 'fulfilled'))
  const [requested] = await waiting()
  assert.equal((await waiting()).length, 1)
  api.forward(limits.payoutAccountDelayMs + 1000)
  await Promise.all([1, 2, 3].map(() => runNow(api.runtime, 'change-payout-accounts')))
  assert.equal(await primary(), requested)
  await api.drain()
  assert.equal((await readEmails(api, /payout account was changed/)).length, 1)
})

test('a change that cannot be applied does not block the changes of other businesses', async (t) => {
  const { api, call, primary } = await business(t)
  const other = await api.createUser('Bola')
  await confirmSessions(api, other)
  const theirs = api.as(other)
  const paid = await theirs.call(addBankAccount, first)
  await theirs.call(updateBankAccount, { ...second, id: paid.id, alias: 'Payouts', primaryAccount: true })
  // Inserts the same number by hand: applying the change fails on it, and this change is the oldest that is due.
  await api.runtime.database.write((tx) =>
    tx.execute(sql`insert into bank_accounts (merchant_id, bank_id, account_number, name_matches, alias, primary_account, created_at)
                   select merchant_id, bank_id, ${second.accountNumber}, true, 'By hand', false, created_at
                   from bank_accounts where id = ${paid.id}`),
  )
  await call(addBankAccount, { ...third, primaryAccount: true })
  api.forward(limits.payoutAccountDelayMs + 60_000)
  await assert.rejects(runNow(api.runtime, 'change-payout-accounts'))
  assert.equal(await primary(), third.accountNumber)
})

test('in Test Mode the business clock ends the waiting period', async (t) => {
  const { api, call, primary } = await business(t)
  await call(addBankAccount, { ...second, primaryAccount: true })
  const { now } = await call(getTestClock, {})
  await call(moveTestClock, { to: new Date(Date.parse(now) + limits.payoutAccountDelayMs + 60_000).toISOString() })
  await api.drain()
  assert.equal(await primary(), '0000000031')
})

test('settlements go to the present account while a change is pending, and to the new one afterwards', async (t) => {
  const { app, call, pay, morning, addAccount, confirm } = await settlementFixture(t)
  await addAccount()
  await pay(2_000_000)
  await confirm()
  await call(addBankAccount, { ...second, primaryAccount: true })
  assert.equal((await morning(1))!.status, 'success')
  await pay(2_000_000)
  await runNow(app.runtime, 'change-payout-accounts')
  // The test bank returns every payout to the second account.
  assert.equal((await morning(2))!.status, 'failed')
})

test('a new account of a split recipient takes effect after a day; it can be cancelled; both require a confirmation', async (t) => {
  const { api, owner, call } = await business(t)
  const recipient = await call(createSplitParty, { name: 'Ada Farms', ...third })
  const changes = { id: recipient.id, name: 'Ada Farms Ltd', bankId: gtbBankId, accountNumber: '0000000025' }
  const changed = await call(updateSplitParty, changes)
  assert.deepEqual(
    [changed.name, changed.accountNumber, changed.pendingAccount?.accountNumber],
    ['Ada Farms Ltd', '0000000018', '0000000025'],
  )
  await call(cancelPartyAccountChange, { id: recipient.id })
  await assert.rejects(call(cancelPartyAccountChange, { id: recipient.id }), errorWith(404, 'pending_change_not_found'))
  await call(updateSplitParty, changes)
  const read = async () => (await call(listSplitParties, {})).content[0]!
  api.forward(limits.payoutAccountDelayMs - 60_000)
  await runNow(api.runtime, 'change-recipient-accounts')
  assert.equal((await read()).accountNumber, '0000000018')
  api.forward(61_000)
  await runNow(api.runtime, 'change-recipient-accounts')
  assert.deepEqual([(await read()).accountNumber, (await read()).pendingAccount], ['0000000025', null])
  const requested = errorWith(403, 'confirmation_required')
  await assert.rejects(call(updateSplitParty, { ...changes, accountNumber: '0000000018' }), requested)
  await assert.rejects(
    call(createSplitParty, { name: 'Bayo', bankId: gtbBankId, accountNumber: '0000000018' }),
    requested,
  )
  await api.drain()
  assert.equal((await readEmails(api, /account of Ada Farms Ltd/)).length, 4)
  await confirmSessions(api, owner)
  await call(deleteSplitParty, { id: recipient.id })
})

test('neither another business nor a secret key can cancel or request a change', async (t) => {
  const { api, owner, call, waiting } = await business(t)
  const added = await call(addBankAccount, { ...second, primaryAccount: true })
  const recipient = await call(createSplitParty, { name: 'Ada Farms', ...third })
  await call(updateSplitParty, { id: recipient.id, name: 'Ada Farms', bankId: gtbBankId, accountNumber: '0000000025' })
  const bola = api.as(await api.createUser('bola'))
  await assert.rejects(bola.call(cancelPayoutAccountChange, { id: added.id }), { status: 404 })
  await assert.rejects(bola.call(cancelPartyAccountChange, { id: recipient.id }), { status: 404 })
  const server = api.as({ ...owner, token: await createSecretKeyFor(api, owner) })
  await assert.rejects(server.call(cancelPayoutAccountChange, { id: added.id }), { status: 403 })
  await assert.rejects(server.call(cancelPartyAccountChange, { id: recipient.id }), { status: 403 })
  assert.deepEqual(await waiting(), ['0000000031'])
})

test('a change that is cancelled and applied at the same time is either cancelled or applied, and the responses agree', async (t) => {
  const { api, owner, call, primary, waiting } = await business(t)
  const beside = await testApp(t, {}, api)
  const outcomes = () =>
    api.runtime.database.read((tx) =>
      tx
        .select({ outcome: payoutAccountChanges.outcome })
        .from(payoutAccountChanges)
        .orderBy(payoutAccountChanges.requestedAt),
    )
  await call(addBankAccount, second)
  for (let round = 0; round < 6; round++) {
    const { content } = await call(listBankAccounts, {})
    const before = await primary()
    const other = content.find(({ primaryAccount }) => !primaryAccount)!
    await confirmSessions(api, owner)
    const { id, bankId, accountNumber, alias } = other
    await call(updateBankAccount, { id, bankId, accountNumber, alias, primaryAccount: true })
    api.forward(limits.payoutAccountDelayMs + 1_000)
    const [cancelled] = await Promise.allSettled([
      beside.as(owner).call(cancelPayoutAccountChange, { id }),
      runNow(api.runtime, 'change-payout-accounts'),
    ])
    if (cancelled.status === 'rejected') errorWith(404, 'pending_change_not_found')(cancelled.reason)
    const isCancelled = cancelled.status === 'fulfilled'
    assert.equal(await primary(), isCancelled ? before : accountNumber)
    assert.equal((await outcomes()).at(-1)!.outcome, isCancelled ? 'cancelled' : 'applied')
    assert.deepEqual(await waiting(), [])
  }
  const actions = (await call(listAuditEvents, { limit: 100 })).content.map(({ action }) => action)
  const count = (action: string) => actions.filter((one) => one === action).length
  const applied = (await outcomes()).filter(({ outcome }) => outcome === 'applied').length
  assert.equal(count('payout_account.changed'), applied)
  assert.equal(count('payout_account.change_cancelled'), 6 - applied)
})
