import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPlan } from '@adire/contract/plans.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  getSubscriptionTotals,
  pauseSubscription,
} from '@adire/contract/subscriptions.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

test('a plan has collected what was charged for it, also from subscribers who have changed to another plan', async (t) => {
  const { merchant, plan, subscribe, live, invoices } = await subscriptionFixture(t)
  const box = await plan()
  const large = await plan({ name: 'Large box', amountKobo: 900_000 })
  const ada = await subscribe(box.id)
  await subscribe(box.id, testCards.good, 'bola@example.com')
  await subscribe(large.id, testCards.good, 'chidi@example.com')
  const collected = async () => {
    const plans = [box, large].map(({ id }) => merchant.call(getPlan, { id }))
    return (await Promise.all(plans)).map(({ collectedKobo }) => collectedKobo)
  }
  assert.deepEqual(await collected(), [1_000_000, 900_000])
  await live(10)
  await merchant.call(changeSubscriptionPlan, { id: ada.id, planId: large.id, when: 'now' })
  const [change] = await invoices(ada.id)
  assert.deepEqual(await collected(), [1_000_000, 900_000 + change!.dueKobo])
  // All three renew, two of them on the large plan.
  await live(30)
  assert.deepEqual(await collected(), [1_500_000, 2_700_000 + change!.dueKobo])
})

test('a plan counts each trial once: as trial, as paused or as ending, as the list of subscriptions does', async (t) => {
  const { merchant, plan, subscribe } = await subscriptionFixture(t)
  const free = await plan({ trialDays: 30 })
  await subscribe(free.id)
  const paused = await subscribe(free.id, testCards.good, 'bola@example.com')
  const ending = await subscribe(free.id, testCards.good, 'chidi@example.com')
  await merchant.call(pauseSubscription, { id: paused.id })
  await merchant.call(cancelSubscription, { id: ending.id, when: 'period_end' })
  const { counts, subscribers } = await merchant.call(getPlan, { id: free.id })
  const listed = (await merchant.call(getSubscriptionTotals, { planId: free.id })).counts
  assert.deepEqual([subscribers, counts.trialing, counts.paused, counts.non_renewing], [3, 1, 1, 1])
  assert.deepEqual([listed.trial, listed.paused, listed.non_renewing], [1, 1, 1])
})
