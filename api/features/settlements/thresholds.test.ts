import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { dayAt, exactBusiness } from '../../testing/exact-business.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { applyRefundOutcome } from '../refunds/apply-outcome.ts'
import { claimDuePayouts, releaseReserves } from './due.ts'
import { listDayStatements } from './statements.ts'
import { payoutSettings, settlementReserves } from './tables.ts'
import { getUnsettledHandler } from './unsettled.ts'

test('at exactly NGN 1,000.00 proceeds are settled and sent, a kobo below they wait', async (t) => {
  const fixture = await settlementFixture(t)
  for (const [netKobo, isPaid] of [
    [99_999, false],
    [100_000, true],
    [100_001, true],
  ] as const) {
    const { at, payNet, settleDay, newest, balances, paid } = await exactBusiness(fixture)
    at(0, 10)
    await payNet(netKobo)
    assert.deepEqual(await balances(), [netKobo, 0, 0])
    assert.equal((await settleDay(1, paid()))?.amountKobo, isPaid ? netKobo : undefined)
    assert.equal((await newest())?.status, isPaid ? 'success' : undefined)
    assert.deepEqual(await balances(), [isPaid ? 0 : netKobo, 0, 0])
  }
  // A refund after the settlement was created decides again what is paid, up to the instant of sending.
  for (const [leftKobo, status] of [
    [100_000, 'success'],
    [99_999, 'on_hold'],
  ] as const) {
    const { at, payNet, take, send, receiveOutcome, newest, balances, giveBack, settleDay, paid } =
      await exactBusiness(fixture)
    at(0, 10)
    const id = await payNet(150_000)
    at(1, 1)
    await take()
    at(1, 9)
    await giveBack(id, 150_000 - leftKobo)
    const sent = await send()
    if (sent) await receiveOutcome(sent.reference, paid())
    const settlement = (await newest())!
    assert.deepEqual([settlement.status, settlement.totalKobo, sent?.amountKobo], [status, leftKobo, sent && leftKobo])
    assert.deepEqual(await balances(), [0, sent ? 0 : leftKobo, 0])
    if (sent) continue
    assert.equal(settlement.holdReason, 'below_minimum')
    at(1, 12)
    await payNet(1_000_000)
    assert.equal((await settleDay(2, paid()))?.amountKobo, 1_099_999 - 5_000)
    assert.deepEqual(await balances(), [0, 0, 0])
  }
  assert.deepEqual(await fixture.faults(), [])
})

test('stamp duty depends on the amount at the time of the transfer and on who bears it; a returned payout costs none', async (t) => {
  const fixture = await settlementFixture(t)
  for (const [refundKobo, amountKobo, dutyKobo] of [
    [1, 995_000, 5_000],
    [2, 999_999, 0],
  ] as const) {
    const { at, payNet, take, send, receiveOutcome, giveBack, platformBalance, newest, paid } =
      await exactBusiness(fixture)
    const before = await platformBalance('stamp_duty')
    at(0, 10)
    const id = await payNet(1_000_001)
    at(1, 1)
    await take()
    assert.equal((await newest())!.amountKobo, 995_001)
    at(1, 5)
    await giveBack(id, refundKobo)
    at(1, 9)
    const sent = (await send())!
    await receiveOutcome(sent.reference, paid())
    const { amountKobo: settled, stampDutyKobo } = (await newest())!
    assert.deepEqual([sent.amountKobo, settled, stampDutyKobo], [amountKobo, amountKobo, dutyKobo])
    assert.equal((await platformBalance('stamp_duty')) - before, dutyKobo)
  }
  for (const bearer of ['merchant', 'platform'] as const) {
    const business = await exactBusiness(fixture)
    const { merchantId } = business
    await business.write(({ tx }) =>
      tx.update(payoutSettings).set({ stampDutyBearer: bearer }).where(eq(payoutSettings.merchantId, merchantId)),
    )
    business.at(0, 10)
    await business.payNet(2_000_000)
    const [fees, duty] = [await business.platformBalance('fees'), await business.platformBalance('stamp_duty')]
    const bank = await business.platformBalance('bank')
    const moved = async () => [
      (await business.platformBalance('fees')) - fees,
      (await business.platformBalance('stamp_duty')) - duty,
    ]
    const borneKobo = bearer === 'merchant' ? 5_000 : 0
    const once = [borneKobo - 5_000, 5_000]
    for (const dayNumber of [1, 2]) {
      business.at(dayNumber, 1)
      await business.take()
      business.at(dayNumber, 9)
      const sent = (await business.send())!
      assert.deepEqual([sent.amountKobo, await moved()], [2_000_000 - borneKobo, once])
      assert.deepEqual(await business.balances(), [0, 0, 2_000_000 - borneKobo])
      await business.receiveOutcome(sent.reference, dayNumber === 1 ? business.returned : business.paid())
      assert.deepEqual(await business.balances(), [0, dayNumber === 1 ? 2_000_000 : 0, 0])
      assert.deepEqual(await moved(), dayNumber === 1 ? [0, 0] : once)
    }
    assert.equal((await business.platformBalance('bank')) - bank, 2_000_000 - borneKobo)
    const { figures } = await business.retrieveSettlement()
    assert.deepEqual([figures.bankKobo, figures.stampDutyKobo], [2_000_000 - borneKobo, -borneKobo])
    assert.deepEqual([figures.closingKobo, figures.differenceKobo], [0, 0])
  }
  assert.deepEqual(await fixture.faults(), [])
})

test('a day ends at midnight in Lagos, its settlements are created from one and sent from nine, to the millisecond', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, payNet, take, all, write, merchantId, send, receiveOutcome, paid, settleDay, balances } =
    await exactBusiness(fixture)
  at(1, 0, -1)
  await payNet(200_000)
  at(1, 0)
  await payNet(300_000)
  const none = { mode: 'TEST', stampDutyKobo: 0, processorFeesKobo: 0, reserveKobo: 0 }
  assert.deepEqual(await write(({ tx }) => listDayStatements(tx, 'TEST', dayAt(-1), dayAt(2))), [
    { day: dayAt(0), feesKobo: 3_049, vatKobo: 229, ...none },
    { day: dayAt(1), feesKobo: 14_738, vatKobo: 1_105, ...none },
  ])
  at(1, 1, -1)
  await take()
  assert.equal((await all()).length, 0)
  at(1, 1)
  assert.deepEqual([await take(), await take()], [true, false])
  const [first] = await all()
  assert.deepEqual([first!.totalKobo, first!.firstDay, first!.lastDay], [200_000, dayAt(0), dayAt(0)])
  const due = async () => (await write((context) => claimDuePayouts(context, 10, merchantId))).rows
  at(1, 9, -1)
  assert.deepEqual(await due(), [])
  at(1, 9)
  assert.deepEqual(await due(), [{ merchantId, settlementId: first!.id }])
  await receiveOutcome((await send())!.reference, paid())
  assert.deepEqual(await balances(), [300_000, 0, 0])
  // Payments of the second day wait for the third; a payment at the first instant of the third waits for the fourth.
  at(2, 0)
  await payNet(400_000)
  assert.equal((await settleDay(2, paid()))?.amountKobo, 300_000)
  assert.equal((await settleDay(3, paid()))?.amountKobo, 400_000)
  assert.deepEqual(
    (await all()).map(({ dueOn, firstDay, lastDay }) => [dueOn, firstDay, lastDay]),
    [3, 2, 1].map((dayNumber) => [dayAt(dayNumber), dayAt(dayNumber - 1), dayAt(dayNumber - 1)]),
  )
})

test('a confirmed account is paid today until the payout hour, then on the next working day', async (t) => {
  const fixture = await settlementFixture(t)
  for (const [dayNumber, hours, ms, dueOn] of [
    [4, 9, -1, 4],
    [4, 9, 0, 7],
    [3, 9, 0, 4],
    [5, 8, 0, 7],
  ] as const) {
    const { at, payNet, settleDay, newest, confirmAccounts, returned, retrieveSettlement } =
      await exactBusiness(fixture)
    at(0, 10)
    await payNet(200_000)
    for (const day of [1, 2, 3]) await settleDay(day, returned)
    const held = (await newest())!
    assert.deepEqual([held.status, held.attempts, held.nextAt], ['on_hold', 3, null])
    at(dayNumber, hours, ms)
    await confirmAccounts()
    assert.equal((await retrieveSettlement()).dueOn, dayAt(dueOn))
  }
})

test('a reserve is rounded down to the kobo, from payments less refunds, and is released at midnight of its day', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture, { reserveBps: 1_000 })
  const { at, payNet, giveBack, settleDay, write, merchantId, balanceOf, retrieveSettlement, paid } = business
  const reserved = () => write(({ tx }) => tx.select().from(settlementReserves))
  at(0, 10)
  const id = await payNet(2_000_018)
  await giveBack(id, 400_009)
  // A tenth of NGN 16,000.09 is NGN 1,600.00 and nine tenths of a kobo.
  assert.equal((await settleDay(1, paid()))?.amountKobo, 1_440_009 - 5_000)
  assert.deepEqual([await balanceOf('reserved'), (await retrieveSettlement()).figures.reserveKobo], [160_000, -160_000])
  at(1, 12)
  await payNet(300_019)
  await payNet(500_000)
  assert.equal((await settleDay(2, paid()))?.amountKobo, 800_019 - 80_001)
  assert.equal(await balanceOf('reserved'), 240_001)
  assert.equal((await reserved()).length, 2)
  // Held for three days from the day of the settlement.
  const releaseNow = () => write((context) => releaseReserves(context, merchantId))
  at(4, 0, -1)
  assert.equal(await releaseNow(), 0)
  at(4, 0)
  assert.deepEqual([await releaseNow(), await releaseNow()], [1, 0])
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [160_000, 80_001])
  // Both are paid in full: no reserve is held from a released reserve.
  at(5, 0)
  assert.equal(await releaseNow(), 1)
  assert.equal((await settleDay(7, paid()))?.amountKobo, 240_001)
  const { figures, paymentCount } = await retrieveSettlement()
  assert.deepEqual([figures.reserveKobo, figures.grossKobo, paymentCount], [240_001, 0, 0])
  assert.deepEqual([await balanceOf('pending'), await balanceOf('available'), await balanceOf('reserved')], [0, 0, 0])
  assert.deepEqual(await fixture.faults(), [])
})

test('proceeds of exactly zero are settled with their refunds; negative proceeds wait for more', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, payNet, giveBack, settleDay, retrieveSettlement, balances, returned, paid, write } = business
  const next = async () => {
    const { next } = await write((context) => getUnsettledHandler(context))
    return [next.dueOn, next.amountKobo]
  }
  at(0, 10)
  const first = await payNet(2_000_000)
  await settleDay(1, returned)
  at(1, 12)
  await payNet(300_000)
  await giveBack(first, 300_000)
  assert.deepEqual(
    [await balances(), await next()],
    [
      [0, 2_000_000, 0],
      [dayAt(2), 2_000_000],
    ],
  )
  assert.equal((await settleDay(2, returned))?.amountKobo, 1_995_000)
  const nothing = await retrieveSettlement()
  assert.deepEqual([nothing.paymentCount, nothing.figures.refundsKobo], [2, -300_000])
  assert.equal(nothing.figures.closingKobo, 2_000_000)

  // After midnight money comes in, and more goes out than came in the day before.
  at(2, 12)
  await payNet(100_000)
  at(3, 0.5)
  await payNet(700_000)
  await giveBack(first, 250_000)
  assert.deepEqual(await next(), [dayAt(3), 2_000_000])
  at(3, 1)
  await business.take()
  at(3, 2)
  assert.deepEqual(
    [await balances(), await next()],
    [
      [550_000, 2_000_000, 0],
      [dayAt(3), 2_000_000],
    ],
  )
  at(3, 9)
  const sent = (await business.send())!
  assert.equal(sent.amountKobo, 1_995_000)
  // While it is in transit, it is in no other transfer, and new proceeds are in the next one.
  assert.deepEqual(
    [await balances(), await next()],
    [
      [550_000, 0, 1_995_000],
      [dayAt(4), 550_000],
    ],
  )
  at(4, 1)
  await business.take()
  assert.deepEqual(
    [(await retrieveSettlement()).figures.bankKobo, await balances()],
    [1_995_000, [550_000, 0, 1_995_000]],
  )
  at(4, 2)
  await business.receiveOutcome(sent.reference, paid())
  assert.equal((await settleDay(7, paid()))?.amountKobo, 550_000)
  const last = await retrieveSettlement()
  assert.deepEqual([last.paymentCount, last.figures.refundsKobo], [2, -250_000])
  assert.deepEqual([await balances(), await fixture.faults()], [[0, 0, 0], []])
})

test('money that a failed refund returns to the available balance is settled alone while later proceeds are negative', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, payNet, giveBack, beginRefund, take, send, receiveOutcome, settleDay, write, balances, paid } =
    await exactBusiness(fixture)
  at(0, 10)
  const first = await payNet(900_000)
  at(1, 1)
  await take()
  at(1, 5)
  const refund = await beginRefund(first, 150_000)
  at(1, 9)
  const sent = (await send())!
  assert.equal(sent.amountKobo, 750_000)
  await receiveOutcome(sent.reference, paid())
  at(1, 12)
  await write((context) => applyRefundOutcome(context, refund, { kind: 'failed', message: 'No' }))
  assert.deepEqual(await balances(), [0, 150_000, 0])
  at(2, 0.5)
  await payNet(400_000)
  await giveBack(first, 120_000)
  assert.equal((await settleDay(2, paid()))?.amountKobo, 150_000)
  assert.deepEqual(await balances(), [280_000, 0, 0])
  assert.equal((await settleDay(3, paid()))?.amountKobo, 280_000)
  assert.deepEqual([await balances(), await fixture.faults()], [[0, 0, 0], []])
})
