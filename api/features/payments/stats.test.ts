import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { channels } from '@adire/contract/channels/channels.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import { createPaymentLink, getPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import {
  downloadPayments,
  getOverview,
  getOverviewSeries,
  getPaymentTotals,
  listPayments,
  paidStatuses,
  paymentMoves,
  paymentStatuses,
} from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import fc from 'fast-check'
import type { Tx } from '../../database/connect.ts'
import { addDays, daysBetween, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import type { ApiCaller } from '../../testing/mandates.ts'
import { addPayment, lockPayment, type PaymentRecord, updatePaymentRecord } from './move.ts'
import { payments } from './tables.ts'

const isPaid = ({ status }: PaymentRecord) => (paidStatuses as readonly PaymentStatus[]).includes(status)
const sumRows = (rows: PaymentRecord[], kobo: (row: PaymentRecord) => number) =>
  rows.reduce((sum, row) => sum + kobo(row), 0)

/** Expected totals, summed from the payments themselves. Card checks are not sales. */
function sumPayments(all: PaymentRecord[]) {
  const rows = all.filter(({ isCardCheck }) => !isCardCheck)
  const paid = rows.filter(isPaid)
  return {
    count: rows.length,
    cardCheckCount: all.length - rows.length,
    grossKobo: sumRows(paid, (row) => row.amountKobo),
    feesKobo: sumRows(paid, (row) => row.feeKobo + row.vatKobo),
    refundedKobo: sumRows(paid, (row) => row.refundedKobo),
    netKobo: sumRows(paid, (row) => row.netKobo - row.refundedKobo),
  }
}

/** The API of a business, its payments, and the days for which its stats are compared. */
interface ComparedStats {
  call: ApiCaller['call']
  rows: PaymentRecord[]
  from: string
  to: string
}

const isSale = (row: PaymentRecord) => !row.isCardCheck
const isSold = (row: PaymentRecord) => isSale(row) && isPaid(row)
const isSince = (from: string) => (row: PaymentRecord) => lagosDay(row.createdAt) >= from
const isUntil = (to: string) => (row: PaymentRecord) => lagosDay(row.createdAt) <= to
const isWithin = (from: string, to: string) => (row: PaymentRecord) => isSince(from)(row) && isUntil(to)(row)

const assertTotalsBy =
  ({ call, rows }: ComparedStats) =>
  async (filter: object, matches: (row: PaymentRecord) => boolean) => {
    assert.deepEqual(await call(getPaymentTotals, filter), sumPayments(rows.filter(matches)), JSON.stringify(filter))
  }

async function assertTotals(stats: ComparedStats) {
  const { from, to } = stats
  const totals = assertTotalsBy(stats)
  await totals({}, () => true)
  await totals({ from, to }, isWithin(from, to))
  await totals({ minAmountKobo: 1 }, () => true)
  await totals({ maxAmountKobo: 0 }, () => false)
  await totals({ search: 'ada' }, ({ customerEmail }) => customerEmail === 'ada@example.com')
  await totals({ status: 'paid' }, isSold)
  for (const status of paymentStatuses)
    await totals({ status, to }, (row) => isSale(row) && row.status === status && isUntil(to)(row))
  for (const channel of channels) await totals({ channel }, (row) => row.channel === channel)
  await totals(
    { channel: 'card', status: 'paid', from },
    (row) => row.channel === 'card' && isSold(row) && isSince(from)(row),
  )
}

async function assertCardChecks({ call, rows, from, to }: ComparedStats) {
  const checks = rows.filter((row) => !isSale(row))
  for (const filter of [{}, { minAmountKobo: 1 }, { search: 'ada' }, { channel: 'card' as const }, { from, to }]) {
    const found = await call(getPaymentTotals, { ...filter, status: 'card_check' })
    const listed = await call(listPayments, { ...filter, status: 'card_check' })
    const matchingRows = checks.filter(
      (row) =>
        (!('channel' in filter) || row.channel === 'card') &&
        (!('search' in filter) || row.customerEmail === 'ada@example.com') &&
        (!('from' in filter) || isWithin(from, to)(row)),
    )
    const { length } = matchingRows
    assert.deepEqual(found, { ...sumPayments([]), count: length, cardCheckCount: length }, JSON.stringify(filter))
    assert.equal(listed.totalElements, length)
    assert.ok(listed.content.every(({ isCardCheck }) => isCardCheck))
  }
}

async function assertLinks(stats: ComparedStats, links: readonly { id: string }[]) {
  const { call, rows, from, to } = stats
  const totals = assertTotalsBy(stats)
  const { content } = await call(listPaymentLinks, {})
  for (const { id } of links) {
    const isOfLink = (row: PaymentRecord) => row.paymentLinkId === id
    await totals({ paymentLinkId: id }, isOfLink)
    await totals(
      { paymentLinkId: id, status: 'failed' },
      (row) => isOfLink(row) && isSale(row) && row.status === 'failed',
    )
    await totals(
      { paymentLinkId: id, status: 'paid', from, to },
      (row) => isOfLink(row) && isSold(row) && isWithin(from, to)(row),
    )
    await totals({ paymentLinkId: id, channel: 'card' }, (row) => isOfLink(row) && row.channel === 'card')
    await totals({ paymentLinkId: id, search: 'ada@example.com', minAmountKobo: 1 }, (row) => {
      return isOfLink(row) && row.customerEmail === 'ada@example.com'
    })
    const brought = rows.filter(isOfLink)
    const { grossKobo, refundedKobo } = sumPayments(brought)
    const expected = [brought.length, brought.filter(isSold).length, grossKobo - refundedKobo]
    for (const reported of [await call(getPaymentLink, { id }), content.find((one) => one.id === id)!])
      assert.deepEqual([reported.started, reported.payments, reported.collectedKobo], expected)
  }
}

async function assertCustomers({ call, rows }: ComparedStats) {
  for (const email of new Set(rows.map((row) => row.customerEmail))) {
    const bought = sumPayments(rows.filter((row) => row.customerEmail === email && isSold(row)))
    const [customer] = (await call(listCustomers, { search: email })).content
    if (!customer) continue
    assert.deepEqual([customer.payments, customer.paidKobo], [bought.count, bought.grossKobo - bought.refundedKobo])
  }
}

async function assertExports({ call, rows }: ComparedStats) {
  for (const filter of [{}, { status: 'card_check' as const }]) {
    const file = (await call(downloadPayments, { ...filter, columns: 'reference' })).trim().split('\r\n').slice(1)
    const matchingRows = rows.filter((row) => isSale(row) === !('status' in filter))
    assert.deepEqual(file.toSorted(), matchingRows.map(({ reference }) => reference).toSorted())
  }
}

async function assertOverview({ call, rows, from, to }: ComparedStats) {
  const before = addDays(from, -daysBetween(from, to))
  const of = (first: string, last: string) =>
    rows.filter(({ createdAt }) => lagosDay(createdAt) >= first && lagosDay(createdAt) <= last)
  const { current, previous } = await call(getOverview, { from, to })
  const series = await call(getOverviewSeries, { from, to })
  for (const [reported, volumes, expectedRows] of [
    [current, series.current, of(from, to)],
    [previous, series.previous, of(before, addDays(from, -1))],
  ] as const) {
    const { byStatus, successRate, ...totals } = reported
    const sales = expectedRows.filter(({ isCardCheck }) => !isCardCheck)
    assert.deepEqual(totals, { ...sumPayments(expectedRows), count: sales.filter(isPaid).length })
    const statuses = Map.groupBy(sales, ({ status }) => status)
    assert.deepEqual(byStatus, Object.fromEntries([...statuses].map(([status, some]) => [status, some.length])))
    for (const { day, grossKobo, count } of volumes) {
      const paid = of(day, day).filter((row) => isPaid(row) && !row.isCardCheck)
      assert.deepEqual([day, grossKobo, count], [day, sumRows(paid, (row) => row.amountKobo), paid.length])
    }
  }
  const sold = of(from, to).filter((row) => isPaid(row) && !row.isCardCheck)
  const byChannel = Map.groupBy(sold, ({ channel }) => channel)
  const expected = [...byChannel].map(([channel, paid]) => [channel, paid.length, sumPayments(paid).grossKobo])
  const reported = series.channels.map(({ channel, count, grossKobo }) => [channel, count, grossKobo])
  assert.deepEqual(reported.sort(), expected.sort())
}

async function business(t: TestContext) {
  const app = await testApp(t)
  const { call, merchantId } = app.as(await app.createUser())
  const { read, write } = app.runtime.database
  const link = (name: string) => call(createPaymentLink, { name, amountKobo: 500_000, feeBearer: 'merchant' })
  const links = [await link('Lace'), await link('Ankara')]

  /** Asserts that every stat, for every possible filter, equals the sum of the payments. */
  const assertStatsMatch = async (from: string, to: string) => {
    const stats = { call, rows: await read((tx) => tx.select().from(payments)), from, to }
    await assertTotals(stats)
    await assertCardChecks(stats)
    await assertLinks(stats, links)
    await assertOverview(stats)
    await assertCustomers(stats)
    await assertExports(stats)
  }
  return { app, call, merchantId, links, write, assertStatsMatch }
}

test('the first day that can be asked for is compared with the day before it', async (t) => {
  const { call } = await business(t)
  const { current, previous } = await call(getOverviewSeries, { from: '1900-01-01', to: '1900-01-01' })
  assert.deepEqual([current[0]?.day, previous[0]?.day], ['1900-01-01', '1899-12-31'])
})

test('refunds, partial refunds, disputes and declined cards are in all stats, before and after the roll-up', async (t) => {
  const { app, call, links, assertStatsMatch } = await business(t)
  const pay = async (number: string, cvv: string, which = 0, email = 'ada@example.com') => {
    const payer = app.asNobody()
    const checkoutId = crypto.randomUUID()
    const { accessCode, reference } = await payer.call(startPayment, { slug: links[which]!.slug, checkoutId, email })
    await payer.call(payByCard, { accessCode, number, cvv, expiryMonth: 12, expiryYear: 2035 })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const today = lagosDay(app.runtime.clock())
  const refund = ({ id }: { id: string }, amountKobo: number) =>
    call(requestRefund, { id, amountKobo, reason: 'requested_by_customer' })
  const completed = await pay('4084084084084081', '408')
  const part = await pay('4084084084084081', '408', 1, 'bola@example.com')
  await assertStatsMatch(today, today)
  await runNow(app.runtime, 'roll-up-payment-stats')
  await pay('4084080000005408', '001')
  const disputed = await pay('4000000000000259', '123')
  await refund(part, 120_000)
  await assertStatsMatch(today, today)
  await runNow(app.runtime, 'roll-up-payment-stats')
  await refund(part, 80_000)
  const fullyRefunded = await pay('4084084084084081', '408', 1)
  await refund(fullyRefunded, 500_000)
  await app.drain()
  app.forward(60_000)
  await app.drain()
  const { content } = await call(listDisputes, { paymentId: disputed.id })
  await call(acceptDispute, { id: content[0]!.id, amountKobo: 500_000 })
  await app.drain()
  for (const rollUp of [false, true]) {
    if (rollUp) await runNow(app.runtime, 'roll-up-payment-stats')
    await assertStatsMatch(today, today)
  }
  const collected = links.map(async ({ id }) => (await call(getPaymentLink, { id })).collectedKobo)
  assert.deepEqual(await Promise.all(collected), [completed.amountKobo, 300_000])
})

test('for any payments in any order the stats equal the sum of the payments, before and after the roll-up', async (t) => {
  const { app, merchantId, links, write, assertStatsMatch } = await business(t)
  const step = fc.record({
    // The last day of February in Lagos, and the first of March.
    createdAt: fc.constantFrom('2026-02-28T22:59:59Z', '2026-02-28T23:00:00Z', '2026-03-18T10:00:00Z'),
    channel: fc.constantFrom('card' as const, 'bank_transfer' as const, null),
    link: fc.constantFrom(0, 1, undefined),
    email: fc.constantFrom('ada@example.com', 'bola@example.com'),
    amountKobo: fc.integer({ min: 10_000, max: 5_000_000 }),
    isCardCheck: fc.boolean(),
    moves: fc.array(fc.oneof(fc.nat(7), fc.constant('fold' as const)), { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { createdAt, channel, link, email, amountKobo, isCardCheck, moves } of steps) {
        const reference = `pay_${crypto.randomUUID()}`
        const { id } = await write((tx) =>
          addPayment(tx, {
            ...{
              merchantId,
              reference,
              accessCode: reference,
              channel,
              amountKobo,
              priceKobo: amountKobo,
              isCardCheck,
            },
            ...{ status: 'pending', step: 'select_channel', feeBearer: 'merchant', customerEmail: email },
            ...{ createdAt: new Date(createdAt), expiresAt: new Date(createdAt) },
            paymentLinkId: link === undefined ? null : links[link]!.id,
          }),
        )
        for (const move of moves)
          if (move === 'fold') await runNow(app.runtime, 'roll-up-payment-stats')
          else await write(async (tx) => moveOn(tx, (await lockPayment(tx, { merchantId, id }))!, move))
      }
      await assertStatsMatch('2026-03-01', '2026-03-31')
    }),
    { seed: 1, numRuns: 12 },
  )
  await runNow(app.runtime, 'roll-up-payment-stats')
  await assertStatsMatch('2026-03-01', '2026-03-31')
})

/** Applies one of the transitions that the payment's status allows, if there is one. */
async function moveOn(tx: Tx, payment: PaymentRecord, choice: number): Promise<void> {
  const { amountKobo, refundedKobo } = payment
  const next = paymentMoves[payment.status]
  const status = next[choice % next.length]
  if (status === undefined) return
  const back = refundedKobo + Math.floor((amountKobo - refundedKobo) / 2)
  const changes: Partial<Record<PaymentStatus, Partial<PaymentRecord>>> = {
    success: { channel: 'bank_transfer', feeKobo: 7_000, vatKobo: 525, netKobo: amountKobo - 7_525 },
    partially_refunded: { refundedKobo: back },
    refunded: { refundedKobo: amountKobo },
    reversed: { refundedKobo: amountKobo },
  }
  await updatePaymentRecord(tx, payment, { status, ...changes[status] })
}
