import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contestDispute, listDisputes } from '@adire/contract/disputes.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { splitFixture } from '../../testing/split-fixture.ts'

const orders = [
  ['refund', 'dispute', 'payout'],
  ['refund', 'payout', 'dispute'],
  ['dispute', 'refund', 'payout'],
  ['dispute', 'payout', 'refund'],
  ['payout', 'refund', 'dispute'],
  ['payout', 'dispute', 'refund'],
] as const

test('a shared payment that is refunded, disputed and paid out at once, in two processes and any order, goes back once, and the ledger is right', async (t) => {
  const fixture = await splitFixture(t)
  const { app, user, call, link, pay, to, runScheduledJobs, faults } = fixture
  const second = await testApp(t, {}, app)
  const other = second.as(user).call
  const { slug } = await link()
  const { slug: plain } = await link({ splitId: null })
  const runBoth = async (name: string) => {
    await Promise.all([runNow(app.runtime, name), runNow(second.runtime, name)])
    await Promise.all([app.drain(), second.drain()])
  }
  let day = 0
  for (const [index, order] of orders.entries())
    for (const decision of ['won', 'lost']) {
      to(day, 12)
      const { id } = await pay(slug)
      // Half of the time there is money for both.
      if (index % 2 === 0) await pay(plain)
      day += 1
      to(day, 1.2)
      await runScheduledJobs()
      to(day, 9.2)
      const actions = {
        refund: () => call(requestRefund, { id, amountKobo: 600_000, reason: 'duplicate' }),
        dispute: () => other(playOutcome, { kind: 'payment', id, name: 'disputed' }),
        payout: () => runBoth('pay-settlements'),
      }
      await Promise.allSettled(order.map((name) => actions[name]()))
      assert.deepEqual(await faults(), [], `${order}`)
      for (const dispute of (await call(listDisputes, { paymentId: id, state: 'open' })).content) {
        await call(contestDispute, { id: dispute.id, message: 'It was handed over on the day it was paid.' })
        await Promise.allSettled(
          [call, other].map((each) => each(playOutcome, { kind: 'dispute', id: dispute.id, name: decision })),
        )
      }
      for (const name of ['check-refunds', 'collect-for-disputes']) await runBoth(name)
      const back = (await call(listRefunds, { paymentId: id })).content.filter(({ status }) => status === 'processed')
      const disputes = (await call(listDisputes, { paymentId: id })).content
      const backKobo = [...back.map(({ amountKobo }) => amountKobo), ...disputes.map(({ lostKobo }) => lostKobo)]
      const { refundedKobo, amountKobo } = await call(getPayment, { id })
      assert.equal(
        refundedKobo,
        backKobo.reduce((sum, kobo) => sum + kobo, 0),
      )
      assert.ok(refundedKobo <= amountKobo)
      assert.deepEqual(await faults(), [], `${order}, ${decision}`)
    }
})
