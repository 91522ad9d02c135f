import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import { getPaymentTotals } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { downloadJournal, getFeeSummary } from '@adire/contract/reports.ts'
import { runNow } from '../../testing/drain.ts'
import { splitFixture } from '../../testing/split-fixture.ts'

test('reports count a refund and a lost dispute of a shared payment in full, and a dispute that is open not at all', async (t) => {
  const { app, call, link, pay, day } = await splitFixture(t)
  const { slug } = await link()
  const { id } = await pay(slug)
  await pay(slug, 'disputed')
  await call(requestRefund, { id, amountKobo: 400_000, reason: 'requested_by_customer' })
  app.forward(2 * 60_000)
  await app.drain()
  await runNow(app.runtime, 'check-refunds')
  const [dispute] = (await call(listDisputes, { state: 'open' })).content
  assert.equal(dispute!.heldKobo, 1_000_000)
  const reported = async () => {
    const { total } = await call(getFeeSummary, { year: Number(day(0).slice(0, 4)) })
    return [total.refundsKobo, total.disputesKobo]
  }
  const journal = async () => {
    const [, ...rows] = (await call(downloadJournal, { from: day(0), to: day(0) })).trim().split('\r\n')
    const sums = rows
      .map((row) => row.split(','))
      .map(([, , , name, , debit, credit]) => [name!, Number(debit) - Number(credit)])
    return Object.fromEntries(sums) as Record<string, number>
  }
  assert.deepEqual(await reported(), [400_000, 0])
  const held = await journal()
  // Recipients have half of what is left of the first payment; their half of the second one is held.
  assert.deepEqual([held.Refunds, held['Lost disputes'], held['Shares of split recipients']], [4_000, undefined, 3_000])

  await call(acceptDispute, { id: dispute!.id, amountKobo: 300_000 })
  await app.drain()
  assert.deepEqual(await reported(), [400_000, 300_000])
  const lost = await journal()
  assert.deepEqual([lost.Refunds, lost['Lost disputes'], lost['Shares of split recipients']], [4_000, 3_000, 6_500])
  assert.ok(Math.abs(Object.values(lost).reduce((sum, amount) => sum + amount, 0)) < 0.005)
  const { refundedKobo } = await call(getPaymentTotals, {})
  assert.equal(refundedKobo, 700_000)
})
