import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import {
  claimReview,
  decideReview,
  getReview,
  getReviewCounts,
  listReviews,
  openReviewDocument,
  openReviewNumber,
  releaseReview,
  returnReasons,
} from '@adire/contract/back-office/review.ts'
import { deactivateStaff } from '@adire/contract/back-office/staff.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { submitBvn, submitSettlementAccount, uploadDocument } from '@adire/contract/kyc.ts'
import { getGoLive, requestGoLive, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { businessDetails, getKycStatuses, registerNewcomer, testDocument } from '../../testing/onboarding.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { confirmSessions, type TestUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

/** Submits everything a starter must, with values that wait for a person. */
async function submitForPerson(api: TestApp, user: TestUser) {
  const { call } = api.as(user)
  await call(submitBusinessDetails, businessDetails as never)
  await call(submitBvn, { bvn: '12345678901', firstName: 'Ada', lastName: 'Obi' } as never)
  for (const type of ['OWNER_IDENTITY', 'PROOF_OF_ADDRESS'] as const)
    await call(uploadDocument, { type, document: testDocument(`${type}.pdf`) } as never)
  await confirmSessions(api, user)
  await call(submitSettlementAccount, { bankId: 1, accountNumber: '1234567895' } as never)
}

async function scene(t: TestContext) {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  await submitForPerson(api, ade)
  const reviewer = await createStaff(api, 'reviewer', 'Ngozi Eze')
  return { api, ade, id: ade.merchantId, reviewer, call: asStaff(api, reviewer) }
}

const everything = ['BUSINESS_DETAILS', 'BVN', 'OWNER_IDENTITY', 'PROOF_OF_ADDRESS', 'SETTLEMENT_ACCOUNT']
const approveAll = everything.map((type) => ({ type, decision: 'approve' as const }))

test('the queue lists what waits, oldest first, with counts, a search and the views of a reviewer', async (t) => {
  const { api, id, call } = await scene(t)
  api.forward(60_000)
  const bola = await registerNewcomer(api, 'Bola')
  await api.as(bola).call(submitBusinessDetails, businessDetails as never)
  const { content, totalElements } = await call(listReviews, {})
  assert.deepEqual(
    content.map((entry) => [entry.id, entry.waiting.length]),
    [
      [id, 5],
      [bola.merchantId, 1],
    ],
  )
  assert.equal(totalElements, 2)
  const ids = async (input: object) => (await call(listReviews, input)).content.map((entry) => entry.id)
  assert.deepEqual(await ids({ search: 'bola' }), [bola.merchantId])
  assert.deepEqual(await ids({ search: '%' }), [])
  const past = await call(listReviews, { offset: 25 })
  assert.deepEqual([past.content, past.totalElements], [[], 2])
  assert.deepEqual(await ids({ type: 'BVN' }), [id])
  await call(claimReview, { id })
  assert.deepEqual(await ids({ view: 'mine' }), [id])
  assert.deepEqual(await ids({ view: 'unclaimed' }), [bola.merchantId])
  await call(decideReview, { id, decisions: [{ type: 'BVN', decision: 'reject', note: 'It is not yours.' }] })
  assert.deepEqual(await ids({ view: 'rejected' }), [id])
  assert.deepEqual(await ids({ view: 'live' }), [])
  const counts = await call(getReviewCounts, {})
  assert.deepEqual(
    { ...counts, oldestAt: null },
    {
      waiting: 2,
      unclaimed: 1,
      mine: 1,
      live: 0,
      returned: 0,
      rejected: 1,
      oldestAt: null,
    },
  )
})

test('a set of decisions is one transaction and one email, and both logs name the reviewer', async (t) => {
  const { api, ade, id, call } = await scene(t)
  await api.drain()
  const before = (await mailsTo(api, ade.email)).length
  const decisions = [
    { type: 'BUSINESS_DETAILS', decision: 'approve' as const },
    { type: 'BVN', decision: 'approve' as const },
    { type: 'OWNER_IDENTITY', decision: 'return' as const, reasons: ['unreadable' as const], note: 'Hold it still.' },
    { type: 'PROOF_OF_ADDRESS', decision: 'reject' as const, reasons: ['not_genuine' as const] },
  ]
  const [one, other] = await Promise.all([call(decideReview, { id, decisions }), call(decideReview, { id, decisions })])
  assert.deepEqual(
    one.items.map(({ status }) => status),
    other.items.map(({ status }) => status),
  )
  const statuses = await getKycStatuses(api, ade)
  assert.deepEqual(
    [statuses.BVN!.kycStatus, statuses.OWNER_IDENTITY!.reason, statuses.PROOF_OF_ADDRESS!.kycStatus],
    ['APPROVED', `${returnReasons.unreadable} Hold it still.`, 'REJECTED'],
  )
  api.forward(20 * 60_000)
  await api.drain()
  const mails = (await mailsTo(api, ade.email)).slice(before)
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.subject, /Your review: 2 approved, 1 to send again, 1 rejected/)
  for (const line of ['Identity of the owner: Please send it again.', 'Hold it still.', 'Proof of address: Rejected.'])
    assert.ok(mails[0]!.text.includes(line), line)
  const log = await api.as(ade).call(listAuditEvents, { action: 'kyc.reviewed' } as never)
  assert.deepEqual(
    log.content.map(({ actor }) => actor),
    Array(4).fill({ kind: 'operator', name: 'Ngozi Eze', person: null }),
  )
  const staffLog = await asStaff(api, await createStaff(api, 'admin'))(listStaffEvents, { action: 'review.decided' })
  assert.deepEqual(
    staffLog.content.map(({ actor, merchantId }) => [actor, merchantId]),
    [['Ngozi Eze', id]],
  )
})

test('a decision without a reason, twice about one item, or not allowed in its status changes nothing', async (t) => {
  const { api, ade, id, call } = await scene(t)
  const decide = (...decisions: object[]) => call(decideReview, { id, decisions: decisions as never })
  const approve = { type: 'BUSINESS_DETAILS', decision: 'approve' }
  await assert.rejects(decide(approve, { type: 'BVN', decision: 'return' }), errorWith(422, 'reason_missing'))
  await assert.rejects(decide(approve, approve), errorWith(422, 'validation_error'))
  await assert.rejects(decide(approve, { type: 'BVN', decision: 'expire', note: 'Old' }), errorWith(409, 'kyc_move'))
  await assert.rejects(decide(approve, { type: 'NOTHING', decision: 'approve' }), errorWith(404, 'KYC_type_not_found'))
  assert.ok(Object.values(await getKycStatuses(api, ade)).every(({ kycStatus }) => kycStatus === 'PENDING_REVIEW'))
})

test('what somebody has claimed is not decided by another person, until the claim expires or is given back', async (t) => {
  const { api, id, call } = await scene(t)
  const other = asStaff(api, await createStaff(api, 'admin', 'Bola Ade'))
  const claims = await Promise.allSettled([call(claimReview, { id }), other(claimReview, { id })])
  assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 1)
  const isCalls = claims[0]!.status === 'fulfilled'
  const [holder, late] = isCalls ? [call, other] : [other, call]
  const decisions = [{ type: 'BVN', decision: 'approve' as const }]
  await assert.rejects(late(decideReview, { id, decisions }), errorWith(409, 'review_claimed'))
  assert.equal((await late(getReview, { id })).claim?.isYours, false)
  await late(releaseReview, { id })
  await assert.rejects(late(claimReview, { id }), errorWith(409, 'review_claimed'))
  api.forward(31 * 60_000)
  assert.equal((await late(claimReview, { id })).claim?.isYours, true)
  await assert.rejects(holder(decideReview, { id, decisions }), errorWith(409, 'review_claimed'))
  await late(releaseReview, { id })
  assert.equal((await holder(decideReview, { id, decisions })).claim?.isYours, true)
})

test('the last decisions about a claimed business, sent twice at the same moment, are made once', async (t) => {
  const { api, id, call } = await scene(t)
  await call(claimReview, { id })
  const decide = () => call(decideReview, { id, decisions: approveAll })
  const lock = `select from review_claims where merchant_id = '${id}' for update`
  const made = await sendWhileLocked(api, lock, [decide, decide])
  assert.deepEqual(
    made.map((one) => one.status === 'fulfilled' && one.value.claim),
    [null, null],
  )
  const admin = asStaff(api, await createStaff(api, 'admin'))
  assert.equal((await admin(listStaffEvents, { action: 'review.decided' })).content.length, 1)
})

test('a mistaken rejection is reopened with what was submitted, and a business cannot submit meanwhile', async (t) => {
  const { api, ade, id, call } = await scene(t)
  await call(decideReview, {
    id,
    decisions: [{ type: 'OWNER_IDENTITY', decision: 'reject', reasons: ['not_genuine'] }],
  })
  const reopened = await call(decideReview, { id, decisions: [{ type: 'OWNER_IDENTITY', decision: 'reopen' }] })
  const item = reopened.items.find(({ type }) => type === 'OWNER_IDENTITY')!
  assert.deepEqual([item.status, item.reason, item.document?.name], ['PENDING_REVIEW', null, 'OWNER_IDENTITY.pdf'])
  await assert.rejects(
    api.as(ade).call(uploadDocument, { type: 'OWNER_IDENTITY', document: testDocument('b.pdf') } as never),
    errorWith(409, 'kyc_submitted'),
  )
  const approved = await call(decideReview, { id, decisions: [{ type: 'OWNER_IDENTITY', decision: 'approve' }] })
  assert.equal(approved.items.find(({ type }) => type === 'OWNER_IDENTITY')!.status, 'APPROVED')
})

test('everything is approved and the business goes live, with one email', async (t) => {
  const { api, ade, id, call } = await scene(t)
  await api.as(ade).call(requestGoLive, {} as never)
  await api.drain()
  const before = (await mailsTo(api, ade.email)).length
  await assert.rejects(
    call(decideReview, { id, decisions: [], live: { decision: 'approve' } }),
    errorWith(409, 'kyc_missing'),
  )
  const done = await call(decideReview, { id, decisions: approveAll, live: { decision: 'approve' } })
  assert.deepEqual([done.goLive.status, done.claim], ['approved', null])
  assert.equal((await api.as(ade).call(getGoLive, {} as never)).status, 'approved')
  api.forward(20 * 60_000)
  await api.drain()
  const mails = (await mailsTo(api, ade.email)).slice(before)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your business is live (Ade Stores)'],
  )
  assert.deepEqual((await call(listReviews, {})).content, [])
})

test('a reviewer sees the owner beside the answer of the register, and every opening of a number or document is recorded', async (t) => {
  const { api, ade, id, call, reviewer } = await scene(t)
  const { items } = await call(getReview, { id })
  const bvn = items.find(({ type }) => type === 'BVN')!
  assert.deepEqual(bvn.owner, { name: 'Ada Obi', registry: 'unchecked', registryName: null, matches: null })
  assert.equal(bvn.submitted, '•••• 901')
  assert.deepEqual((await call(openReviewNumber, { id, type: 'BVN' })).lines, ['12345678901'])
  const { url, contentType } = await call(openReviewDocument, { id, type: 'OWNER_IDENTITY' })
  const log = await api.as(ade).call(listAuditEvents, { action: 'kyc.opened' } as never)
  assert.deepEqual(
    log.content.map(({ object, actor }) => [object, actor.name]),
    [
      ['Identity of the owner', 'Ngozi Eze'],
      ['Bank Verification Number', 'Ngozi Eze'],
    ],
  )
  const response = await fetch(api.url + url)
  assert.deepEqual([response.status, contentType], [200, 'application/pdf'])
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.match(
    response.headers.get('content-security-policy')!,
    /^default-src 'none'.*sandbox; frame-ancestors 'self'$/,
  )
  assert.deepEqual(
    ['cache-control', 'x-content-type-options', 'referrer-policy'].map((name) => response.headers.get(name)),
    ['no-store', 'nosniff', 'no-referrer'],
  )
  assert.match(await response.text(), /^%PDF-/)

  // The address is of no use in another form, after the session, or after a minute.
  const forged = url.replace(/(?<=.{60})./, (one) => (one === 'a' ? 'b' : 'a'))
  assert.equal((await fetch(api.url + forged)).status, 404)
  const again = await call(openReviewDocument, { id, type: 'OWNER_IDENTITY' })
  api.forward(61_000)
  assert.equal((await fetch(api.url + again.url)).status, 404)
  const third = await call(openReviewDocument, { id, type: 'OWNER_IDENTITY' })
  await asStaff(api, await createStaff(api, 'admin'))(deactivateStaff, { id: reviewer.id })
  assert.equal((await fetch(api.url + third.url)).status, 404)
})

test('a picture of a document is served as the picture that was made of it, without what the file carried', async (t) => {
  const api = await testApp(t)
  const ade = await registerNewcomer(api)
  await api.as(ade).call(submitBusinessDetails, businessDetails as never)
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#246' } })
    .withExif({ IFD0: { Copyright: 'secret-in-metadata' } })
    .jpeg()
    .toBuffer()
  await api.as(ade).call(uploadDocument, {
    type: 'OWNER_IDENTITY',
    document: testDocument('passport.jpg', picture),
  } as never)
  const call = asStaff(api, await createStaff(api, 'reviewer'))
  const { url } = await call(openReviewDocument, { id: ade.merchantId, type: 'OWNER_IDENTITY' })
  const served = Buffer.from(await (await fetch(api.url + url)).arrayBuffer())
  assert.ok(!served.includes('secret-in-metadata'))
  assert.equal((await sharp(served).metadata()).width, 40)
})
