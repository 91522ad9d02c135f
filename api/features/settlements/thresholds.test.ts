import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { dayOf, exactBusiness } from '../../testing/exact-business.ts'
import { settling } from '../../testing/settling.ts'
import { settleRefund } from '../refunds/settle.ts'
import { payoutsDue, release } from './due.ts'
import { statements } from './statements.ts'
import { settlementBooks, settlementReserves } from './tables.ts'
import { unsettled } from './unsettled.ts'

test('at exactly NGN 1,000.00 takings are settled and sent, a kobo below they wait', async (t) => {
  const world = await settling(t)
  for (const [netKobo, isPaid] of [
    [99_999, false],
    [100_000, true],
    [100_001, true],
  ] as const) {
    const { at, payNet, wholeDay, newest, balances, paid } = await exactBusiness(world)
    at(0, 10)
    await payNet(netKobo)
    assert.deepEqual(await balances(), [netKobo, 0, 0])
    assert.equal((await wholeDay(1, paid()))?.amountKobo, isPaid ? netKobo : undefined)
    assert.equal((await newest())?.status, isPaid ? 'success' : undefined)
    assert.deepEqual(await balances(), [isPaid ? 0 : netKobo, 0, 0])
  }
  // What a refund leaves after it was gathered decides again, also one of the instant at which it is sent.
  for (const [leftKobo, status] of [
    [100_000, 'success'],
    [99_999, 'on_hold'],
  ] as const) {
    const { at, payNet, take, send, hear, newest, balances, giveBack, wholeDay, paid } = await exactBusiness(world)
    at(0, 10)
    const id = await payNet(150_000)
    at(1, 1)
    await take()
    at(1, 9)
    await giveBack(id, 150_000 - leftKobo)
    const sent = await send()
    if (sent) await hear(sent.reference, paid())
    const settlement = (await newest())!
    assert.deepEqual([settlement.status, settlement.totalKobo, sent?.amountKobo], [status, leftKobo, sent && leftKobo])
    assert.deepEqual(await balances(), [0, sent ? 0 : leftKobo, 0])
    if (sent) continue
    assert.equal(settlement.holdReason, 'below_minimum')
    at(1, 12)
    await payNet(1_000_000)
    assert.equal((await wholeDay(2, paid()))?.amountKobo, 1_099_999 - 5_000)
    assert.deepEqual(await balances(), [0, 0, 0])
  }
  assert.deepEqual(await world.faults(), [])
})

test('stamp duty follows what is left when the transfer is sent, and who bears it; what comes back owes none', async (t) => {
  const world = await settling(t)
  for (const [refundKobo, amountKobo, dutyKobo] of [
    [1, 995_000, 5_000],
    [2, 999_999, 0],
  ] as const) {
    const { at, payNet, take, send, hear, giveBack, house, newest, paid } = await exactBusiness(world)
    const before = await house('stamp_duty')
    at(0, 10)
    const id = await payNet(1_000_001)
    at(1, 1)
    await take()
    assert.equal((await newest())!.amountKobo, 995_001)
    at(1, 5)
    await giveBack(id, refundKobo)
    at(1, 9)
    const sent = (await send())!
    await hear(sent.reference, paid())
    const { amountKobo: settled, stampDutyKobo } = (await newest())!
    assert.deepEqual([sent.amountKobo, settled, stampDutyKobo], [amountKobo, amountKobo, dutyKobo])
    assert.equal((await house('stamp_duty')) - before, dutyKobo)
  }
  for (const bearer of ['merchant', 'platform'] as const) {
    const own = await exactBusiness(world)
    const { merchantId } = own
    await own.write(({ tx }) =>
      tx.update(settlementBooks).set({ stampDutyBearer: bearer }).where(eq(settlementBooks.merchantId, merchantId)),
    )
    own.at(0, 10)
    await own.payNet(2_000_000)
    const [fees, duty] = [await own.house('fees'), await own.house('stamp_duty')]
    const bank = await own.house('bank')
    const moved = async () => [(await own.house('fees')) - fees, (await own.house('stamp_duty')) - duty]
    const borneKobo = bearer === 'merchant' ? 5_000 : 0
    const once = [borneKobo - 5_000, 5_000]
    for (const place of [1, 2]) {
      own.at(place, 1)
      await own.take()
      own.at(place, 9)
      const sent = (await own.send())!
      assert.deepEqual([sent.amountKobo, await moved()], [2_000_000 - borneKobo, once])
      assert.deepEqual(await own.balances(), [0, 0, 2_000_000 - borneKobo])
      await own.hear(sent.reference, place === 1 ? own.returned : own.paid())
      assert.deepEqual(await own.balances(), [0, place === 1 ? 2_000_000 : 0, 0])
      assert.deepEqual(await moved(), place === 1 ? [0, 0] : once)
    }
    assert.equal((await own.house('bank')) - bank, 2_000_000 - borneKobo)
    const { figures } = await own.show()
    assert.deepEqual([figures.bankKobo, figures.stampDutyKobo], [2_000_000 - borneKobo, -borneKobo])
    assert.deepEqual([figures.closingKobo, figures.differenceKobo], [0, 0])
  }
  assert.deepEqual(await world.faults(), [])
})

test('a day ends at midnight in Lagos, its takings are gathered from one and sent from nine, to the millisecond', async (t) => {
  const world = await settling(t)
  const { at, payNet, take, all, write, merchantId, send, hear, paid, wholeDay, balances } = await exactBusiness(world)
  at(1, 0, -1)
  await payNet(200_000)
  at(1, 0)
  await payNet(300_000)
  const none = { mode: 'TEST', stampDutyKobo: 0, reserveKobo: 0 }
  assert.deepEqual(await write(({ tx }) => statements(tx, 'TEST', dayOf(-1), dayOf(2))), [
    { day: dayOf(0), feesKobo: 3_049, vatKobo: 229, ...none },
    { day: dayOf(1), feesKobo: 14_738, vatKobo: 1_105, ...none },
  ])
  at(1, 1, -1)
  await take()
  assert.equal((await all()).length, 0)
  at(1, 1)
  assert.deepEqual([await take(), await take()], [true, false])
  const [first] = await all()
  assert.deepEqual([first!.totalKobo, first!.firstDay, first!.lastDay], [200_000, dayOf(0), dayOf(0)])
  const due = () => write((context) => payoutsDue(context, 10, merchantId))
  at(1, 9, -1)
  assert.deepEqual(await due(), [])
  at(1, 9)
  assert.deepEqual(await due(), [{ merchantId, settlementId: first!.id }])
  await hear((await send())!.reference, paid())
  assert.deepEqual(await balances(), [300_000, 0, 0])
  // The second day's stays for the third, and what is paid at its first instant for the fourth.
  at(2, 0)
  await payNet(400_000)
  assert.equal((await wholeDay(2, paid()))?.amountKobo, 300_000)
  assert.equal((await wholeDay(3, paid()))?.amountKobo, 400_000)
  assert.deepEqual(
    (await all()).map(({ dueOn, firstDay, lastDay }) => [dueOn, firstDay, lastDay]),
    [3, 2, 1].map((place) => [dayOf(place), dayOf(place - 1), dayOf(place - 1)]),
  )
})

test('a confirmed account is sent to today until the hour of payouts strikes, then on the next working day', async (t) => {
  const world = await settling(t)
  for (const [place, hours, ms, dueOn] of [
    [4, 9, -1, 4],
    [4, 9, 0, 7],
    [3, 9, 0, 4],
    [5, 8, 0, 7],
  ] as const) {
    const { at, payNet, wholeDay, newest, confirmAccounts, returned, show } = await exactBusiness(world)
    at(0, 10)
    await payNet(200_000)
    for (const day of [1, 2, 3]) await wholeDay(day, returned)
    const held = (await newest())!
    assert.deepEqual([held.status, held.attempts, held.nextAt], ['on_hold', 3, null])
    at(place, hours, ms)
    await confirmAccounts()
    assert.equal((await show()).dueOn, dayOf(dueOn))
  }
})

test('a reserve is rounded down to the kobo, of payments less what went back, and is free at midnight of its day', async (t) => {
  const world = await settling(t)
  const own = await exactBusiness(world, { reserveBps: 1_000 })
  const { at, payNet, giveBack, wholeDay, write, merchantId, holds, show, paid } = own
  const reserved = () => write(({ tx }) => tx.select().from(settlementReserves))
  at(0, 10)
  const id = await payNet(2_000_018)
  await giveBack(id, 400_009)
  // Of NGN 16,000.09, of which a tenth is NGN 1,600.00 and nine tenths of a kobo.
  assert.equal((await wholeDay(1, paid()))?.amountKobo, 1_440_009 - 5_000)
  assert.deepEqual([await holds('reserved'), (await show()).figures.reserveKobo], [160_000, -160_000])
  at(1, 12)
  await payNet(300_019)
  await payNet(500_000)
  assert.equal((await wholeDay(2, paid()))?.amountKobo, 800_019 - 80_001)
  assert.equal(await holds('reserved'), 240_001)
  assert.equal((await reserved()).length, 2)
  // Held for three days from the day on which it was settled.
  const releaseNow = () => write((context) => release(context, merchantId))
  at(4, 0, -1)
  assert.equal(await releaseNow(), 0)
  at(4, 0)
  assert.deepEqual([await releaseNow(), await releaseNow()], [1, 0])
  assert.deepEqual([await holds('pending'), await holds('reserved')], [160_000, 80_001])
  // Both are paid whole: nothing is held back of a reserve again.
  at(5, 0)
  assert.equal(await releaseNow(), 1)
  assert.equal((await wholeDay(7, paid()))?.amountKobo, 240_001)
  const { figures, paymentCount } = await show()
  assert.deepEqual([figures.reserveKobo, figures.grossKobo, paymentCount], [240_001, 0, 0])
  assert.deepEqual([await holds('pending'), await holds('available'), await holds('reserved')], [0, 0, 0])
  assert.deepEqual(await world.faults(), [])
})

test('takings that come to exactly nothing are settled with what came back; below nothing they wait for more', async (t) => {
  const world = await settling(t)
  const own = await exactBusiness(world)
  const { at, payNet, giveBack, wholeDay, show, balances, returned, paid, write } = own
  const next = async () => {
    const { next } = await write((context) => unsettled(context))
    return [next.dueOn, next.amountKobo]
  }
  at(0, 10)
  const first = await payNet(2_000_000)
  await wholeDay(1, returned)
  at(1, 12)
  await payNet(300_000)
  await giveBack(first, 300_000)
  assert.deepEqual(
    [await balances(), await next()],
    [
      [0, 2_000_000, 0],
      [dayOf(2), 2_000_000],
    ],
  )
  assert.equal((await wholeDay(2, returned))?.amountKobo, 1_995_000)
  const nothing = await show()
  assert.deepEqual([nothing.paymentCount, nothing.figures.refundsKobo], [2, -300_000])
  assert.equal(nothing.figures.closingKobo, 2_000_000)

  // After midnight something comes in, and more of it goes out again than came in the day before.
  at(2, 12)
  await payNet(100_000)
  at(3, 0.5)
  await payNet(700_000)
  await giveBack(first, 250_000)
  assert.deepEqual(await next(), [dayOf(3), 2_000_000])
  at(3, 1)
  await own.take()
  at(3, 2)
  assert.deepEqual(
    [await balances(), await next()],
    [
      [550_000, 2_000_000, 0],
      [dayOf(3), 2_000_000],
    ],
  )
  at(3, 9)
  const sent = (await own.send())!
  assert.equal(sent.amountKobo, 1_995_000)
  // On its way it is in no other transfer, and what came since is the next.
  assert.deepEqual(
    [await balances(), await next()],
    [
      [550_000, 0, 1_995_000],
      [dayOf(4), 550_000],
    ],
  )
  at(4, 1)
  await own.take()
  assert.deepEqual([(await show()).figures.bankKobo, await balances()], [1_995_000, [550_000, 0, 1_995_000]])
  at(4, 2)
  await own.hear(sent.reference, paid())
  assert.equal((await wholeDay(7, paid()))?.amountKobo, 550_000)
  const last = await show()
  assert.deepEqual([last.paymentCount, last.figures.refundsKobo], [2, -250_000])
  assert.deepEqual([await balances(), await world.faults()], [[0, 0, 0], []])
})

test('what a failed refund brings back to the available balance is settled alone, while what came since is below nothing', async (t) => {
  const world = await settling(t)
  const { at, payNet, giveBack, asked, take, send, hear, wholeDay, write, balances, paid } = await exactBusiness(world)
  at(0, 10)
  const first = await payNet(900_000)
  at(1, 1)
  await take()
  at(1, 5)
  const refund = await asked(first, 150_000)
  at(1, 9)
  const sent = (await send())!
  assert.equal(sent.amountKobo, 750_000)
  await hear(sent.reference, paid())
  at(1, 12)
  await write((context) => settleRefund(context, refund, { kind: 'failed', message: 'No' }))
  assert.deepEqual(await balances(), [0, 150_000, 0])
  at(2, 0.5)
  await payNet(400_000)
  await giveBack(first, 120_000)
  assert.equal((await wholeDay(2, paid()))?.amountKobo, 150_000)
  assert.deepEqual(await balances(), [280_000, 0, 0])
  assert.equal((await wholeDay(3, paid()))?.amountKobo, 280_000)
  assert.deepEqual([await balances(), await world.faults()], [[0, 0, 0], []])
})
