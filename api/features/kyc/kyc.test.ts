import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { listBankAccounts } from '@adire/contract/bank-accounts.ts'
import {
  listKycTypes,
  submitBvn,
  submitDirectors,
  submitSettlementAccount,
  submitTaxId,
  uploadDocument,
} from '@adire/contract/kyc.ts'
import { changeModeType, getMerchant } from '@adire/contract/merchants.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getOnboarding, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { and, eq } from 'drizzle-orm'
import { mailFolder } from '../../emails/deliver.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { businessDetails, getKycStatuses, registerNewcomer, submitAll, testDocument } from '../../testing/onboarding.ts'
import { confirmSessions } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { requiredTypes } from './requirements.ts'
import { kycItems } from './tables.ts'

const company = { ...businessDetails, businessType: 3 }
const directors = [{ firstName: 'Adunni', lastName: 'Okafor', role: 'director', sharePercent: 60 }]

test('submitting the business details sends them to review, once [S3-07] [S3-01]', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  assert.deepEqual(Object.keys(await getKycStatuses(api, ade)), ['BUSINESS_DETAILS'])
  assert.equal((await getKycStatuses(api, ade)).BUSINESS_DETAILS!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  await assert.rejects(call(submitBusinessDetails, { ...businessDetails, merchantCategoryId: 9999 } as never), {
    status: 422,
  })
  await assert.rejects(call(submitBusinessDetails, { ...businessDetails, businessPhone: '0803abc' } as never), {
    status: 400,
  })
  await call(submitBusinessDetails, businessDetails as never)
  assert.equal((await getKycStatuses(api, ade)).BUSINESS_DETAILS!.kycStatus, 'PENDING_REVIEW')
  const merchant = await call(getMerchant, {} as never)
  assert.equal(merchant.merchantCategory!.name, 'Groceries and supermarkets')
  assert.equal(merchant.businessPhone, businessDetails.businessPhone)
  assert.deepEqual(await call(getOnboarding, {} as never), businessDetails)
  await assert.rejects(call(submitBusinessDetails, businessDetails as never), {
    status: 409,
    code: 'details_submitted',
  })
})

test('the required items depend on the business type, and each has its own status [S7.2-04] [S3-07]', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  const early = { status: 409, code: 'details_missing' }
  await assert.rejects(call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never), early)
  await assert.rejects(call(uploadDocument, { type: 'MEMART', document: testDocument('memart.pdf') } as never), early)
  await call(submitBusinessDetails, company as never)
  const { content } = await call(listKycTypes, {} as never)
  assert.deepEqual(
    content.map(({ code }) => code),
    [
      'BUSINESS_DETAILS',
      'BVN',
      'OWNER_IDENTITY',
      'PROOF_OF_ADDRESS',
      'CAC_CERTIFICATE',
      'CAC_STATUS_REPORT',
      'MEMART',
      'DIRECTORS',
      'TAX_ID',
      'SETTLEMENT_ACCOUNT',
    ],
  )
  const statuses = await getKycStatuses(api, ade)
  assert.deepEqual(
    Object.keys(statuses),
    content.map(({ code }) => code),
  )
  assert.deepEqual(statuses.MEMART, {
    kycStatus: 'PENDING_MERCHANT_SUBMISSION',
    reason: null,
    submittedAt: null,
    reviewedAt: null,
    submitted: null,
  })
  await assert.rejects(
    call(uploadDocument, { type: 'SCUML_CERTIFICATE', document: testDocument('scuml.pdf') } as never),
    {
      status: 409,
      code: 'kyc_not_asked',
    },
  )
  for (const id of [1, 2, 3, 4, 5, 6, 7]) assert.equal(requiredTypes(id)[0]!.code, 'BUSINESS_DETAILS')
})

test('the sandbox decides about its published BVNs: valid, of another person, unknown, watchlisted, no response [S4-10] [S7.2-04]', async (t) => {
  const api = await testApp(t)
  const submit = async (bvn: string) => {
    const ade = await registerNewcomer(api)
    await api.as(ade).call(submitBusinessDetails, businessDetails as never)
    const first = await api.as(ade).call(submitBvn, { bvn, firstName: 'Ada', lastName: 'Obi' } as never)
    assert.equal(first.BVN!.kycStatus, 'PENDING_REVIEW')
    assert.equal(first.BVN!.submitted, `•••• ${bvn.slice(-3)}`)
    await api.drain()
    return { ade, after: (await getKycStatuses(api, ade)).BVN! }
  }
  assert.equal((await submit('22222222222')).after.kycStatus, 'APPROVED')
  assert.equal((await submit('22222222225')).after.kycStatus, 'PENDING_REVIEW')
  assert.equal((await submit('12345678901')).after.kycStatus, 'PENDING_REVIEW')
  const unknown = await submit('22222222224')
  assert.deepEqual(
    [unknown.after.kycStatus, unknown.after.reason],
    ['PENDING_MERCHANT_RESUBMISSION', 'This BVN was not found. Check the number.'],
  )
  const { ade, after } = await submit('22222222223')
  assert.equal(after.kycStatus, 'PENDING_MERCHANT_RESUBMISSION')
  const { call } = api.as(ade)
  await assert.rejects(call(submitBvn, { bvn: '22222222226', firstName: 'Ada', lastName: 'Obi' } as never), {
    status: 503,
  })
  assert.deepEqual((await getKycStatuses(api, ade)).BVN, after)
  await assert.rejects(call(submitBvn, { bvn: '2222222222', firstName: 'Ada', lastName: 'Obi' } as never), {
    status: 400,
  })
  await call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
  await assert.rejects(call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never), {
    status: 409,
    code: 'kyc_submitted',
  })
  await api.drain()
  const approved = await getKycStatuses(api, ade)
  assert.deepEqual([approved.BVN!.kycStatus, approved.BUSINESS_DETAILS!.kycStatus], ['APPROVED', 'APPROVED'])
})

test('BVN checks are limited to ten attempts', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await call(submitBusinessDetails, businessDetails as never)
  for (let attempt = 0; attempt < 10; attempt++)
    await assert.rejects(call(submitBvn, { bvn: '22222222226', firstName: 'Ada', lastName: 'Obi' } as never), {
      status: 503,
    })
  await assert.rejects(call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never), {
    status: 429,
  })
})

test('numbers and personal data are sealed: no row, log or response has them in full', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await call(submitBusinessDetails, company as never)
  await call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
  await call(submitTaxId, { taxId: '12345678-0001' } as never)
  await call(submitDirectors, { directors } as never)
  await assert.rejects(call(submitDirectors, { directors: [...directors, ...directors] } as never), { status: 422 })
  const rows = await api.runtime.database.read((tx) =>
    tx.select().from(kycItems).where(eq(kycItems.merchantId, ade.merchantId)),
  )
  const log = await call(listAuditEvents, { action: 'kyc.submitted' } as never)
  assert.equal(log.content.length, 4)
  const written = JSON.stringify([rows, log, await getKycStatuses(api, ade)])
  for (const secret of ['22222222222', '12345678-0001', 'Adunni']) assert.ok(!written.includes(secret), secret)
  assert.equal((await getKycStatuses(api, ade)).DIRECTORS!.submitted, '1 person')
  const tax = rows.find(({ type }) => type === 'TAX_ID')!
  const { vault } = api.runtime
  assert.equal(vault.open(tax.sealed!, `kyc:${ade.merchantId}:TAX_ID`), '12345678-0001')
  assert.throws(() => vault.open(tax.sealed!, `kyc:${ade.merchantId}:BVN`))
})

test('forms are approved with the documents of the sandbox; a tax ID that can be real waits for a reviewer', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await call(submitBusinessDetails, company as never)
  await call(submitDirectors, { directors } as never)
  await call(submitTaxId, { taxId: '1234567890' } as never)
  await api.drain()
  const before = await getKycStatuses(api, ade)
  for (const type of ['BUSINESS_DETAILS', 'DIRECTORS', 'TAX_ID'])
    assert.equal(before[type]!.kycStatus, 'PENDING_REVIEW', type)
  await call(uploadDocument, { type: 'MEMART', document: testDocument('sandbox-approved.pdf') } as never)
  await api.drain()
  const after = await getKycStatuses(api, ade)
  for (const type of ['BUSINESS_DETAILS', 'DIRECTORS', 'MEMART']) assert.equal(after[type]!.kycStatus, 'APPROVED', type)
  assert.equal(after.TAX_ID!.kycStatus, 'PENDING_REVIEW')
})

test('the settlement account is a new or an existing one; its account name decides [S4-10] [S7.2-04]', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await call(submitBusinessDetails, businessDetails as never)
  const submit = (account: object) => call(submitSettlementAccount, account as never)
  await assert.rejects(submit({ bankId: 1, accountNumber: '0000000024' }), {
    status: 403,
    code: 'confirmation_required',
  })
  await confirmSessions(api, ade)
  await assert.rejects(submit({ bankId: 1, accountNumber: '0000000018' }), { status: 422 })
  await assert.rejects(submit({ bankAccountId: crypto.randomUUID() }), { status: 404 })
  const wrong = await submit({ bankId: 1, accountNumber: '0000000024' })
  assert.deepEqual([wrong.primaryAccount, wrong.nameMatches], [true, false])
  await api.drain()
  const sentBack = (await getKycStatuses(api, ade)).SETTLEMENT_ACCOUNT!
  assert.equal(sentBack.kycStatus, 'PENDING_MERCHANT_RESUBMISSION')
  assert.match(sentBack.reason!, /SOMEBODY ELSE/)
  const right = await submit({ bankId: 1, accountNumber: '0000000017' })
  assert.deepEqual([right.primaryAccount, right.pendingChange?.accountNumber], [false, '0000000017'])
  await assert.rejects(submit({ bankAccountId: right.id }), { status: 409, code: 'kyc_submitted' })
  await api.drain()
  const done = (await getKycStatuses(api, ade)).SETTLEMENT_ACCOUNT!
  assert.deepEqual([done.kycStatus, done.submitted], ['APPROVED', 'Access Bank •••• 0017'])
  const bola = await registerNewcomer(api, 'Bola')
  await api.as(bola).call(submitBusinessDetails, businessDetails as never)
  await assert.rejects(api.as(bola).call(submitSettlementAccount, { bankAccountId: right.id } as never), {
    status: 404,
  })
})

test('of two settlement accounts that are submitted at the same moment, the one that is rejected is not added', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await call(submitBusinessDetails, businessDetails as never)
  await confirmSessions(api, ade)
  const numbers = ['0000000017', '0000000024']
  const submitted = await sendWhileLocked(
    api,
    `select from merchants where id = '${ade.merchantId}' for no key update`,
    numbers.map((accountNumber) => () => call(submitSettlementAccount, { bankId: 1, accountNumber } as never)),
  )
  const codes = submitted.map((one) => one.status === 'rejected' && one.reason.code)
  assert.deepEqual(new Set(codes), new Set([false, 'kyc_submitted']))
  const { content } = await call(listBankAccounts, {} as never)
  assert.deepEqual(
    content.map((account) => [account.accountNumber, account.primaryAccount, account.pendingChange]),
    [[numbers[codes.indexOf(false)], true, null]],
  )
})

test('each step is in the audit log, in the notifications and in an email', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  await submitAll(api, ade)
  await api.drain()
  const statuses = Object.values(await getKycStatuses(api, ade)).map(({ kycStatus }) => kycStatus)
  assert.deepEqual(new Set(statuses), new Set(['APPROVED']))
  const reviewed = await call(listAuditEvents, { action: 'kyc.reviewed', limit: 50 } as never)
  assert.equal(reviewed.content.length, 5)
  assert.deepEqual(reviewed.content[0]!.actor, { kind: 'system', name: 'sandbox', person: null })
  const { content } = await call(listNotifications, { limit: 50 } as never)
  const titles = content.filter(({ kind }) => kind === 'kyc').map(({ title }) => title)
  assert.ok(titles.includes('We have everything we asked for') && titles.includes('Identity of the owner approved'))
  const subjects = async () => {
    const folder = mailFolder(api.runtime.config)
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
    return Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')).subject as string),
    )
  }
  assert.ok(!(await subjects()).some((subject) => subject.includes('approved')))
  api.forward(10 * 60_000)
  await runNow(api.runtime, 'send-digests')
  await api.drain()
  const approvals = (await subjects()).filter((subject) => subject.includes('approved'))
  assert.deepEqual(approvals, ['5 documents approved (Ade Stores)'])
})

test('a status changes only as the contract allows, also with concurrent requests', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  const { call } = api.as(ade)
  const sent = await Promise.allSettled(
    Array.from({ length: 5 }, () => call(submitBusinessDetails, businessDetails as never)),
  )
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
  const bvns = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      call(submitBvn, { bvn: '12345678901', firstName: 'Ada', lastName: 'Obi' } as never),
    ),
  )
  assert.equal(bvns.filter(({ status }) => status === 'fulfilled').length, 1)
  const set = (status: 'REJECTED' | 'EXPIRED') =>
    api.runtime.database.write((tx) =>
      tx
        .update(kycItems)
        .set({ status })
        .where(and(eq(kycItems.merchantId, ade.merchantId), eq(kycItems.type, 'BVN'))),
    )
  await set('REJECTED')
  await assert.rejects(call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never), {
    status: 409,
    code: 'kyc_rejected',
  })
  await set('EXPIRED')
  await call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
})

test('a user without a live business stays in test mode [S4-03] [S4-04] [S7.2-05]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await assert.rejects(api.as(ade).call(changeModeType, { type: 'LIVE', email: ade.email }), {
    status: 409,
    code: 'live_merchant_missing',
  })
  assert.deepEqual(await api.as(ade).call(changeModeType, { type: 'TEST', email: ade.email }), { modeType: 'TEST' })
})
