import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import { cancelRefund, getRefund, listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { updateSubscriptionAddOns } from '@adire/contract/subscription-actions.ts'
import { changeSubscriptionPlan, previewPlanChange } from '@adire/contract/subscriptions.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'
import { applyLateOutcome } from '../refunds/apply-outcome.ts'
import { applyLateSuccess } from '../refunds/late-refund.ts'

/** A business with a weekly plan of NGN 7,000.00 and a dearer one, and a subscriber of it. */
async function refundedFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t, new Date('2026-11-10T10:00:00Z'))
  const { merchant, plan, subscribe, invoices } = fixture
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000, setupFeeKobo: 100_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_400_000 })
  const { id } = await subscribe(cheap.id)
  let others = 0
  /** Refunds a part of the first payment, out of what another subscriber pays now. */
  const refund = async (amountKobo: number) => {
    await subscribe(dear.id, testCards.good, `other-${++others}@example.com`)
    const { paymentId } = (await invoices(id)).at(-1)!
    const asked = { id: paymentId!, amountKobo, reason: 'requested_by_customer' as const }
    const { status } = await merchant.call(requestRefund, asked)
    assert.equal(status, 'processed')
  }
  const preview = (planId = dear.id) => merchant.call(previewPlanChange, { id, planId, when: 'now' })
  return { ...fixture, cheap, dear, id, refund, preview }
}

test('a plan change credits nothing of a period that was refunded, and less of one that was refunded in part', async (t) => {
  const { live, refund, preview, detail, id } = await refundedFixture(t)
  await live(3.5)
  assert.equal((await preview()).unusedKobo, 350_000)
  // The setup fee is no part of the period.
  await refund(100_000)
  assert.equal((await preview()).unusedKobo, 350_000)
  await refund(200_000)
  assert.equal((await preview()).unusedKobo, 250_000)
  await refund(500_000)
  const { unusedKobo, newPeriodKobo, dueNowKobo } = await preview()
  assert.deepEqual([unusedKobo, newPeriodKobo, dueNowKobo], [0, 700_000, 700_000])
  const events = (await detail(id)).events.filter(({ kind }) => kind === 'refunded')
  assert.equal(events.length, 2)
  assert.match(
    events[1]!.text,
    /^NGN.2,000\.00 went back to the payer: a plan change in this period credits NGN.2,000\.00 less$/,
  )
})

test('a refund takes the credit that an earlier plan change has left, and none of a period that is over', async (t) => {
  const { merchant, plan, live, refund, preview, detail, invoices, id, dear } = await refundedFixture(t)
  await live(3.5)
  const small = await plan({ name: 'Small', interval: 'weekly', amountKobo: 200_000 })
  await merchant.call(changeSubscriptionPlan, { id, planId: small.id, when: 'now' })
  assert.equal((await detail(id)).creditKobo, 250_000)
  await refund(100_000 + 250_000)
  assert.deepEqual([(await detail(id)).creditKobo, (await preview()).unusedKobo], [0, 100_000])
  await merchant.call(updateSubscriptionAddOns, { id, addOns: [{ name: 'Towel', amountKobo: 50_000, quantity: 1 }] })
  await live(5)
  assert.equal((await invoices(id))[0]!.dueKobo, 250_000)
  const { unusedKobo } = await preview(dear.id)
  await refund(100_000)
  assert.equal((await preview(dear.id)).unusedKobo, unusedKobo)
})

test('a plan change counts a refund in progress once, and its amount is credited if the refund fails', async (t) => {
  const { merchant, cheap, dear, id, live, preview, detail, invoices, subscribe, runDueJobs } = await refundedFixture(t)
  await live(3.5)
  const { paymentId } = (await invoices(id))[0]!
  const ask = async (amountKobo: number) => {
    const asked = { id: paymentId!, amountKobo, reason: 'requested_by_customer' as const }
    const refund = await merchant.call(requestRefund, asked)
    // It waits for money: the proceeds are paid out.
    assert.equal(refund.status, 'pending')
    return refund.id
  }
  const previewed = async (planId: string) => {
    const { unusedKobo, creditKobo, dueNowKobo, creditLeftKobo } = await preview(planId)
    return [unusedKobo, creditKobo, dueNowKobo, creditLeftKobo]
  }
  // NGN 1,000.00 of each is of the period, of which half is unused; the setup fee of NGN 1,000.00 counts first.
  const paid = await ask(200_000)
  const failed = await ask(100_000)
  assert.deepEqual(await previewed(dear.id), [250_000, 0, 450_000, 0])
  await merchant.call(changeSubscriptionPlan, { id, planId: dear.id, when: 'now' })
  const [change] = await invoices(id)
  assert.deepEqual([change!.amountKobo, change!.creditKobo, change!.dueKobo], [700_000, 250_000, 450_000])
  assert.deepEqual(await previewed(cheap.id), [700_000, 0, 0, 350_000])
  await merchant.call(cancelRefund, { id: failed })
  assert.deepEqual(await previewed(cheap.id), [700_000, 50_000, 0, 400_000])
  await subscribe(dear.id, testCards.good, 'other@example.com')
  await live(0.1)
  await runDueJobs()
  assert.equal((await merchant.call(getRefund, { id: paid })).status, 'processed')
  assert.equal((await detail(id)).creditKobo, 50_000)
  const texts = (await detail(id)).events.flatMap(({ kind, text }) => (/refund|asked/.test(kind) ? text : []))
  assert.equal(texts.length, 2)
  assert.match(texts[1]!, /NGN.1,000\.00 less was credited because a refund of this period is in progress$/)
  assert.match(texts[0]!, /^A refund of NGN.1,000\.00 failed: NGN.500\.00 that the plan change/)
})

test('a refund that ends while the charge of a plan change is at the bank is counted when the charge is paid', async (t) => {
  const { app, merchant, dear, id, live, detail, invoices, subscribe, runDueJobs } = await refundedFixture(t)
  await live(3.5)
  const { paymentId } = (await invoices(id))[0]!
  const ask = (amountKobo: number) =>
    merchant.call(requestRefund, { id: paymentId!, amountKobo, reason: 'requested_by_customer' as const })
  // The setup fee of NGN 1,000.00 counts first; half of the rest is unused.
  const [fee, failing] = [await ask(100_000), await ask(100_000)]
  assert.deepEqual([fee.status, failing.status], ['pending', 'pending'])
  const write = (text: string) => app.runtime.database.write((tx) => tx.$client.query(text))
  await write(`update sandbox_tokens set next_outcome = 'timeout'`)
  await merchant.call(changeSubscriptionPlan, { id, planId: dear.id, when: 'now' })
  const [change] = await invoices(id)
  assert.deepEqual([change!.status, change!.creditKobo, change!.dueKobo], ['pending', 300_000, 400_000])
  await merchant.call(cancelRefund, { id: failing.id })
  // Another one is made meanwhile.
  await subscribe(dear.id, testCards.good, 'other@example.com')
  await live(0.001)
  await runDueJobs()
  assert.equal((await merchant.call(getRefund, { id: fee.id })).status, 'processed')
  assert.equal((await ask(60_000)).status, 'processed')
  await write(`update sandbox_charges set status = 'success', paid_by = 'card' where status = 'pending'`)
  await live(0.002)
  await runDueJobs()
  const changed = await detail(id)
  assert.deepEqual([(await invoices(id))[0]!.status, changed.plan.name], ['success', 'Gold'])
  // NGN 500.00 of the refund that failed, less NGN 300.00 of the one that was made.
  assert.equal(changed.creditKobo, 20_000)
})

test('a refund that the bank sends back is credited again, also after a plan change, and taken once if it is paid after all', async (t) => {
  const { app, user, merchant, dear, plan, live, refund, subscribe, preview, detail, id } = await refundedFixture(t)
  const { merchantId } = user
  await live(3.5)
  const comeBack = async () => {
    const [last] = (await merchant.call(listRefunds, { status: 'processed', limit: 1 })).content
    await app.runtime.database.write((tx) =>
      tx.$client.query(`update sandbox_refunds set status = 'failed' where reference = $1`, [last!.reference]),
    )
    const { write } = await jobUnitOfWork(app.runtime).of(merchantId)
    const outcome = { kind: 'failed' as const, message: 'No account' }
    await write((context) => applyLateOutcome(context, { merchantId, id: last!.id }, outcome))
  }
  // NGN 2,000.00 of each is of the period, of which half is unused.
  for (let time = 0; time < 2; time++) {
    await refund(300_000)
    assert.equal((await preview()).unusedKobo, 250_000)
    if (time === 0) await comeBack()
  }
  const small = await plan({ name: 'Small', interval: 'weekly', amountKobo: 200_000 })
  await merchant.call(changeSubscriptionPlan, { id, planId: small.id, when: 'now' })
  assert.equal((await detail(id)).creditKobo, 150_000)
  await comeBack()
  const { creditKobo, events } = await detail(id)
  assert.equal(creditKobo, 250_000)
  assert.match(events[0]!.text, /^NGN.3,000\.00 came back: NGN.1,000\.00 of it is credited again$/)

  // It is paid after all: what was credited again is taken, once.
  const [late] = (await merchant.call(listRefunds, { status: 'failed', limit: 1 })).content
  const payLate = async () => {
    const { write } = await jobUnitOfWork(app.runtime).of(merchantId)
    await write((context) => applyLateSuccess(context, { merchantId, id: late!.id }, { kind: 'processed' }))
  }
  await subscribe(dear.id, testCards.good, 'another@example.com')
  for (let time = 0; time < 2; time++) await payLate()
  assert.equal((await merchant.call(getRefund, { id: late!.id })).status, 'processed')
  const taken = await detail(id)
  assert.deepEqual([taken.creditKobo, (await preview()).unusedKobo], [150_000, 100_000])
  assert.match(taken.events[0]!.text, /^NGN.3,000\.00 went back .* credits NGN.1,000\.00 less$/)
})

test('a plan change credits nothing of a period whose payment was lost in a dispute', async (t) => {
  const { app, merchant, live, preview, invoices, id } = await refundedFixture(t)
  const { paymentId } = (await invoices(id))[0]!
  await merchant.call(playOutcome, { kind: 'payment', id: paymentId!, name: 'disputed' })
  const [dispute] = (await merchant.call(listDisputes, {})).content
  await merchant.call(acceptDispute, { id: dispute!.id, amountKobo: dispute!.amountKobo })
  await app.drain()
  await live(3.5)
  assert.equal((await preview()).unusedKobo, 0)
})
