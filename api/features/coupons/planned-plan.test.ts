import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyCoupon, createCoupon } from '@adire/contract/coupons.ts'
import { deletePlan } from '@adire/contract/plans.ts'
import { changeSubscriptionPlan } from '@adire/contract/subscriptions.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

test('a coupon for the planned plan alone ends if the subscription stays on its plan', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(t)
  const [present, gold] = [await plan({ interval: 'weekly' }), await plan({ name: 'Gold', interval: 'weekly' })]
  const coupon = await merchant.call(createCoupon, { name: 'Half of Gold', percentOff: 50, planIds: [gold.id] })
  const planned = async (email: string) => {
    const { id } = await subscribe(present.id, testCards.good, email)
    await merchant.call(changeSubscriptionPlan, { id, planId: gold.id, when: 'next_period' })
    assert.equal((await merchant.call(applyCoupon, { id, couponId: coupon.id })).discount?.amountKobo, 250_000)
    return id
  }
  const [stays, kept] = [await planned('ada@example.com'), await planned('bola@example.com')]
  const back = await merchant.call(changeSubscriptionPlan, { id: stays, planId: present.id, when: 'next_period' })
  assert.deepEqual([back.nextPlan, back.discount, back.nextChargeKobo], [null, null, 500_000])
  await merchant.call(deletePlan, { id: gold.id })
  await live(7.1)
  for (const id of [stays, kept]) {
    assert.equal((await detail(id)).plan.id, present.id)
    assert.equal((await invoices(id))[0]!.dueKobo, 500_000)
  }
})
