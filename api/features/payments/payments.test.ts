import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCustomers } from '@adire/contract/customers.ts'
import {
  getOverview,
  getOverviewSeries,
  getPayment,
  listPayments,
  notePayment,
  resendReceipt,
} from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import fc from 'fast-check'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { paidByCard, paidByTransfer, paymentFixture } from '../../testing/payment-fixture.ts'
import { timelineEvents } from '../lifecycle/tables.ts'
import type { PaymentOutcome } from './apply-outcome.ts'
import { lockPayment, updatePaymentRecord } from './move.ts'
import { paymentStatDeltas, payments } from './tables.ts'

test('applying an outcome repeatedly or concurrently has one effect', async (t) => {
  const { app, merchantId, inContext, add, receiveOutcome } = await paymentFixture(t)
  const payment = await add({ channel: 'card' })
  await Promise.all(Array.from({ length: 8 }, () => receiveOutcome(payment, paidByCard)))
  await receiveOutcome(payment, paidByCard)
  await receiveOutcome(payment, { kind: 'failed', reason: 'do_not_honour' })
  const after = await inContext(async ({ tx }) => ({
    pendingKobo: await getBalance(tx, merchantAccount(merchantId, 'pending')),
    events: await tx.select().from(timelineEvents),
    statDeltas: await tx.select().from(paymentStatDeltas),
  }))
  assert.equal(after.pendingKobo, 481_187)
  assert.equal(after.events.length, 1)
  assert.equal(after.statDeltas.length, 3)
  await app.drain()
})

test('a transition that the statuses do not allow is rejected, and only a transfer can pay an abandoned payment', async (t) => {
  const { inContext, add, receiveOutcome } = await paymentFixture(t)
  const failed = await receiveOutcome(await add({ channel: 'card' }), { kind: 'failed', reason: 'do_not_honour' })
  await assert.rejects(receiveOutcome(failed, paidByCard), { status: 409, code: 'payment_move_refused' })
  const card = await receiveOutcome(await add({ channel: 'card' }), { kind: 'abandoned' })
  await assert.rejects(receiveOutcome(card, paidByCard), { status: 409, code: 'payment_move_refused' })
  const transfer = await receiveOutcome(await add({ channel: 'bank_transfer' }), { kind: 'abandoned' })
  assert.equal((await receiveOutcome(transfer, paidByTransfer)).status, 'success')
  const locked = inContext(async ({ tx }) => {
    const payment = (await lockPayment(tx, { merchantId: failed.merchantId, id: failed.id }))!
    return updatePaymentRecord(tx, payment, { status: 'pending' })
  })
  await assert.rejects(locked, { code: 'payment_move_refused' })
})

test('for any outcomes in any order stats, list and ledger agree, before and after the roll-up', async (t) => {
  const { app, merchantId, call, inContext, add, receiveOutcome } = await paymentFixture(t)
  const outcome = fc.constantFrom<PaymentOutcome | { kind: 'fold' }>(
    paidByCard,
    paidByTransfer,
    { kind: 'failed', reason: 'insufficient_funds' },
    { kind: 'pending' },
    { kind: 'abandoned' },
    { kind: 'open' },
    { kind: 'challenge', challenge: 'otp', attemptsLeft: 3, wrong: false },
    { kind: 'fold' },
  )
  const day = '2026-03-18'
  const createdAt = new Date('2026-03-18T10:00:00Z')
  const amount = fc.integer({ min: 10_000, max: 50_000_000 })
  const step = fc.record({
    amount,
    outcome: fc.array(outcome, { maxLength: 4 }),
    channel: fc.constantFrom('card', 'bank_transfer'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ amount, outcome, channel }) => {
          const payment = await add({
            channel: channel as 'card',
            priceKobo: amount,
            amountKobo: amount,
            createdAt,
            reference: `pay_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
          })
          for (const one of outcome)
            if (one.kind === 'fold') await runNow(app.runtime, 'roll-up-payment-stats')
            else await receiveOutcome(payment, one).catch((error) => assert.equal(error.code, 'payment_move_refused'))
        }),
      )
      const { current } = await call(getOverview, { from: day, to: day })
      const storedPayments = await inContext(({ tx }) => tx.select().from(payments))
      const paid = storedPayments.filter((payment) => payment.status === 'success')
      const total = (name: 'amountKobo' | 'netKobo') => paid.reduce((sum, payment) => sum + payment[name], 0)
      assert.deepEqual(
        [current.count, current.grossKobo, current.netKobo],
        [paid.length, total('amountKobo'), total('netKobo')],
      )
      for (const [status, payments] of Map.groupBy(storedPayments, (payment) => payment.status)) {
        assert.equal(current.byStatus[status], payments.length)
        const { totalElements } = await call(listPayments, { status, from: day, to: day })
        assert.equal(totalElements, payments.length)
      }
      const pendingKobo = await inContext(({ tx }) => getBalance(tx, merchantAccount(merchantId, 'pending')))
      assert.equal(pendingKobo, total('netKobo'))
      const { content: customers } = await call(listCustomers, {})
      assert.equal(customers[0]?.paidKobo ?? 0, total('amountKobo'))
    }),
    { seed: 1, numRuns: 15 },
  )
  await runNow(app.runtime, 'roll-up-payment-stats')
  assert.equal((await inContext(({ tx }) => tx.select().from(paymentStatDeltas))).length, 0)
})

test('the overview compares with the days before, has every day on request, and covers at most 400 [S7.3-01]', async (t) => {
  const { app, call, add, receiveOutcome } = await paymentFixture(t)
  const at = (day: string) => new Date(startOfDay(day).getTime() + 60_000)
  await receiveOutcome(await add({ channel: 'card', createdAt: at('2026-03-10') }), paidByCard)
  await receiveOutcome(await add({ channel: 'card', createdAt: at('2026-03-12') }), paidByCard)
  await runNow(app.runtime, 'roll-up-payment-stats')
  await receiveOutcome(
    await add({ channel: 'bank_transfer', createdAt: at('2026-03-12'), amountKobo: 900_000 }),
    paidByTransfer,
  )
  await receiveOutcome(await add({ channel: 'card', createdAt: at('2026-03-14') }), {
    kind: 'failed',
    reason: 'do_not_honour',
  })
  const period = { from: '2026-03-12', to: '2026-03-14' }
  const { current, previous } = await call(getOverview, period)
  assert.deepEqual([current.count, current.grossKobo, previous.count, previous.grossKobo], [2, 1_400_000, 1, 500_000])
  assert.equal(current.grossKobo - current.feesKobo, current.netKobo)
  assert.deepEqual(current.byStatus, { success: 2, failed: 1 } satisfies Partial<Record<PaymentStatus, number>>)
  assert.equal(current.successRate, 2 / 3)
  const { series, ...totals } = await call(getOverview, { ...period, series: 'day' })
  assert.ok(series)
  assert.deepEqual(totals, await call(getOverview, period))
  assert.deepEqual(series, await call(getOverviewSeries, period))
  assert.deepEqual(series.current, [
    { day: '2026-03-12', grossKobo: 1_400_000, count: 2 },
    { day: '2026-03-13', grossKobo: 0, count: 0 },
    { day: '2026-03-14', grossKobo: 0, count: 0 },
  ])
  assert.deepEqual(
    series.previous.map(({ day, count }) => [day, count]),
    [
      ['2026-03-09', 0],
      ['2026-03-10', 1],
      ['2026-03-11', 0],
    ],
  )
  assert.deepEqual(
    series.channels.map(({ channel, grossKobo }) => [channel, grossKobo]),
    [
      ['bank_transfer', 900_000],
      ['card', 500_000],
    ],
  )
  const none = await call(getOverview, { from: '2020-01-01', to: '2020-01-01' })
  assert.deepEqual([none.current.successRate, none.current.byStatus], [null, {}])
  assert.equal((await call(getOverviewSeries, { from: '2025-01-01', to: '2026-02-04' })).current.length, 400)
  const tooLong = call(getOverview, { from: '2025-01-01', to: '2026-02-05' })
  await assert.rejects(tooLong, errorWith(422, 'validation_error', 'to'))
  // Another kind of series is not known.
  await assert.rejects(
    call(getOverview, { ...period, series: 'month' as 'day' }),
    errorWith(400, 'validation_error', 'series'),
  )
  const backwards = call(getOverviewSeries, { from: '2026-03-02', to: '2026-03-01' })
  await assert.rejects(backwards, errorWith(422, 'validation_error', 'from'))
})

test('at 03:40 in Lagos, today is compared with the first 3 h 40 min of the earlier day [S7.3-01]', async (t) => {
  const { app, call, add, receiveOutcome } = await paymentFixture(t)
  const today = addDays(lagosDay(app.runtime.clock()), 1)
  const instant = (day: string, minute: number) => new Date(startOfDay(day).getTime() + minute * 60_000)
  app.forward(instant(today, 220).getTime() - app.runtime.clock().getTime())
  const sell = async (daysAgo: number, minute: number, amountKobo: number) => {
    const createdAt = instant(addDays(today, -daysAgo), minute)
    await receiveOutcome(await add({ channel: 'card', createdAt, amountKobo }), paidByCard)
  }
  await sell(0, 219, 100_000)
  await sell(1, 219, 200_000)
  await sell(1, 221, 400_000)
  await sell(7, 219, 800_000)
  await sell(7, 221, 1_600_000)
  await sell(8, 1_439, 3_200_000)
  const gross = async (from: number, to: number) => {
    const period = { from: addDays(today, from), to: addDays(today, to) }
    const { current, previous } = await call(getOverview, period)
    return [current.grossKobo, previous.grossKobo, previous.count]
  }
  for (const rollUp of [false, true]) {
    if (rollUp) await runNow(app.runtime, 'roll-up-payment-stats')
    assert.deepEqual(await gross(0, 0), [100_000, 200_000, 1])
    assert.deepEqual(await gross(-6, 0), [700_000, 4_000_000, 2])
    // What is over is compared with whole days.
    assert.deepEqual(await gross(-1, -1), [600_000, 0, 0])
    assert.deepEqual(await gross(-6, -1), [600_000, 5_600_000, 3])
    const series = await call(getOverviewSeries, { from: addDays(today, -6), to: today })
    assert.equal(series.previous.at(-1)?.grossKobo, 2_400_000)
  }
})

test('a payment of another business is not found', async (t) => {
  const { app, add } = await paymentFixture(t)
  const payment = await add()
  const other = app.as(await app.createUser('bola'))
  await assert.rejects(other.call(getPayment, { id: payment.id }), errorWith(404, 'payment_not_found'))
  assert.equal((await other.call(listPayments, {})).totalElements, 0)
  assert.equal((await other.call(listPayments, { search: payment.reference })).totalElements, 0)
})

test('a note is stored with a payment, and its receipt can be sent again once a minute', async (t) => {
  const { app, call, add } = await paymentFixture(t)
  const paid = await add({ status: 'success', paidAt: new Date(), channel: 'card' })
  const open = await add()
  assert.equal((await call(notePayment, { id: paid.id, note: ' Deliver on Friday ' })).note, 'Deliver on Friday')
  assert.equal((await call(notePayment, { id: paid.id, note: '' })).note, null)
  await call(resendReceipt, { id: paid.id })
  await call(resendReceipt, { id: paid.id })
  const bola = app.as(await app.createUser('Bola'))
  await assert.rejects(bola.call(notePayment, { id: paid.id, note: 'mine' }), { status: 404 })
  await assert.rejects(call(resendReceipt, { id: open.id }), { status: 409, code: 'payment_not_paid' })
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ count: string }>(`select count(*) as count from outbox where job = 'mail-receipt-again'`),
  )
  assert.equal(Number(rows[0]!.count), 1)
  const { events } = await call(getPayment, { id: paid.id })
  assert.equal(events.filter(({ kind }) => kind === 'receipt_sent').length, 1, 'a repeated request is not told twice')
})
