import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutPage, startPayment } from '@adire/contract/checkout.ts'
import { submitBvn, uploadDocument } from '@adire/contract/kyc.ts'
import {
  changeModeType,
  getMerchant,
  getModeType,
  listMerchants,
  listMerchantsByUser,
} from '@adire/contract/merchants.ts'
import { addMerchant, getGoLive, requestGoLive, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { eq } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import {
  businessDetails,
  getKycStatuses,
  registerNewcomer,
  samplePdf,
  submitAll,
  testDocument,
} from '../../testing/onboarding.ts'
import { runOperator } from '../../testing/operator.ts'
import type { TestUser } from '../../testing/users.ts'
import { apiKeys } from '../api-keys/tables.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { merchants } from '../merchants/tables.ts'

async function ready(t: TestContext) {
  const api = await testApp(t, { PROCESSOR: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_1' })
  const ade = await registerNewcomer(api)
  const code = async () => (await api.as(ade).call(getMerchant, {} as never)).merchantCode
  return { api, ade, call: api.as(ade).call, code: await code() }
}

const readGoLive = (api: TestApp, user: TestUser) => api.as(user).call(getGoLive, {} as never)

test('a business is added in test mode, once per key, at most twenty, with its own onboarding [S7.2-03] [S7.2-02]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { call } = api.as(ade)
  const newBusiness = { businessName: 'Ade Fabrics', countryId: 566 }
  await assert.rejects(call(addMerchant, { ...newBusiness, countryId: 9_999 }), { status: 422 })
  await assert.rejects(call(addMerchant, { ...newBusiness, businessName: 'x' }), { status: 400 })
  const made = await call(addMerchant, newBusiness, { idempotencyKey: 'once' })
  assert.match(made.merchantCode, /^MT\d{7}$/)
  assert.deepEqual(await call(addMerchant, newBusiness, { idempotencyKey: 'once' }), made)
  const names = async () =>
    (await call(listMerchants, { userEmail: ade.email })).content.map(({ businessName }) => businessName)
  assert.deepEqual(await names(), ['Ade Stores', 'Ade Fabrics'])
  const fabrics = { ...ade, merchantId: made.id }
  assert.equal((await getKycStatuses(api, fabrics)).BUSINESS_DETAILS!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  const log = await api.as(fabrics).call(listAuditEvents, { action: 'merchant.created' } as never)
  assert.deepEqual(
    log.content.map(({ object }) => object),
    ['Ade Fabrics'],
  )
  const keys = await api.runtime.database.read((tx) => tx.select().from(apiKeys).where(eq(apiKeys.merchantId, made.id)))
  assert.deepEqual(
    keys.map(({ kind, display }) => [kind, display.slice(0, 8)]),
    [['public', 'pk_test_']],
  )
  const many = await Promise.allSettled(Array.from({ length: 21 }, () => call(addMerchant, newBusiness)))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 18)
  assert.equal((await names()).length, 20)
  const bola = await api.createUser('Bola')
  await assert.rejects(api.as({ ...bola, merchantId: made.id }).call(getMerchant, {} as never), { status: 404 })
})

test('going live requires that everything is submitted, and the error lists what is missing [S1-02]', async (t) => {
  const { api, ade, call } = await ready(t)
  assert.deepEqual(await readGoLive(api, ade), {
    status: 'not_requested',
    missing: ['BUSINESS_DETAILS'],
    reason: null,
    requestedAt: null,
    reviewedAt: null,
    liveMerchantId: null,
  })
  await call(submitBusinessDetails, businessDetails as never)
  const { missing } = await readGoLive(api, ade)
  assert.deepEqual(missing, ['BVN', 'OWNER_IDENTITY', 'PROOF_OF_ADDRESS', 'SETTLEMENT_ACCOUNT'])
  await assert.rejects(call(requestGoLive, {} as never), { status: 409, code: 'kyc_missing' })
  await assert.rejects(api.as(ade, 'LIVE').call(getGoLive, {} as never), { status: 404 })
})

test('approval creates one live business of a test business, with its members, bank account and key, and without its test data [S1-01] [S1-02] [S4-03] [S4-04] [S7.2-02] [S7.2-05]', async (t) => {
  const { api, ade, call, code } = await ready(t)
  await submitAll(api, ade)
  await api.drain()
  await call(createPaymentLink, { name: 'Test cloth', amountKobo: 500_000 })
  assert.equal((await call(requestGoLive, {} as never)).status, 'pending_review')
  await assert.rejects(call(requestGoLive, {} as never), { status: 409, code: 'go_live_requested' })
  assert.match((await runOperator(api, 'list')).text, new RegExp(`${code} +GO LIVE`))
  const rejected = await runOperator(api, 'live', 'approve', code)
  assert.equal(rejected.code, 1)
  assert.match(rejected.text, /Approved by the sandbox.*--with-sandbox-documents/)
  assert.deepEqual((await call(listMerchantsByUser, { userEmail: ade.email })).content[0]!.twinId, null)

  const approve = () => runOperator(api, 'live', 'approve', code, '--with-sandbox-documents', '--as', 'ngozi')
  const outputs = await Promise.all([approve(), approve()])
  assert.deepEqual(
    outputs.map(({ code }) => code),
    [0, 0],
  )
  assert.deepEqual(outputs.map(({ text }) => text.includes('already')).sort(), [false, true])

  const inLive = api.as(ade, 'LIVE').call
  const { content } = await inLive(listMerchantsByUser, { userEmail: ade.email })
  assert.equal(content.length, 1)
  const [live] = content
  assert.match(live!.merchantCode, /^M\d{7}$/)
  assert.equal(live!.twinId, ade.merchantId)
  assert.equal((await readGoLive(api, ade)).liveMerchantId, live!.id)
  const asLive = { ...ade, merchantId: live!.id }
  const profile = await api.as(asLive, 'LIVE').call(getMerchant, {} as never)
  assert.equal(profile.businessPhone, businessDetails.businessPhone)
  assert.equal((await api.as(asLive, 'LIVE').call(listPaymentLinks, {})).totalElements, 0)
  await assert.rejects(api.as(asLive).call(getMerchant, {} as never), { status: 404 })
  await assert.rejects(api.as(ade, 'LIVE').call(getMerchant, {} as never), { status: 404 })
  const [account] = await api.runtime.database.read((tx) =>
    tx.select().from(bankAccounts).where(eq(bankAccounts.merchantId, live!.id)),
  )
  assert.deepEqual([account!.accountNumber, account!.primaryAccount], ['0000000017', true])
  const [key] = await api.runtime.database.read((tx) =>
    tx.select().from(apiKeys).where(eq(apiKeys.merchantId, live!.id)),
  )
  assert.match(key!.display, /^pk_live_/)
  assert.deepEqual(await inLive(changeModeType, { type: 'LIVE', email: ade.email }), { modeType: 'LIVE' })
  assert.deepEqual(await call(getModeType, { 'user-email': ade.email }), { modeType: 'LIVE' })
  const log = await call(listAuditEvents, { action: 'go_live.reviewed' } as never)
  assert.deepEqual(
    log.content.map(({ actor }) => actor),
    [{ kind: 'operator', name: `ngozi (${userInfo().username})`, person: null }],
  )
})

test('a live business that is suspended or closed takes no payments until it is reinstated', async (t) => {
  const { api, ade, call, code } = await ready(t)
  await submitAll(api, ade)
  await api.drain()
  await call(requestGoLive, {} as never)
  await runOperator(api, 'live', 'approve', code, '--with-sandbox-documents')
  const [live] = await api.runtime.database.read((tx) =>
    tx.select().from(merchants).where(eq(merchants.testMerchantId, ade.merchantId)),
  )
  const asLive = api.as({ ...ade, merchantId: live!.id }, 'LIVE')
  const { slug } = await asLive.call(createPaymentLink, { name: 'Real cloth', amountKobo: 500_000 })
  const open = () => api.asNobody('LIVE').call(getCheckoutPage, { slug })
  assert.equal((await open()).mode, 'LIVE')
  assert.equal((await runOperator(api, 'live', 'suspend', live!.merchantCode)).code, 2)
  assert.equal((await runOperator(api, 'live', 'suspend', live!.merchantCode, '--reason', 'Too many disputes')).code, 0)
  const closed = { status: 404, code: 'payment_page_closed' }
  await assert.rejects(open(), closed)
  const start = { slug, checkoutId: crypto.randomUUID(), email: 'payer@example.com' }
  await assert.rejects(api.asNobody('LIVE').call(startPayment, start), closed)
  assert.deepEqual((await readGoLive(api, ade)).reason, 'Too many disputes')
  assert.equal((await runOperator(api, 'live', 'reinstate', code)).code, 0)
  assert.equal((await open()).mode, 'LIVE')
  assert.equal((await runOperator(api, 'live', 'close', code, '--reason', 'Asked for by the owner')).code, 0)
  await assert.rejects(open(), closed)
  const reopened = await runOperator(api, 'live', 'reinstate', code)
  assert.equal(reopened.code, 1)
  assert.match(reopened.text, /closed cannot be reinstated/)
})

test('a reviewer sees what was submitted, full numbers only on request, and decides with a reason', async (t) => {
  const { api, ade, call, code } = await ready(t)
  await call(submitBusinessDetails, businessDetails as never)
  await call(submitBvn, { bvn: '12345678901', firstName: 'Ada', lastName: 'Obi' } as never)
  await call(uploadDocument, {
    type: 'OWNER_IDENTITY',
    document: testDocument('../../passport.pdf', samplePdf('scan')),
  } as never)
  const output = await runOperator(api, 'show', code.toLowerCase())
  assert.match(output.text, /BVN +PENDING_REVIEW +•••• 901/)
  assert.ok(!output.text.includes('12345678901'))
  const folder = await mkdtemp(join(tmpdir(), 'adire-papers-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const fullOutput = await runOperator(api, 'show', ade.merchantId, '--numbers', '--save-documents', folder)
  assert.ok(fullOutput.text.includes('12345678901'))
  const file = join(folder, 'OWNER_IDENTITY.pdf')
  assert.deepEqual(await readFile(file), samplePdf('scan'))
  assert.equal((await stat(file)).mode & 0o777, 0o600)

  assert.equal((await runOperator(api, 'reject', code, 'BVN')).code, 2)
  assert.equal((await runOperator(api, 'approve', code, 'PASSPORT')).code, 2)
  assert.equal((await runOperator(api, 'approve', 'MT0000000', 'BVN')).code, 1)
  assert.equal((await runOperator(api, 'nonsense')).code, 2)
  const help = await runOperator(api, 'help')
  assert.deepEqual([help.code, /backup --to/.test(help.text)], [0, true])
  assert.equal((await runOperator(api, 'list', '--nonsense')).code, 2)
  const early = await runOperator(api, 'approve', code, 'PROOF_OF_ADDRESS')
  assert.equal(early.code, 1)
  // A wrong rejection can be corrected.
  assert.equal((await runOperator(api, 'reject', code, 'OWNER_IDENTITY', '--reason', 'Not a passport')).code, 0)
  assert.match((await runOperator(api, 'reopen', code, 'OWNER_IDENTITY')).text, /now in review/)
  assert.equal((await runOperator(api, 'reject', code, 'OWNER_IDENTITY', '--reason', 'Not a passport')).code, 0)
  const again = await runOperator(api, 'ask-again', code, 'OWNER_IDENTITY', '--reason', 'It has run out')
  assert.equal(again.code, 0)
  assert.match(
    (await runOperator(api, 'ask-again', code, 'OWNER_IDENTITY', '--reason', 'It has run out')).text,
    /already/,
  )
  assert.match((await runOperator(api, 'approve', code, 'all')).text, /Approved: BUSINESS_DETAILS, BVN/)
  assert.equal((await runOperator(api, 'expire', code, 'BVN', '--reason', 'Too old')).code, 0)
  assert.equal((await getKycStatuses(api, ade)).BVN!.kycStatus, 'EXPIRED')
  assert.equal((await runOperator(api, 'approve', code, 'BVN')).code, 1)
  await call(submitBvn, { bvn: '12345678901', firstName: 'Ada', lastName: 'Obi' } as never)
  assert.match((await runOperator(api, 'approve', code, 'BVN')).text, /now APPROVED/)
  const statuses = await getKycStatuses(api, ade)
  assert.deepEqual(
    [statuses.OWNER_IDENTITY!.kycStatus, statuses.OWNER_IDENTITY!.reason, statuses.BVN!.kycStatus],
    ['PENDING_MERCHANT_RESUBMISSION', 'It has run out', 'APPROVED'],
  )
  const log = await call(listAuditEvents, { action: 'kyc.reviewed' } as never)
  assert.ok(log.content.every(({ actor }) => actor.kind === 'operator' && actor.name === userInfo().username))
  assert.equal((await runOperator(api, 'live', 'approve', code)).code, 1)
})

test('opening numbers or documents is recorded in an audit log that the business sees, under the real name of the reviewer', async (t) => {
  const { api, ade, call, code } = await ready(t)
  await submitAll(api, ade)
  const opened = async () => (await call(listAuditEvents, { action: 'kyc.opened' } as never)).content
  assert.equal((await runOperator(api, 'show', code)).code, 0)
  assert.equal((await opened()).length, 0)
  const account = userInfo().username
  assert.match((await runOperator(api, 'show', code, '--numbers', '--as', 'Ngozi Eze')).text, /22222222222/)
  const folder = await mkdtemp(join(tmpdir(), 'adire-papers-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  assert.equal((await runOperator(api, 'show', code, '--save-documents', folder)).code, 0)
  const [documents, numbers] = await opened()
  assert.deepEqual(
    [numbers!.actor, numbers!.after],
    [
      { kind: 'operator', name: `Ngozi Eze (${account})`, person: null },
      { numbers: true, documents: [] },
    ],
  )
  assert.deepEqual(documents!.actor, { kind: 'operator', name: account, person: null })
  assert.deepEqual((documents!.after as { documents: string[] }).documents.toSorted(), [
    'OWNER_IDENTITY',
    'PROOF_OF_ADDRESS',
  ])
  for (const name of ['ceo\u001b[2J', 'ceo\n', 'a\u202Efdp', ' ', 'x'.repeat(101)]) {
    const rejected = await runOperator(api, 'show', code, '--numbers', '--as', name)
    assert.deepEqual([rejected.code, /--as must be/.test(rejected.text)], [1, true], JSON.stringify(name))
  }
  assert.equal((await opened()).length, 2)
})
