import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { createPaymentLink, getPaymentLink } from '@adire/contract/payment-links.ts'
import {
  downloadPayments,
  getOverview,
  getOverviewSeries,
  getPayment,
  getPaymentTotals,
  listPayments,
  resendReceipt,
} from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { listSettlementLines } from '@adire/contract/settlements.ts'
import { runNow } from '../../testing/drain.ts'
import { settlementFixture, testCards } from '../../testing/settlement-fixture.ts'

test('a card check is named as one, and no sum from the list to the settlement counts it as a sale', async (t) => {
  const { app, call, pay, to, day, morning, addAccount, faults } = await settlementFixture(t)
  await addAccount()
  const { id: planId } = await call(createPlan, {
    name: 'Box of the month',
    amountKobo: 500_000,
    interval: 'monthly',
    trialDays: 7,
  })
  const link = await call(createPaymentLink, { name: 'Subscribe here', planId })
  const begin = async (email: string) => {
    const payer = app.asNobody()
    const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email }
    const { accessCode, reference } = await payer.call(startPayment, begun)
    await payer.call(payByCard, { accessCode, ...testCards.plain })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const check = await begin('trial@example.com')
  const sold = await pay(500_000)
  // In the night before the next day's payouts: the refund of the check is deducted at once, the received amount a day later.
  to(1, 0.5)
  await begin('night@example.com')
  const sums = { grossKobo: 500_000, feesKobo: sold.feeKobo + sold.vatKobo, refundedKobo: 0, netKobo: sold.netKobo }
  const period = { from: day(0), to: day(1) }
  for (const isGivenBack of [false, true]) {
    if (isGivenBack) {
      await runNow(app.runtime, 'check-refunds')
      await app.drain()
      await runNow(app.runtime, 'roll-up-payment-stats')
    }
    for (const filter of [{}, { minAmountKobo: 1 }, period])
      assert.deepEqual(await call(getPaymentTotals, filter), { ...sums, count: 1, cardCheckCount: 2 })
    const { current } = await call(getOverview, period)
    const { successRate, ...overview } = current
    assert.deepEqual(overview, { ...sums, count: 1, byStatus: { success: 1 }, cardCheckCount: 2 })
    const { channels } = await call(getOverviewSeries, period)
    assert.deepEqual(channels, [{ channel: 'card', grossKobo: 500_000, count: 1 }])
    assert.equal((await call(listPayments, { status: 'refunded' })).totalElements, 0)
  }
  const listed = (await call(listPayments, {})).content
  assert.deepEqual(
    listed.map(({ isCardCheck, refundedKobo }) => [isCardCheck, refundedKobo]),
    [
      [true, 5_000],
      [false, 0],
      [true, 5_000],
    ],
  )
  const rows = (text: string) => text.trim().split('\r\n').slice(1)
  assert.deepEqual(rows(await call(downloadPayments, { columns: 'reference' })), [sold.reference])
  assert.equal(rows(await call(downloadPayments, { status: 'card_check' })).length, 2)
  const [customer] = (await call(listCustomers, { search: 'trial@example.com' })).content
  assert.deepEqual([customer!.payments, customer!.paidKobo, customer!.lastPaidAt], [0, 0, null])
  const { started, payments, collectedKobo } = await call(getPaymentLink, { id: link.id })
  assert.deepEqual([started, payments, collectedKobo], [2, 0, 0])
  await assert.rejects(call(resendReceipt, { id: check.id }), { status: 409, code: 'payment_is_card_check' })

  const first = (await morning(1))!
  const findLineAmounts = async (settlementId: string) =>
    (await call(listSettlementLines, { settlementId, type: 'card_check' })).content.map((line) => line.amountKobo)
  const { grossKobo, feesKobo, vatKobo, refundsKobo, adjustmentsKobo, differenceKobo } = first.figures
  assert.deepEqual([first.paymentCount, first.firstDay, first.lastDay], [1, day(0), day(0)])
  assert.deepEqual(first.days, [
    {
      ...{ day: day(0), paymentCount: 1, lineCount: 3, grossKobo: 500_000 },
      ...{ feesKobo: sold.feeKobo, vatKobo: sold.vatKobo, netKobo: sold.netKobo },
    },
  ])
  const ofDay = { settlementId: first.id, transactionDate: day(0) }
  assert.equal((await call(listSettlementLines, ofDay)).totalElements, 3)
  assert.deepEqual(
    [grossKobo, feesKobo, vatKobo, refundsKobo, adjustmentsKobo, differenceKobo],
    [500_000, -sold.feeKobo, -sold.vatKobo, 0, -5_000, 0],
  )
  assert.deepEqual((await findLineAmounts(first.id)).toSorted(), [-5_000, -5_000, 5_000])
  assert.equal((await call(getPayment, { id: check.id })).settlement?.id, first.id)
  assert.equal((await call(listPayments, { settlementId: first.id })).totalElements, 1)
  to(1, 12)
  await pay(400_000)
  const second = (await morning(2))!
  assert.deepEqual([second.figures.grossKobo, second.figures.adjustmentsKobo], [400_000, 5_000])
  assert.deepEqual([second.figures.differenceKobo, await findLineAmounts(second.id)], [0, [5_000]])
  assert.deepEqual(await faults(), [])
  assert.equal((await call(listRefunds, { paymentId: check.id })).content[0]?.status, 'processed')
})
