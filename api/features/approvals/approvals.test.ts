import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalActions, approvalLimits } from '@adire/contract/approval-actions.ts'
import {
  approveRequest,
  cancelApproval,
  countApprovals,
  getApproval,
  getApprovalRules,
  listApprovals,
  rejectRequest,
  requestRefundApproval,
  setApprovalRules,
} from '@adire/contract/approvals.ts'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { type CallError, callEndpoint } from '@adire/contract/call.ts'
import { eraseCustomer, listCustomers } from '@adire/contract/customers.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { removeMember } from '@adire/contract/team.ts'
import { eq } from 'drizzle-orm'
import { approvalFixture, approvalOf } from '../../testing/approving.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { addMember, confirmSessions, createSecretKeyFor, createUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { apiKeys } from '../api-keys/tables.ts'
import { startSession } from '../auth/sessions.ts'

const reason = 'requested_by_customer' as const

test('every action that can wait names it in the contract', () => {
  for (const name of Object.keys(approvalActions))
    assert.ok(allEndpoints[name]!.errors.includes('approval_required'), name)
})

test('of two requests at once the second is rejected when the first is the last that may wait', async (t) => {
  const { app, owner, call, pay } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const ask = (amountKobo: number) => () => call(requestRefundApproval, { id, amountKobo, reason })
  await ask(1_000)()
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into approval_requests (merchant_id, id, action, status, title, effects, input, input_hash, requesters, requested_by,
         requested_by_user_id, created_at, expires_at)
       select merchant_id, gen_random_uuid(), action, status, title, effects, input, number::text, requesters, requested_by,
         requested_by_user_id, created_at, expires_at
       from approval_requests, generate_series(2, $1::int) number`,
      [approvalLimits.waiting - 1],
    ),
  )
  const lock = `select from merchants where id = '${owner.merchantId}' for update`
  const both = await sendWhileLocked(app, lock, [ask(2_000), ask(3_000)])
  assert.deepEqual(
    both.map((one) => (one.status === 'fulfilled' ? 'waits' : (one.reason as CallError).code)),
    ['waits', 'too_many_approvals'],
  )
})

test('a refund above the limit waits for a second person, who sees its effect and approves it', async (t) => {
  const { app, owner, finance, call, pay, balanceOf, approve } = await approvalFixture(t, { refunds: true })
  const { id, reference } = await pay()
  const small = await call(requestRefund, { id, amountKobo: 60_000, reason })
  assert.equal(small.status, 'processed', 'a refund up to the limit does not wait')
  const before = await balanceOf()
  const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 50_000, reason }))
  assert.equal(await balanceOf(), before, 'two refunds of one payment count together, and nothing has moved')
  const seen = await app.as(finance).call(getApproval, { id: approvalId })
  assert.deepEqual([seen.status, seen.requestedBy, seen.isYours, seen.denied], ['waiting', owner.email, false, null])
  assert.equal(seen.title, `Refund ${formatNaira(50_000)} of the payment ${reference}`)
  assert.deepEqual(
    seen.effects.find(({ label }) => label === 'Refunded in total'),
    { label: 'Refunded in total', before: formatNaira(60_000), after: formatNaira(110_000) },
  )
  assert.equal((await app.as(finance).call(countApprovals, {})).waiting, 1)
  assert.equal((await call(countApprovals, {})).waiting, 0, 'nobody is asked to decide on their own request')
  assert.match((await call(getApproval, { id: approvalId })).denied!, /yourself/)

  const done = await approve(finance, approvalId, 'Agreed with Bola')
  assert.deepEqual([done.status, done.decidedBy, done.comment], ['done', finance.email, 'Agreed with Bola'])
  assert.equal(await balanceOf(), before - 50_000)
  const [refund] = (await call(listRefunds, {})).content
  assert.deepEqual(
    [refund!.id, refund!.status, refund!.amountKobo, refund!.requestedBy.name],
    [done.resultId, 'processed', 50_000, owner.email],
  )
  const twice = await approve(finance, approvalId)
  assert.deepEqual(
    [twice.status, (await call(listRefunds, {})).totalElements],
    ['done', 2],
    'a second click is harmless',
  )
  await assert.rejects(
    app.as(finance).call(rejectRequest, { id: approvalId, comment: 'No' }),
    errorWith(409, 'approval_move_refused'),
  )
  assert.deepEqual(
    done.events.map(({ kind, text }) => [kind, text]),
    [
      ['approved', `${finance.email} approved it: Agreed with Bola`],
      ['requested', `${owner.email} asked: ${done.title}`],
    ],
  )
  const { content } = await call(listAuditEvents, { limit: 10 })
  const audited = content.map(({ action, actor }) => `${action} ${actor.name}`)
  for (const line of [
    `approval.requested ${owner.email}`,
    `refund.requested ${owner.email}`,
    `approval.approved ${finance.email}`,
  ])
    assert.ok(audited.includes(line), line)
})

test('those who may decide are notified, the requester learns the outcome, and nobody else', async (t) => {
  const { app, owner, finance, admin, call, pay, approve } = await approvalFixture(t, { refunds: true })
  const support = await addMember(app, owner, 'support')
  const operations = await addMember(app, owner, 'operations')
  const { id } = await pay()
  await app.drain()
  const notified = async (user: typeof owner) =>
    (await app.as(user).call(listNotifications, {})).content
      .filter(({ path }) => path?.startsWith('/approvals/'))
      .map(({ title }) => title.split(':')[0])
  const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason }))
  for (const user of [finance, admin]) assert.deepEqual(await notified(user), ['Approval needed'])
  for (const user of [owner, support, operations]) assert.deepEqual(await notified(user), [])
  await approve(admin, approvalId)
  await app.drain()
  assert.deepEqual(await notified(owner), ['Approved and done'])
  const subjects = async (email: string) =>
    (await mailsTo(app, email)).map(({ subject }) => subject.replace(/^\[.*?\] /, '').split(':')[0])
  assert.ok((await subjects(finance.email)).includes('Approval needed'))
  assert.ok((await subjects(owner.email)).includes('Approved and done'))
  assert.ok(!(await subjects(operations.email)).includes('Approval needed'))
})

test('nobody approves their own request, in whichever session, and nobody without both permissions', async (t) => {
  const { app, owner, finance, call, pay, confirm, approve } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason }))
  await assert.rejects(approve(owner, approvalId), errorWith(403, 'own_approval'))
  const sessionId = crypto.randomUUID()
  await app.runtime.database.write((tx) =>
    startSession(tx, { id: owner.userId, sessionId }, { requestId: 'test', ip: null, userAgent: null }, new Date()),
  )
  const until = new Date(Date.now() + dayMs)
  const token = await app.runtime.signer.sign({ sub: owner.userId, scope: 'profile', sid: sessionId }, until)
  await confirm(owner)
  await assert.rejects(
    app.as({ ...owner, token }).call(approveRequest, { id: approvalId }),
    errorWith(403, 'own_approval'),
  )
  for (const role of ['operations', 'support', 'developer'] as const) {
    const member = await addMember(app, owner, role)
    await assert.rejects(approve(member, approvalId), errorWith(403, 'permission_missing'), role)
  }
  const key = await createSecretKeyFor(app, owner)
  const connection = { baseUrl: (server: string) => `${app.url}/test/${server}`, token: () => key }
  await assert.rejects(callEndpoint(connection, approveRequest, { id: approvalId }), errorWith(403, 'forbidden'))
  const stranger = await createUser(app.runtime, 'eve')
  await confirm(stranger)
  await assert.rejects(app.as(stranger).call(approveRequest, { id: approvalId }), errorWith(404, 'approval_not_found'))
  await assert.rejects(
    app.as({ ...stranger, merchantId: owner.merchantId }).call(approveRequest, { id: approvalId }),
    errorWith(404, 'business_not_found'),
  )
  await assert.rejects(
    app.as(finance, 'LIVE').call(approveRequest, { id: approvalId }),
    errorWith(404, 'business_not_found'),
  )
  assert.equal((await call(listRefunds, {})).totalElements, 0)
  const other = await addMember(app, owner, 'finance')
  await assert.rejects(app.as(other).call(approveRequest, { id: approvalId }), errorWith(403, 'confirmation_required'))
  assert.equal((await approve(other, approvalId)).status, 'done')
})

test('two approvers at once carry a refund out once', async (t) => {
  const { app, finance, admin, call, pay, balanceOf, confirmAll } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const before = await balanceOf()
  const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason }))
  await confirmAll()
  const outcomes = await Promise.allSettled(
    [finance, admin, finance, admin].map((user) => app.as(user).call(approveRequest, { id: approvalId })),
  )
  const fulfilled = outcomes.filter(({ status }) => status === 'fulfilled')
  assert.equal(fulfilled.length, 2, 'both clicks of the one who was first')
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal((outcome.reason as CallError).code, 'approval_move_refused')
  assert.deepEqual([(await call(listRefunds, {})).totalElements, await balanceOf()], [1, before - 200_000])
})

test('the erasure of a customer erases what was written when their refund was decided', async (t) => {
  const { app, owner, finance, call, pay } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason }))
  await app.as(finance).call(rejectRequest, { id: approvalId, comment: 'Ada Obi got the lace yesterday' })
  await confirmSessions(app, owner)
  const { content } = await call(listCustomers, {})
  await call(eraseCustomer, { id: content[0]!.id, email: content[0]!.email })
  const seen = await call(getApproval, { id: approvalId })
  assert.deepEqual([seen.status, seen.decidedBy, seen.events.length], ['rejected', finance.email, 1])
  assert.doesNotMatch(JSON.stringify([seen, await call(listNotifications, {})]), /the lace/)
})

test('a request is rejected with a reason, cancelled by its requester only, or expires', async (t) => {
  const { app, finance, admin, call, pay, approve } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const ask = (amountKobo: number) => approvalOf(call(requestRefund, { id, amountKobo, reason }))
  const first = await ask(200_000)
  assert.equal(await ask(200_000), first, 'the same person who asks for the same again finds the request that waits')
  await assert.rejects(
    app.as(finance).call(rejectRequest, { id: first, comment: ' ' }),
    errorWith(400, 'validation_error'),
  )
  const rejected = await app.as(finance).call(rejectRequest, { id: first, comment: 'Delivered yesterday' })
  assert.deepEqual([rejected.status, rejected.comment], ['rejected', 'Delivered yesterday'])

  const second = await ask(200_000)
  assert.notEqual(second, first)
  await assert.rejects(app.as(finance).call(cancelApproval, { id: second }), errorWith(403, 'approval_of_other'))
  assert.equal((await call(cancelApproval, { id: second })).status, 'cancelled')
  await assert.rejects(call(cancelApproval, { id: second }), errorWith(409, 'approval_move_refused'))
  assert.deepEqual(
    (await call(getApproval, { id: second })).events.map(({ kind }) => kind),
    ['cancelled', 'requested'],
  )

  const third = await ask(200_000)
  app.forward(7 * dayMs)
  await assert.rejects(approve(admin, third), errorWith(409, 'approval_expired'))
  await runNow(app.runtime, 'expire-approvals')
  assert.equal((await call(getApproval, { id: third })).status, 'expired')
  await assert.rejects(approve(admin, third), errorWith(409, 'approval_move_refused'))
  assert.equal((await call(listRefunds, {})).totalElements, 0)
  assert.equal((await call(listApprovals, { state: 'ended', subjectId: id })).totalElements, 3)
})

test('an approved refund that is no longer possible fails with the reason', async (t) => {
  const { app, finance, admin, owner, pay, approve } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const ask = (user: typeof owner, amountKobo: number) =>
    approvalOf(app.as(user).call(requestRefund, { id, amountKobo, reason }))
  const most = await ask(owner, 450_000)
  const some = await ask(owner, 300_000)
  assert.equal((await approve(finance, some)).status, 'done')
  assert.match((await app.as(finance).call(getApproval, { id: most })).obstacle!, /NGN.2,000.00/)
  const failed = await approve(finance, most)
  assert.deepEqual([failed.status, failed.resultId], ['failed', null])
  assert.match(failed.failureReason!, /NGN.2,000.00/)

  const operations = await addMember(app, owner, 'operations')
  const left = await ask(operations, 150_000)
  await app.as(owner).call(removeMember, { userId: operations.userId })
  const orphaned = await approve(admin, left)
  assert.deepEqual(
    [orphaned.status, orphaned.failureReason],
    ['failed', `${operations.email} is no longer a member of the business`],
  )
})

test('a secret key over the limit waits, too: its server gets the same answer again, and who has seen the key does not approve', async (t) => {
  const { app, owner, admin, call, pay, approve } = await approvalFixture(t, { refunds: true })
  const { id } = await pay()
  const key = await createSecretKeyFor(app, owner)
  await app.runtime.database.write((tx) =>
    tx.update(apiKeys).set({ createdBy: admin.userId }).where(eq(apiKeys.merchantId, owner.merchantId)),
  )
  const connection = { baseUrl: (server: string) => `${app.url}/test/${server}`, token: () => key }
  const refund = (idempotencyKey: string) =>
    approvalOf(callEndpoint(connection, requestRefund, { id, amountKobo: 200_000, reason }, { idempotencyKey }))
  const approvalId = await refund('order-1')
  assert.equal(await refund('order-1'), approvalId)
  const other = await refund('order-2')
  assert.notEqual(other, approvalId, 'another key of the server is another refund')
  const mine = await callEndpoint(connection, getApproval, { id: approvalId })
  assert.deepEqual([mine.status, mine.isYours], ['waiting', true])
  await callEndpoint(connection, cancelApproval, { id: other })
  await assert.rejects(approve(admin, approvalId), errorWith(403, 'own_approval'))
  assert.equal((await approve(owner, approvalId)).status, 'done')
  assert.equal(await refund('order-1'), approvalId, 'the same request never refunds a second time')
  assert.equal((await call(listRefunds, {})).totalElements, 1)
  const late = await refund('order-3')
  await app.runtime.database.write((tx) => tx.update(apiKeys).set({ expiresAt: new Date(Date.now() - 1) }))
  assert.match((await approve(owner, late)).failureReason!, /was revoked or replaced/)
})

test('support asks for refunds of any amount, also without rules', async (t) => {
  const { app, owner, call, pay, approve } = await approvalFixture(t, {})
  const support = await addMember(app, owner, 'support')
  const { id } = await pay()
  const as = app.as(support)
  await assert.rejects(as.call(requestRefund, { id, amountKobo: 100, reason }), errorWith(403, 'permission_missing'))
  await assert.rejects(
    as.call(requestRefundApproval, { id, amountKobo: 600_000, reason }),
    errorWith(422, 'above_what_is_left'),
  )
  const asked = await as.call(requestRefundApproval, { id, amountKobo: 100, reason })
  assert.deepEqual([asked.status, asked.isYours, asked.subjectId], ['waiting', true, id])
  assert.equal((await call(listRefunds, {})).totalElements, 0)
  assert.equal((await approve(owner, asked.id)).status, 'done')
  assert.equal((await as.call(listRefunds, {})).content[0]!.requestedBy.name, support.email)
})

test('rules need two people who can approve, and once on, a second person to change them', async (t) => {
  const { app, owner, admin, finance, call, rules, confirm, approve } = await approvalFixture(t, { team: true })
  const off = { ...rules, team: false }
  const id = await approvalOf(call(setApprovalRules, off))
  assert.equal((await call(getApprovalRules, {})).team, true)
  await assert.rejects(call(removeMember, { userId: admin.userId }), errorWith(409, 'approver_needed'))
  await assert.rejects(approve(owner, id), errorWith(403, 'own_approval'))
  assert.equal((await approve(finance, id)).status, 'done')
  assert.equal((await call(getApprovalRules, {})).team, false)
  await call(removeMember, { userId: admin.userId })
  await confirm(owner)
  await assert.rejects(call(setApprovalRules, rules), errorWith(409, 'approver_needed'))
  assert.equal((await call(setApprovalRules, { ...off, refunds: true })).approvers, 2)
  const alone = await createUser(app.runtime, 'solo')
  await confirm(alone)
  await assert.rejects(
    app.as(alone).call(setApprovalRules, { ...off, refunds: true }),
    errorWith(409, 'approver_needed'),
  )
})
