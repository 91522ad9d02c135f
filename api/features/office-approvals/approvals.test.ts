import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  approveStaffRequest,
  cancelStaffApproval,
  countStaffApprovals,
  getStaffApproval,
  getStaffApprovalRules,
  listStaffApprovals,
  rejectStaffRequest,
  setStaffApprovalRules,
} from '@adire/contract/back-office/approvals.ts'
import type { NewStaffApprovalRules } from '@adire/contract/back-office/approvals-schemas.ts'
import {
  freezeMerchantPayouts,
  getOfficeMerchant,
  setMerchantLimits,
  setMerchantPayoutTerms,
} from '@adire/contract/back-office/merchants.ts'
import { createRiskRule, listRiskRules } from '@adire/contract/back-office/risk.ts'
import { changeStaffRole, deactivateStaff, inviteStaff, listStaff } from '@adire/contract/back-office/staff.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { CallError } from '@adire/contract/call.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { asStaff, createStaff, type TestStaff } from '../../testing/staff.ts'
import { staff, staffEvents, staffSessions } from '../staff/tables.ts'

const none: NewStaffApprovalRules = {
  prices: false,
  limits: false,
  payoutTerms: false,
  payouts: false,
  payoutLimitKobo: 100_000_000,
  risk: false,
  staff: false,
}

/** Two admins and two people of risk; limits of businesses, risk rules and staff need an approval. */
async function ruledOffice(t: TestContext, rules: Partial<NewStaffApprovalRules> = { limits: true }) {
  const api = await testApp(t, { BRAND_NAME: 'Kola' })
  const people = {
    ngozi: await createStaff(api, 'admin', 'Ngozi'),
    bola: await createStaff(api, 'admin', 'Bola'),
    ada: await createStaff(api, 'risk', 'Ada'),
    obi: await createStaff(api, 'risk', 'Obi'),
    finn: await createStaff(api, 'finance', 'Finn'),
    faye: await createStaff(api, 'finance', 'Faye'),
  }
  const as = (person: TestStaff) => asStaff(api, person)
  await as(people.ngozi)(setStaffApprovalRules, { ...none, ...rules })
  const { merchantId } = await api.createUser('Ade')
  const limits = { id: merchantId, maxPaymentKobo: 500_000, maxDayKobo: null }
  const maxPaymentNow = async () =>
    (await as(people.ada)(getOfficeMerchant, { id: merchantId })).restrictions.maxPaymentKobo
  return { api, ...people, as, merchantId, limits, maxPaymentNow }
}

/** Id of the request for approval that a call leads to. */
async function requestedBy(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => assert.fail('The action did not wait'),
    (cause) => cause,
  )
  assert.ok(error instanceof CallError)
  assert.deepEqual([error.status, error.code], [403, 'approval_required'])
  return error.approvalId!
}

test('nothing waits until an admin switches a group on, and then only with two people who could approve', async (t) => {
  const api = await testApp(t)
  const ngozi = await createStaff(api, 'admin', 'Ngozi')
  const ada = await createStaff(api, 'risk', 'Ada')
  const call = asStaff(api, ngozi)
  const { merchantId } = await api.createUser('Ade')
  await asStaff(api, ada)(setMerchantLimits, { id: merchantId, maxPaymentKobo: 100_000, maxDayKobo: null })
  assert.deepEqual(await call(getStaffApprovalRules, {}), { ...none, admins: 1 })
  await assert.rejects(call(setStaffApprovalRules, { ...none, limits: true }), errorWith(409, 'approver_needed'))
  await createStaff(api, 'admin', 'Bola')
  await assert.rejects(
    asStaff(api, ada)(setStaffApprovalRules, { ...none, limits: true }),
    errorWith(403, 'permission_missing'),
  )
  assert.equal((await call(setStaffApprovalRules, { ...none, limits: true })).limits, true)
})

test('a covered action waits with a preview, and takes effect once another person approves it', async (t) => {
  const { api, ada, obi, finn, as, limits, maxPaymentNow, merchantId } = await ruledOffice(t)
  const id = await requestedBy(as(ada)(setMerchantLimits, limits))
  assert.equal(await requestedBy(as(ada)(setMerchantLimits, limits)), id, 'the same again is the same request')
  assert.equal(await maxPaymentNow(), null)
  const request = await as(obi)(getStaffApproval, { id })
  assert.deepEqual(
    [request.status, request.requestedBy, request.isYours, request.denied, request.obstacle, request.merchantId],
    ['waiting', 'Ada', false, null, null, merchantId],
  )
  assert.deepEqual(request.effects.slice(1), [
    { label: 'Most of one payment', before: 'No limit', after: formatNaira(500_000) },
  ])
  assert.deepEqual(await as(obi)(countStaffApprovals, {}), { waiting: 1 })
  assert.deepEqual(await as(ada)(countStaffApprovals, {}), { waiting: 0 })
  await api.drain()
  assert.match(JSON.stringify(await mailsTo(api, obi.email)), /Approval needed: Change the limits of/)
  assert.deepEqual(await mailsTo(api, finn.email), [])

  const done = await as(obi)(approveStaffRequest, { id, comment: 'Agreed by phone' })
  assert.deepEqual([done.status, done.decidedBy, done.comment], ['done', 'Obi', 'Agreed by phone'])
  assert.equal(await maxPaymentNow(), 500_000)
  assert.equal((await as(obi)(approveStaffRequest, { id })).status, 'done', 'a second click changes nothing')
  await api.drain()
  assert.match(JSON.stringify(await mailsTo(api, ada.email)), /Approved and done/)
  const { content } = await as(ada)(listStaffEvents, {})
  const logged = content.map(({ action, actor }) => `${action} ${actor}`)
  assert.equal(logged.filter((one) => one === 'merchant.limits_changed Ada').length, 1)
  assert.equal(logged.filter((one) => one === 'approval.approved Obi').length, 1)
  assert.equal(logged.filter((one) => one === 'approval.requested Ada').length, 1)
})

test('nobody approves their own request, in whichever session, nor without the permission of the action', async (t) => {
  const { api, ada, finn, as, limits, maxPaymentNow } = await ruledOffice(t)
  const id = await requestedBy(as(ada)(setMerchantLimits, limits))
  await assert.rejects(as(ada)(approveStaffRequest, { id }), errorWith(403, 'own_approval'))
  const second = await secondSession(api, ada)
  await assert.rejects(as(second)(approveStaffRequest, { id }), errorWith(403, 'own_approval'))
  await assert.rejects(as(second)(rejectStaffRequest, { id, comment: 'No' }), errorWith(403, 'own_approval'))
  const unknown = errorWith(404, 'approval_not_found')
  await assert.rejects(as(finn)(approveStaffRequest, { id }), unknown)
  await assert.rejects(as(finn)(rejectStaffRequest, { id, comment: 'No' }), unknown)
  await assert.rejects(as(finn)(cancelStaffApproval, { id }), unknown)
  await assert.rejects(as(finn)(getStaffApproval, { id }), unknown)
  assert.equal((await as(finn)(listStaffApprovals, {})).totalElements, 0)
  assert.equal(await maxPaymentNow(), null)
})

test('ten approvals at once carry the action out once', async (t) => {
  const { ngozi, bola, ada, obi, as } = await ruledOffice(t, { risk: true })
  const rule = {
    name: 'Many',
    subject: 'payer',
    metric: 'payments',
    windowMinutes: 10,
    maximum: 5,
    action: 'alert',
  } as const
  const id = await requestedBy(as(ada)(createRiskRule, { ...rule, isEnabled: true, mode: 'TEST' }))
  const approvers = [ngozi, bola, obi, ngozi, bola, obi, ngozi, bola, obi, obi]
  const outcomes = await Promise.allSettled(approvers.map((person) => as(person)(approveStaffRequest, { id })))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal((outcome.reason as CallError).code, 'approval_move_refused')
  assert.equal((await as(ada)(listRiskRules, {})).content.length, 1)
  const { content } = await as(ada)(listStaffEvents, { action: 'risk_rule.created' })
  assert.equal(content.length, 1)
})

test('a request is rejected with a reason, cancelled by its requester, or expires', async (t) => {
  const { api, ada, obi, as, limits, maxPaymentNow } = await ruledOffice(t)
  const rejected = await requestedBy(as(ada)(setMerchantLimits, limits))
  assert.equal((await as(obi)(rejectStaffRequest, { id: rejected, comment: 'Too low' })).status, 'rejected')
  await assert.rejects(as(obi)(approveStaffRequest, { id: rejected }), errorWith(409, 'approval_move_refused'))

  const cancelled = await requestedBy(as(ada)(setMerchantLimits, limits))
  assert.notEqual(cancelled, rejected)
  await assert.rejects(as(obi)(cancelStaffApproval, { id: cancelled }), errorWith(403, 'approval_of_other'))
  assert.equal((await as(ada)(cancelStaffApproval, { id: cancelled })).status, 'cancelled')
  await assert.rejects(as(ada)(cancelStaffApproval, { id: cancelled }), errorWith(409, 'approval_move_refused'))

  const expired = await requestedBy(as(ada)(setMerchantLimits, limits))
  api.forward(3 * 864e5 + 1000)
  await assert.rejects(as(obi)(approveStaffRequest, { id: expired }), errorWith(409, 'approval_expired'))
  await runNow(api.runtime, 'expire-staff-approvals')
  await runNow(api.runtime, 'expire-staff-approvals')
  assert.equal((await as(obi)(getStaffApproval, { id: expired })).status, 'expired')
  const { content: expirations } = await as(ada)(listStaffEvents, { action: 'approval.expired' })
  assert.deepEqual(
    expirations.map(({ actor }) => actor),
    ['Kola'],
    'the platform itself, by its name',
  )
  assert.equal(await maxPaymentNow(), null)
  assert.equal((await as(obi)(listStaffApprovals, { state: 'ended' })).totalElements, 3)
})

test('the request of somebody who was removed or has another role is void', async (t) => {
  const { api, ngozi, ada, obi, as, limits, maxPaymentNow } = await ruledOffice(t)
  const first = await requestedBy(as(ada)(setMerchantLimits, limits))
  await as(ngozi)(changeStaffRole, { id: ada.id, role: 'support' })
  assert.match((await as(obi)(getStaffApproval, { id: first })).obstacle!, /role of Ada does not include/)
  const failed = await as(obi)(approveStaffRequest, { id: first })
  assert.deepEqual([failed.status, failed.failureReason], ['failed', 'The role of Ada does not include this any more'])

  const second = await requestedBy(as(obi)(setMerchantLimits, { ...limits, maxPaymentKobo: 700_000 }))
  await as(ngozi)(deactivateStaff, { id: obi.id })
  const alsoFailed = await as(ngozi)(approveStaffRequest, { id: second })
  assert.match(alsoFailed.failureReason!, /Obi has no access/)
  assert.equal(await maxPaymentNow(), null)

  // Nobody has to decide: it ends by itself, and what the person may still ask for goes on waiting.
  await as(ngozi)(changeStaffRole, { id: ada.id, role: 'risk' })
  const third = await requestedBy(as(ada)(setMerchantLimits, { ...limits, maxPaymentKobo: 800_000 }))
  await as(ngozi)(changeStaffRole, { id: ada.id, role: 'admin' })
  await api.drain()
  assert.equal((await as(ngozi)(getStaffApproval, { id: third })).status, 'waiting')
  await as(ngozi)(changeStaffRole, { id: ada.id, role: 'support' })
  await api.drain()
  const ended = await as(ngozi)(getStaffApproval, { id: third })
  assert.deepEqual([ended.status, ended.failureReason], ['failed', 'The role of Ada does not include this any more'])
  assert.equal((await as(ngozi)(listStaffEvents, { action: 'approval.voided' })).content[0]!.actor, 'Kola')
})

test('void requests end once each, also when the job is killed at any point, repeated, and run by two processes at once', async (t) => {
  const { api, ngozi, ada, as, limits } = await ruledOffice(t)
  const mortal = await testApp(t, {}, api)
  const interrupter = openInterrupter(mortal)
  const run = ({ runtime }: TestApp) => runJob(runtime, 'end-void-staff-approvals', { staffId: ada.id })
  const countVoided = () =>
    api.runtime.database.read((tx) => tx.$count(staffEvents, eq(staffEvents.action, 'approval.voided')))
  for (const [index, points] of [0, 1, 2, 3, 4, 5, 6].entries()) {
    await as(ngozi)(changeStaffRole, { id: ada.id, role: 'risk' })
    for (const maxPaymentKobo of [700_000, 800_000])
      await requestedBy(as(ada)(setMerchantLimits, { ...limits, maxPaymentKobo }))
    await as(ngozi)(changeStaffRole, { id: ada.id, role: 'support' })
    interrupter.endAfter(points)
    await run(mortal).catch(() => {})
    interrupter.revive()
    await Promise.all([run(api), run(mortal)])
    await api.drain()
    assert.equal(await countVoided(), 2 * (index + 1), `after ${points} points`)
  }
})

test('an action that is not possible any more fails, and leaves nothing half done', async (t) => {
  const { api, ngozi, bola, as } = await ruledOffice(t, { staff: true })
  const email = 'new@provider.example'
  const first = await requestedBy(as(ngozi)(inviteStaff, { email, role: 'risk' }))
  const { rows } = await api.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into staff (email, name, role, joined_at, created_at) values ($1, 'New', 'risk', now(), now()) returning id`,
      [email],
    ),
  )
  assert.equal(rows.length, 1)
  const failed = await as(bola)(approveStaffRequest, { id: first })
  assert.deepEqual([failed.status, failed.failureReason], ['failed', 'This person has an account already'])
  await api.drain()
  assert.deepEqual(await mailsTo(api, email), [])
})

test('roles and invitations of staff wait; to deactivate somebody or freeze a business never does', async (t) => {
  const { ngozi, bola, ada, obi, as, merchantId } = await ruledOffice(t, { staff: true, payoutTerms: true })
  const role = await requestedBy(as(ngozi)(changeStaffRole, { id: ada.id, role: 'admin' }))
  await assert.rejects(as(ada)(listStaff, {}), errorWith(403, 'permission_missing'))
  await as(bola)(approveStaffRequest, { id: role })
  assert.equal((await as(ada)(listStaff, {})).content.length, 6)
  await as(ngozi)(deactivateStaff, { id: obi.id })
  await as(ada)(freezeMerchantPayouts, { id: merchantId, reason: 'Fraud' })
  const terms = { id: merchantId, reserveBps: 0, reserveDays: 0, stampDutyBearer: 'merchant' } as const
  await requestedBy(as(ngozi)(setMerchantPayoutTerms, terms))
})

test('once a rule is on, changing the rules waits too, and the last two approvers keep their roles', async (t) => {
  const { api, ngozi, bola, finn, faye, as } = await ruledOffice(t, { payoutTerms: true })
  const id = await requestedBy(as(ngozi)(setStaffApprovalRules, none))
  assert.equal((await as(ngozi)(getStaffApprovalRules, {})).payoutTerms, true)
  await assert.rejects(as(finn)(approveStaffRequest, { id }), errorWith(404, 'approval_not_found'))
  await assert.rejects(as(ngozi)(changeStaffRole, { id: bola.id, role: 'risk' }), errorWith(409, 'approver_needed'))
  for (const person of [finn, faye]) await as(ngozi)(changeStaffRole, { id: person.id, role: 'support' })
  assert.equal((await as(bola)(approveStaffRequest, { id })).status, 'done')
  assert.equal((await as(ngozi)(getStaffApprovalRules, {})).payoutTerms, false)
  await api.drain()
  assert.match(JSON.stringify(await mailsTo(api, bola.email)), /What needs an approval has changed/)
})

test('an approval needs a confirmation, and a deactivated approver decides on nothing', async (t) => {
  const { api, ada, obi, ngozi, as, limits } = await ruledOffice(t)
  const id = await requestedBy(as(ada)(setMerchantLimits, limits))
  await api.runtime.database.write((tx) =>
    tx.update(staffSessions).set({ confirmedAt: null }).where(eq(staffSessions.staffId, obi.id)),
  )
  await assert.rejects(as(obi)(approveStaffRequest, { id }), errorWith(403, 'confirmation_required'))
  assert.equal((await as(ngozi)(getStaffApproval, { id })).status, 'waiting')
  // Deactivated by another process: the session cache of this one does not know it yet.
  await as(ngozi)(countStaffApprovals, {})
  await api.runtime.database.write((tx) =>
    tx.update(staff).set({ deactivatedAt: new Date() }).where(eq(staff.id, ngozi.id)),
  )
  await assert.rejects(as(ngozi)(approveStaffRequest, { id }), errorWith(401, 'unauthenticated'))
})

/** The same person in another browser. */
async function secondSession({ runtime }: Awaited<ReturnType<typeof testApp>>, person: TestStaff): Promise<TestStaff> {
  const sessionId = crypto.randomUUID()
  const now = runtime.clock()
  const later = new Date(now.getTime() + 864e5)
  await runtime.database.write((tx) =>
    tx.insert(staffSessions).values({
      id: sessionId,
      staffId: person.id,
      secretHash: crypto.randomUUID(),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: later,
      confirmedAt: later,
    }),
  )
  const token = await runtime.signer.sign({ sub: person.id, scope: 'staff', sid: sessionId, aud: 'operator' }, later)
  return { ...person, sessionId, token }
}
