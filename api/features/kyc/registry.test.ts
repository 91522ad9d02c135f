import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { decideReview, getReview, openReviewNumber } from '@adire/contract/back-office/review.ts'
import { submitBvn } from '@adire/contract/kyc.ts'
import { addMerchant, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { knownBvn } from '../../../testing/monnify/identity.ts'
import { openMonnifySimulator } from '../../../testing/monnify/simulator.ts'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { monnifySettings } from '../../testing/conformance/monnify-bench.ts'
import { errorWith } from '../../testing/error-with.ts'
import { secretKey } from '../../testing/live-fixture.ts'
import { businessDetails, getKycStatuses, registerNewcomer } from '../../testing/onboarding.ts'
import { reconciledFixture } from '../../testing/reconciled-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { createUser } from '../../testing/users.ts'

const ada = { bvn: knownBvn, firstName: 'Ada', lastName: 'Obi' }
const complete = { ...ada, dateOfBirth: '1990-04-12', phone: '0803 123 4567' }

/** A newcomer's test business on a product that checks BVNs at Monnify, which holds NGN 100 of it. */
async function newcomerFixture(t: TestContext) {
  let clock = () => new Date()
  const monnify = await openMonnifySimulator({ port: 0, balanceKobo: 10_000, now: () => clock() })
  atEnd(t, () => monnify.close())
  const fixture = await reconciledFixture(t, 'monnify', { simulator: monnify, settings: monnifySettings(monnify.url) })
  const { app } = fixture
  clock = app.runtime.clock
  const user = await registerNewcomer(app)
  const { call } = app.as(user)
  await call(submitBusinessDetails, businessDetails as never)
  const submit = (input: object) => call(submitBvn, input as never)
  const reviewer = asStaff(app, await createStaff(app, 'reviewer'))
  const reviewed = async () => {
    const { items } = await reviewer(getReview, { id: user.merchantId })
    return items.find(({ type }) => type === 'BVN')!
  }
  const checks = () => monnify.control.readRequests().filter(({ operation }) => operation === 'matchBvnDetails').length
  return { ...fixture, user, call, submit, reviewer, reviewed, checks, control: monnify.control }
}

test('a real BVN is compared with the register of the processor, and the reviewer sees each detail; its fee is reconciled', async (t) => {
  const { app, user, call, submit, reviewer, reviewed, checks, control, ...books } = await newcomerFixture(t)
  const config = (await (await fetch(`${app.url}/config.json`)).json()) as { bvnNeedsDetails: boolean }
  assert.equal(config.bvnNeedsDetails, true)
  await assert.rejects(submit(ada), errorWith(400, 'validation_error'))
  await assert.rejects(submit({ ...complete, dateOfBirth: '2990-01-01' }), { status: 422 })
  assert.equal(checks(), 0)
  const twice = await Promise.allSettled([submit(complete), submit(complete)])
  assert.equal(twice.filter(({ status }) => status === 'fulfilled').length, 1)
  await app.drain()
  assert.equal((await getKycStatuses(app, user)).BVN!.kycStatus, 'PENDING_REVIEW', 'a person decides')
  assert.deepEqual((await reviewed()).owner, {
    name: 'Ada Obi',
    registry: 'match',
    registryName: null,
    matches: { name: 'full', dateOfBirth: 'full', phone: 'full' },
  })
  const opened = await reviewer(openReviewNumber, { id: user.merchantId, type: 'BVN' })
  assert.deepEqual(opened.lines, [knownBvn, 'Born on 12 Apr 1990', 'Phone +2348031234567'])

  await reviewer(decideReview, {
    id: user.merchantId,
    decisions: [{ type: 'BVN', decision: 'return', note: 'Check your phone number' }],
  })
  // Without a phone number of the owner that of the business is compared, which the register has too.
  await submit({ ...complete, lastName: 'Eze', phone: undefined })
  assert.deepEqual((await reviewed()).owner!.registry, 'mismatch')
  assert.deepEqual((await reviewed()).owner!.matches, { name: 'none', dateOfBirth: 'full', phone: 'full' })
  app.forward(2 * 3_600_000)
  const { balance, expected } = await books.reconcileNow()
  assert.equal(balance, 10_000 - checks() * 1_000)
  assert.equal(balance - expected, 10_000, 'the ledger has the fees, and not what was there before')
  assert.equal(await books.balanceOf('processor_fees'), -1_000 * checks())
  assert.deepEqual([await books.faults(), control.readViolations()], [[], []])
  const { content } = await call(listAuditEvents, {} as never)
  assert.doesNotMatch(JSON.stringify(content), /1990|8031234567|12345678901/)
})

test('a number that does not exist, and a register that cannot be asked, are for a person; one that is silent changes nothing', async (t) => {
  const { user, submit, reviewer, reviewed, control, app } = await newcomerFixture(t)
  const again = () =>
    reviewer(decideReview, { id: user.merchantId, decisions: [{ type: 'BVN', decision: 'return', note: 'Again' }] })
  control.addFault({ operation: 'matchBvnDetails', kind: 'cut-after' })
  await assert.rejects(submit(complete), { status: 503 })
  assert.equal((await getKycStatuses(app, user)).BVN!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  await submit({ ...complete, bvn: '10101010101' })
  assert.equal((await reviewed()).owner!.registry, 'not_found')
  await again()
  control.setBalance({ balanceKobo: 0 })
  await submit(complete)
  assert.equal((await reviewed()).owner!.registry, 'unchecked')
  await again()
  // The other published form has one answer for all details.
  control.setBalance({ balanceKobo: 10_000 })
  const echo = { name: 'ADA OBI', dateOfBirth: '12-Apr-1990', mobileNo: '08031234567' }
  control.addFault({
    operation: 'matchBvnDetails',
    kind: 'changed-response',
    changes: { ...echo, bvnInformationMatch: false },
  })
  await submit(complete)
  const { registry, matches } = (await reviewed()).owner!
  assert.deepEqual([registry, matches], ['mismatch', null])
})

test('the checks that cost money are limited for one person, however many businesses they register', async (t) => {
  const { app, user, call, submit, checks, control } = await newcomerFixture(t)
  control.addFault({ operation: 'matchBvnDetails', kind: 'cut-after', count: 100 })
  for (let times = 0; times < 10; times++) await assert.rejects(submit(complete), { status: 503 })
  const second = await call(addMerchant, { businessName: 'Ada Fabrics', countryId: 566 })
  const other = app.as({ ...user, merchantId: second.id })
  await other.call(submitBusinessDetails, businessDetails as never)
  const asked = checks()
  const limited = errorWith(429, 'too_many_attempts')
  await assert.rejects(other.call(submitBvn, complete as never), limited)
  assert.equal(checks(), asked)
  const sandbox = { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' }
  assert.equal((await other.call(submitBvn, sandbox as never)).BVN!.kycStatus, 'PENDING_REVIEW')
})

test('the numbers of the sandbox are not sent to a processor', async (t) => {
  const { submit, checks, user, app } = await newcomerFixture(t)
  await submit({ bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' })
  await app.drain()
  assert.equal((await getKycStatuses(app, user)).BVN!.kycStatus, 'APPROVED')
  assert.equal(checks(), 0)
})

test('a live business whose BVN has expired submits another one, also where no processor checks it', async (t) => {
  const app = await testApp(t, { PROCESSOR: 'paystack', PAYSTACK_SECRET_KEY: secretKey })
  const owner = await createUser(app.runtime, 'Live', 'LIVE')
  const { call } = app.as(owner, 'LIVE')
  const reviewer = asStaff(app, await createStaff(app, 'reviewer'))
  const id = owner.merchantId
  await reviewer(decideReview, {
    id,
    decisions: [{ type: 'BUSINESS_DETAILS', decision: 'return', note: 'Complete it' }],
  })
  await call(submitBusinessDetails, businessDetails as never)
  await call(submitBvn, ada as never)
  await reviewer(decideReview, { id, decisions: [{ type: 'BVN', decision: 'approve' }] })
  await reviewer(decideReview, { id, decisions: [{ type: 'BVN', decision: 'expire', note: 'Too old' }] })
  const statuses = await call(submitBvn, ada as never)
  assert.equal(statuses.BVN!.kycStatus, 'PENDING_REVIEW')
  const { items } = await reviewer(getReview, { id })
  assert.equal(items.find(({ type }) => type === 'BVN')!.owner!.registry, 'unchecked')
})
