import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { deletePlan } from '@adire/contract/plans.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { cancelPayerSubscription } from '@adire/contract/subscriber.ts'
import { reactivateSubscription } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { findPayerCode, subscriptionFixture } from '../../testing/subscribing.ts'
import { addMember, createSecretKeyFor } from '../../testing/users.ts'

/** A business whose monthly subscriber is cancelled for the end of the period. */
async function cancelledFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { merchant, plan, subscribe } = fixture
  const { id: planId } = await plan()
  const { id } = await subscribe(planId)
  const cancel = () => merchant.call(cancelSubscription, { id, note: 'Moving away' })
  const reactivate = () => merchant.call(reactivateSubscription, { id })
  return { ...fixture, planId, id, cancel, reactivate }
}

test('a cancellation is taken back while the period lasts, once, and the subscription is renewed on its day', async (t) => {
  const { app, user, merchant, id, cancel, reactivate, live, detail, invoices } = await cancelledFixture(t)
  const before = await detail(id)
  await assert.rejects(reactivate(), errorWith(409, 'subscription_not_ending'))
  assert.equal((await cancel()).status, 'non_renewing')
  await live(10)
  const both = await Promise.allSettled([reactivate(), reactivate()])
  const rejected = both.flatMap((result) => (result.status === 'rejected' ? result.reason.code : []))
  assert.deepEqual(rejected, ['subscription_not_ending'])
  const again = await detail(id)
  assert.deepEqual(
    [again.status, again.endReason, again.endNote, again.cancelledAt, again.nextPaymentAt],
    ['active', null, null, null, before.nextPaymentAt],
  )
  assert.deepEqual(
    again.events.slice(0, 2).map(({ kind }) => kind),
    ['reactivated', 'cancelled'],
  )
  assert.match(again.events[0]!.text, /took back the cancellation\. It is renewed on \d/)
  await app.drain()
  const mail = (await mailsTo(app, 'ada@example.com')).at(-1)!
  assert.match(mail.text, /took back the cancellation of your subscription\. From .* you pay NGN.5,000\.00 a month/)
  const audited = (await merchant.call(listAuditEvents, {})).content.map(({ action }) => action)
  assert.equal(audited.filter((action) => action === 'subscription.reactivated').length, 1)
  await live(25)
  assert.deepEqual([(await detail(id)).charges, (await invoices(id))[0]!.status], [2, 'success'])

  const key = await createSecretKeyFor(app, user)
  await cancel()
  const byKey = await fetch(`${app.url}/test/core/subscribe/${id}/reactivate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  assert.deepEqual([byKey.status, (await detail(id)).status], [200, 'active'])
})

test('a cancellation is not taken back after the end, for a deleted plan or after the last charge', async (t) => {
  const { merchant, planId, cancel, reactivate, subscribe, plan, live } = await cancelledFixture(t)
  const only = await subscribe((await plan({ chargeLimit: 1 })).id, undefined, 'bola@example.com')
  await assert.rejects(merchant.call(reactivateSubscription, { id: only.id }), errorWith(409, 'subscription_ending'))
  await cancel()
  await live(33)
  await assert.rejects(reactivate(), errorWith(409, 'subscription_ended'))
  const other = await subscribe(planId, undefined, 'chidi@example.com')
  await merchant.call(cancelSubscription, { id: other.id })
  await merchant.call(deletePlan, { id: planId })
  await assert.rejects(merchant.call(reactivateSubscription, { id: other.id }), errorWith(409, 'plan_closed'))
})

test('a cancellation is taken back by who may manage subscriptions, of the own business and mode only', async (t) => {
  const { app, user, id, cancel, detail } = await cancelledFixture(t)
  await cancel()
  const support = await addMember(app, user, 'support')
  await assert.rejects(app.as(support).call(reactivateSubscription, { id }), errorWith(403, 'permission_missing'))
  const other = await app.createUser('Other')
  await assert.rejects(app.as(other).call(reactivateSubscription, { id }), errorWith(404, 'subscription_not_found'))
  await assert.rejects(app.as(user, 'LIVE').call(reactivateSubscription, { id }))
  assert.equal((await detail(id)).status, 'non_renewing')
})

test('a cancellation by the payer while a charge is at the bank is taken back, and the charge is applied', async (t) => {
  const { app, merchant, payer, id, reactivate, live, detail, runDueJobs } = await cancelledFixture(t)
  await app.drain()
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'bank_silent' })
  await payer(cancelPayerSubscription, { accessCode: await findPayerCode(app, 'ada@example.com') })
  assert.deepEqual([(await detail(id)).status, (await detail(id)).endReason], ['non_renewing', 'payer'])
  assert.equal((await reactivate()).status, 'active')
  await live(0.1)
  await runDueJobs()
  // The bank declined it: it is past due, as if nobody had cancelled.
  assert.equal((await detail(id)).status, 'attention')
})
