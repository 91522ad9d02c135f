import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { payByCard } from '@adire/contract/checkout.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { changeCard } from '@adire/contract/subscriber.ts'
import { chargeSubscriptionNow, resolveSubscriptionDebt } from '@adire/contract/subscription-actions.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const amountKobo = 500_000

/** A subscription whose first renewal was declined for lack of funds; its card works again. */
async function pastDueFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { merchant, plan, subscribe, liveToNextCharge } = fixture
  const pastDue = async (card = testCards.good) => {
    const { id } = await subscribe((await plan({ interval: 'weekly', afterFailure: 'attention' })).id, card)
    if (card === testCards.good) await merchant.call(playOutcome, { kind: 'subscription', id, name: 'no_funds' })
    else await liveToNextCharge(id)
    return id
  }
  const countEntries = async () => {
    const { rows } = await fixture.app.runtime.database.read((tx) =>
      tx.$client.query('select count(*)::int as entries from ledger_entries'),
    )
    return rows[0].entries as number
  }
  return { ...fixture, pastDue, countEntries }
}

test('a past-due subscription is charged on request once, also with a second request and the retry at the same time', async (t) => {
  const { app, merchant, pastDue, detail } = await pastDueFixture(t)
  const id = await pastDue()
  const waiting = (await detail(id)).attention!
  assert.deepEqual([waiting.isCharging, waiting.endsAt], [false, null])
  const charge = (kobo = amountKobo) => merchant.call(chargeSubscriptionNow, { id, amountKobo: kobo })
  await assert.rejects(charge(amountKobo - 1), errorWith(409, 'price_changed'))
  app.forward(Date.parse(waiting.nextAttemptAt!) - app.runtime.clock().getTime())
  const results = await Promise.allSettled([charge(), charge(), runNow(app.runtime, 'renew-subscriptions'), charge()])
  for (const result of results)
    if (result.status === 'rejected')
      assert.ok(['subscription_charging', 'nothing_owed'].includes(result.reason.code), String(result.reason))
  const after = await detail(id)
  assert.deepEqual([after.status, after.charges, after.collectedKobo], ['active', 2, 2 * amountKobo])
  const paid = await merchant.call(listPayments, { subscriptionId: id, status: 'success' })
  assert.equal(paid.totalElements, 2)
  await assert.rejects(charge(), errorWith(409, 'nothing_owed'))
})

test('a declined charge on request changes neither the retries nor their number, and ten per period are allowed', async (t) => {
  const { merchant, pastDue, detail, invoices } = await pastDueFixture(t)
  const id = await pastDue(testCards.failsLater)
  const before = (await detail(id)).attention!
  const charge = () => merchant.call(chargeSubscriptionNow, { id, amountKobo })
  for (let time = 0; time < 10; time++) await assert.rejects(charge(), errorWith(402, 'payment_failed'))
  await assert.rejects(charge(), errorWith(429, 'too_many_attempts'))
  const after = (await detail(id)).attention!
  assert.deepEqual(after, before)
  assert.equal((await invoices(id))[0]!.attempts, 11)
})

test('a period that is forgiven or paid elsewhere is closed without money, and the next one is charged as usual', async (t) => {
  const { app, merchant, payer, pastDue, detail, invoices, liveToNextCharge, countEntries } = await pastDueFixture(t)
  for (const as of ['forgiven', 'paid_outside'] as const) {
    const id = await pastDue()
    await app.drain()
    const accessCode = await findPayerCode(app, 'ada@example.com')
    const started = await payer(changeCard, { accessCode })
    const entries = await countEntries()
    const input = { id, as, amountKobo, note: 'Paid at the market' }
    await assert.rejects(
      merchant.call(resolveSubscriptionDebt, { ...input, note: ' ' }),
      errorWith(400, 'validation_error'),
    )
    await assert.rejects(
      merchant.call(resolveSubscriptionDebt, { ...input, amountKobo: amountKobo + 1 }),
      errorWith(409, 'price_changed'),
    )
    const results = await Promise.allSettled([
      merchant.call(resolveSubscriptionDebt, input),
      merchant.call(resolveSubscriptionDebt, input),
    ])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const closed = await detail(id)
    assert.deepEqual([closed.status, closed.collectedKobo, closed.charges], ['active', amountKobo, 2])
    assert.ok(closed.events.some(({ kind, text }) => kind === as && text.endsWith(': Paid at the market')))
    assert.deepEqual([(await invoices(id))[0]!.status, await countEntries()], [as, entries])
    await app.drain()
    assert.match(
      (await mailsTo(app, 'ada@example.com')).at(-1)!.subject,
      /^\[Test\] Your payment for .* is no longer due/,
    )
    // The payer had started to pay it: nothing is charged any more.
    await assert.rejects(
      payer(payByCard, { accessCode: started.accessCode, ...testCards.good }),
      errorWith(409, 'payment_over'),
    )
    await liveToNextCharge(id)
    const renewed = await detail(id)
    assert.deepEqual([renewed.status, renewed.collectedKobo, renewed.charges], ['active', 2 * amountKobo, 3])
  }
})

test('a period closed after its end starts again on that day', async (t) => {
  const { merchant, pastDue, detail, live, now } = await pastDueFixture(t)
  const id = await pastDue(testCards.failsLater)
  await live(8)
  assert.deepEqual([(await detail(id)).attention!.endsAt, (await detail(id)).charges], [null, 2])
  await merchant.call(resolveSubscriptionDebt, { id, as: 'forgiven', amountKobo, note: 'Long ill' })
  const again = await detail(id)
  assert.ok(Math.abs(Date.parse(again.currentPeriod!.startsAt) - (await now())) < 60_000)
  assert.equal(again.nextPaymentAt, again.currentPeriod!.endsAt)
})
