import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  addBankAccount,
  deleteBankAccount,
  listBankAccounts,
  resolveAccount,
  updateBankAccount,
} from '@adire/contract/bank-accounts.ts'
import { CallError } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban, nubanCheckDigit } from '@adire/contract/nuban.ts'
import vectors from '@adire/contract/nuban.vectors.json' with { type: 'json' }
import { asc } from 'drizzle-orm'
import { mailFolder } from '../../emails/deliver.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { confirmSessions, createUser } from '../../testing/users.ts'
import { auditEvents } from '../audit/tables.ts'
import allBanks from '../lookups/banks.json' with { type: 'json' }
import { notifications } from '../notifications/tables.ts'
import { fitsBusiness } from './name.ts'
import { bankAccounts } from './tables.ts'

const bankId = (code: string) => allBanks.find((bank) => bank.code === code)!.id
const access = bankId('044')
const zenith = bankId('057')
const opay = bankId('999992')
const microfinance = allBanks.find((bank) => bank.nubanScheme === 'OFI' && bank.active)!

const mine = { bankId: access, accountNumber: '0000000017' }
const mineToo = { bankId: access, accountNumber: '0000000031' }
const others = { bankId: access, accountNumber: '0000000024' }

async function business(t: TestContext) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  return { api, owner, ...api.as(owner) }
}

const unknown = (error: unknown) => {
  assert.equal((error as CallError).message, messages.accountUnknown)
  return errorWith(422, 'account_unknown', 'accountNumber')(error)
}

test('the first bank account becomes primary, and a bank account has the specified fields [S3-04] [S7.5-07]', async (t) => {
  const { call, merchantId } = await business(t)
  const first = await call(addBankAccount, { ...mine, primaryAccount: false })
  assert.deepEqual(
    { ...first, id: '', createdAt: '' },
    {
      id: '',
      merchantId,
      alias: 'Access Bank',
      bankId: access,
      bankName: 'Access Bank',
      accountNumber: '0000000017',
      accountName: 'TOLA STORES',
      nameMatches: true,
      primaryAccount: true,
      pendingChange: null,
      createdAt: '',
    },
  )
  const second = await call(addBankAccount, { ...others, alias: '  Rent ' })
  assert.deepEqual([second.alias, second.primaryAccount, second.nameMatches], ['Rent', false, false])
  const list = await call(listBankAccounts, {})
  assert.deepEqual(list.content, [first, second])
  assert.deepEqual([list.totalElements, list.offset, list.limit], [2, 0, 10])
  assert.deepEqual((await call(listBankAccounts, { limit: 1, offset: 1 })).content, [second])
  const withCursor = { cursor: 'anything' } as object
  await assert.rejects(call(listBankAccounts, withCursor), errorWith(400, 'validation_error', 'cursor'))
})

test('a wrong check digit is rejected at deposit money banks, for every test vector of the central bank [S5-11]', async (t) => {
  const { call } = await business(t)
  const known = vectors.filter(({ bankCode }) => allBanks.some(({ code, active }) => code === bankCode && active))
  assert.ok(known.length > 5)
  for (const { bankCode, accountNumber, valid } of known) {
    const expectedError = { bankId: bankId(bankCode), accountNumber }
    if (!valid && allBanks.find(({ code }) => code === bankCode)!.nubanScheme === 'DMB') {
      await assert.rejects(call(resolveAccount, expectedError), unknown)
      await assert.rejects(call(addBankAccount, expectedError), unknown)
    } else if (!accountNumber.startsWith('00000000'))
      assert.equal((await call(resolveAccount, expectedError)).warning !== null, !valid)
  }
})

test('other institutions only warn about an unusual check digit, and wallets have none', async (t) => {
  const { call } = await business(t)
  const serial = '123456789'
  const right = serial + nubanCheckDigit(microfinance.code, serial)
  const wrong = serial + ((nubanCheckDigit(microfinance.code, serial) + 1) % 10)
  assert.ok(isNuban(microfinance.code, right))
  assert.equal((await call(resolveAccount, { bankId: microfinance.id, accountNumber: right })).warning, null)
  assert.match((await call(resolveAccount, { bankId: microfinance.id, accountNumber: wrong })).warning!, /last digit/)
  assert.equal((await call(addBankAccount, { bankId: microfinance.id, accountNumber: wrong })).accountName, null)
  for (const last of '0123456789') {
    const { warning } = await call(resolveAccount, { bankId: opay, accountNumber: `803123456${last}` })
    assert.equal(warning, null)
  }
})

test('the account enquiry returns the name of the holder, or that the account does not exist [S4-10]', async (t) => {
  const { call } = await business(t)
  const found = (accountName: string | null, nameMatches: boolean) => ({ accountName, nameMatches, warning: null })
  assert.deepEqual(await call(resolveAccount, mine), found('TOLA STORES', true))
  assert.deepEqual(await call(resolveAccount, others), found('SOMEBODY ELSE', false))
  const unasked = { bankId: access, accountNumber: `690000000${nubanCheckDigit('044', '690000000')}` }
  assert.deepEqual(await call(resolveAccount, unasked), found(null, false))
  const none = { bankId: access, accountNumber: `000000009${nubanCheckDigit('044', '000000009')}` }
  await assert.rejects(call(resolveAccount, none), unknown)
  await assert.rejects(call(addBankAccount, none), unknown)
  await assert.rejects(call(resolveAccount, { ...mine, bankId: 9_999 }), errorWith(422, 'validation_error', 'bankId'))
  assert.equal((await call(listBankAccounts, {})).totalElements, 0)
})

test('account enquiries are limited to 60 a minute per user', async (t) => {
  const { api, call } = await business(t)
  for (let time = 0; time < 60; time++) await call(resolveAccount, mine)
  await assert.rejects(call(resolveAccount, mine), errorWith(429, 'too_many_attempts'))
  await assert.rejects(call(addBankAccount, mine), errorWith(429, 'too_many_attempts'))
  await api.as(await api.createUser('bola')).call(resolveAccount, mine)
  api.forward(61_000)
  await call(resolveAccount, mine)
})

test('an invalid bank account is rejected field by field [S5-10]', async (t) => {
  const { call } = await business(t)
  const errorMessages = async (input: object) => {
    const error = await call(addBankAccount, input as never).catch((callError: CallError) => callError)
    assert.ok(error instanceof CallError)
    assert.equal(error.status, 400)
    // The form shows the first error of each field.
    return [
      ...new Map(error.fields.toReversed().map(({ field, message }) => [field, `${field}: ${message}`])).values(),
    ].sort()
  }
  assert.deepEqual(await errorMessages({}), [
    `accountNumber: ${messages.accountNumberRequired}`,
    `bankId: ${messages.bankRequired}`,
  ])
  assert.deepEqual(await errorMessages({ ...mine, accountNumber: '' }), [
    `accountNumber: ${messages.accountNumberRequired}`,
  ])
  assert.deepEqual(await errorMessages({ ...mine, accountNumber: '00000000l7' }), [
    `accountNumber: ${messages.digitsOnly}`,
  ])
  assert.deepEqual(await errorMessages({ ...mine, accountNumber: '000000001' }), [
    'accountNumber: This field must be at least 10 characters long',
  ])
  assert.deepEqual(await errorMessages({ ...mine, accountNumber: '00000000178' }), [
    'accountNumber: An account number has 10 digits',
  ])
  const added = await call(addBankAccount, mine)
  const noAlias = call(updateBankAccount, { ...mine, id: added.id, alias: ' ', primaryAccount: true })
  await assert.rejects(noAlias, { message: messages.aliasRequired })
})

test('making one account primary makes the others secondary after a day, also with concurrent requests [S2.5-10] [S4-05]', async (t) => {
  const { call, api, owner, merchantId } = await business(t)
  const added = [
    await call(addBankAccount, mine),
    await call(addBankAccount, mineToo),
    await call(addBankAccount, { bankId: zenith, accountNumber: '0000000011', primaryAccount: true }),
  ]
  const read = async () => (await call(listBankAccounts, {})).content
  const primary = async () => (await read()).filter((account) => account.primaryAccount).map(({ id }) => id)
  const pending = async () => (await read()).filter((account) => account.pendingChange).map(({ id }) => id)
  assert.deepEqual([await primary(), await pending()], [[added[0]!.id], [added[2]!.id]])
  api.forward(limits.payoutAccountDelayMs + 1000)
  await runNow(api.runtime, 'change-payout-accounts')
  assert.deepEqual([await primary(), await pending()], [[added[2]!.id], []])
  await confirmSessions(api, owner)
  await Promise.allSettled(
    [...added, ...added].map(({ id, bankId, accountNumber, alias }) =>
      call(updateBankAccount, { id, bankId, accountNumber, alias, primaryAccount: true }),
    ),
  )
  assert.deepEqual([await primary(), (await pending()).length], [[added[2]!.id], 1])
  const firsts = await api.createUser('bola')
  await confirmSessions(api, firsts)
  const made = await Promise.all([mine, mineToo, others].map((account) => api.as(firsts).call(addBankAccount, account)))
  assert.equal(made.filter(({ primaryAccount }) => primaryAccount).length, 1)
  assert.equal((await read())[0]!.merchantId, merchantId)
})

test('the primary account cannot be made secondary or deleted, and the error states the reason', async (t) => {
  const { call, api } = await business(t)
  const first = await call(addBankAccount, mine)
  const second = await call(addBankAccount, mineToo)
  const { id, alias } = first
  const demoted = call(updateBankAccount, { ...mine, id, alias, primaryAccount: false })
  await assert.rejects(demoted, errorWith(409, 'primary_account_needed'))
  await assert.rejects(call(deleteBankAccount, { id }), errorWith(409, 'primary_account'))
  await call(deleteBankAccount, { id: second.id })
  assert.deepEqual(
    (await call(listBankAccounts, {})).content.map((account) => account.id),
    [id],
  )
  await assert.rejects(call(deleteBankAccount, { id: second.id }), errorWith(404, 'bank_account_not_found'))
  // Soft delete: the row is kept, and the number can be added again.
  await call(addBankAccount, mineToo)
  const rows = await api.runtime.database.read((tx) => tx.select().from(bankAccounts))
  assert.equal(rows.length, 3)
})

test('a bank account can be added once, and a business has at most 20', async (t) => {
  const { call, api, merchantId } = await business(t)
  const first = await call(addBankAccount, mine)
  const again = errorWith(422, 'bank_account_exists', 'accountNumber')
  await assert.rejects(call(addBankAccount, mine), again)
  const second = await call(addBankAccount, mineToo)
  const onto = call(updateBankAccount, { ...mine, id: second.id, alias: 'Second', primaryAccount: false })
  await assert.rejects(onto, again)
  await api.runtime.database.write((tx) =>
    tx.insert(bankAccounts).values(
      Array.from({ length: limits.bankAccountsMaximum - 2 }, (_, index) => ({
        merchantId,
        bankId: opay,
        accountNumber: String(8_000_000_000 + index),
        nameMatches: false,
        alias: 'Wallet',
        primaryAccount: false,
        createdAt: new Date(),
      })),
    ),
  )
  await assert.rejects(call(addBankAccount, others), errorWith(409, 'too_many_bank_accounts'))
  await call(deleteBankAccount, { id: second.id })
  assert.equal((await call(addBankAccount, others)).primaryAccount, false)
  assert.equal(first.primaryAccount, true)
})

test('a changed account number needs another enquiry, a changed alias does not', async (t) => {
  const { call, api } = await business(t)
  const { id } = await call(addBankAccount, mine)
  const renamed = await call(updateBankAccount, { ...mine, id, alias: 'Payouts', primaryAccount: true })
  assert.deepEqual([renamed.alias, renamed.accountName], ['Payouts', 'TOLA STORES'])
  const moved = await call(updateBankAccount, { ...others, id, alias: 'Payouts', primaryAccount: true })
  assert.deepEqual([moved.accountName, moved.nameMatches], ['TOLA STORES', true])
  assert.deepEqual([moved.pendingChange?.accountName, moved.pendingChange?.nameMatches], ['SOMEBODY ELSE', false])
  const wrong = { bankId: zenith, accountNumber: '0000000000' }
  const mistyped = call(updateBankAccount, { ...wrong, id, alias: 'Payouts', primaryAccount: true })
  await assert.rejects(mistyped, unknown)
  assert.deepEqual((await call(listBankAccounts, {})).content, [moved])
  const attemptRows = await api.runtime.database.read((tx) =>
    tx.$client.query("select count(*)::int from rate_limit_attempts where key like 'account-lookup:%'"),
  )
  assert.equal(attemptRows.rows[0].count, 2)
})

test('another business has no access to a bank account', async (t) => {
  const { call, api } = await business(t)
  const { id } = await call(addBankAccount, mine)
  const other = await api.createUser('bola')
  await confirmSessions(api, other)
  const bola = api.as(other)
  const gone = errorWith(404, 'bank_account_not_found')
  await bola.call(addBankAccount, mine)
  await assert.rejects(bola.call(deleteBankAccount, { id }), gone)
  const change = bola.call(updateBankAccount, { ...mineToo, id, alias: 'Mine now', primaryAccount: true })
  await assert.rejects(change, gone)
  assert.equal((await call(listBankAccounts, {})).content[0]!.alias, 'Access Bank')
})

test('changing bank accounts requires a confirmation', async (t) => {
  const { call, api } = await business(t)
  const { id } = await call(addBankAccount, mine)
  api.forward(limits.confirmationMs + 1000)
  const expectedError = errorWith(403, 'confirmation_required')
  await assert.rejects(call(addBankAccount, mineToo), expectedError)
  await assert.rejects(call(updateBankAccount, { ...mine, id, alias: 'x', primaryAccount: true }), expectedError)
  await assert.rejects(call(deleteBankAccount, { id }), expectedError)
  assert.equal((await call(listBankAccounts, {})).totalElements, 1)
})

test('every change is in the audit log, and members are notified in the dashboard and by email', async (t) => {
  const { call, api, owner } = await business(t)
  await call(addBankAccount, mine)
  const { id } = await call(addBankAccount, mineToo)
  await call(updateBankAccount, { ...mineToo, id, alias: 'Rent', primaryAccount: false })
  await call(updateBankAccount, { ...mineToo, id, alias: 'Rent', primaryAccount: false })
  await call(deleteBankAccount, { id })
  const { written, notified } = await api.runtime.database.read(async (tx) => ({
    written: await tx.select().from(auditEvents).orderBy(asc(auditEvents.createdAt)),
    notified: await tx.select().from(notifications).orderBy(asc(notifications.createdAt)),
  }))
  const events = written.filter(({ action }) => action.startsWith('bank_account'))
  assert.deepEqual(
    events.map(({ action, object }) => `${action} ${object}`),
    [
      'bank_account.added Access Bank 0000000017',
      'bank_account.added Access Bank 0000000031',
      'bank_account.updated Access Bank 0000000031',
      'bank_account.deleted Access Bank 0000000031',
    ],
  )
  assert.deepEqual([events[2]!.before, events[2]!.after], [{ alias: 'Access Bank' }, { alias: 'Rent' }])
  assert.equal(events[0]!.actorName, owner.email)
  assert.equal(notified.filter(({ title }) => title.startsWith('A bank account was')).length, 4)
  await api.drain()
  const folder = mailFolder(api.runtime.config)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  assert.deepEqual(
    mails.map(({ to }) => to),
    Array(4).fill(owner.email),
  )
  assert.ok(mails.every(({ text }) => text.includes('•••• ') && !text.includes('0000000017')))
})

test('live account enquiries are not available yet, and nothing is stored', async (t) => {
  const { api } = await business(t)
  const liveOwner = await createUser(api.runtime, 'live', 'LIVE')
  await confirmSessions(api, liveOwner)
  const live = api.as(liveOwner, 'LIVE')
  for (const attempt of [() => live.call(resolveAccount, mine), () => live.call(addBankAccount, mine)])
    await assert.rejects(attempt, (error: CallError) => {
      assert.match(error.message, /Live Mode/)
      return errorWith(503, 'unavailable')(error)
    })
  assert.equal((await live.call(listBankAccounts, {})).totalElements, 0)
})

test('account names match a business name in any word order, case and legal form', () => {
  const fits = ['TOLA ATELIER LTD', 'Atelier, Tola', 'TOLA ATELIER (NIG) LIMITED', 'TÓLÁ ATELIER', 'TOLA ATELIER PLC']
  for (const name of fits) assert.ok(fitsBusiness(name, 'Tola Atelier Limited'), name)
  for (const name of ['TOLA', 'TOLA BAKARE', 'LIMITED', '', 'ATELIER'])
    assert.ok(!fitsBusiness(name, 'Tola Atelier Limited'), name)
  assert.ok(fitsBusiness('EBUN AND SONS', 'Ẹ̀bùn & Sons'))
  assert.ok(fitsBusiness('ADEKUNLE GLOBAL VENTURES', 'Adekunle Global Ventures and Logistics Services'))
})
