import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import {
  downloadPayments,
  getOverview,
  getOverviewSeries,
  getPayment,
  getPaymentTotals,
  listPayments,
  notePayment,
  resendReceipt,
} from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import fc from 'fast-check'
import type { Context } from '../../context.ts'
import { startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { timelineEvents } from '../lifecycle/tables.ts'
import { applyOutcome, type PaymentOutcome } from './apply-outcome.ts'
import { addPayment, lockPayment, type PaymentRecord, updatePaymentRecord } from './move.ts'
import { paymentStatDeltas, payments } from './tables.ts'

async function business(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const { merchantId } = user
  const { write } = app.runtime.database
  const inContext = <T>(callback: (context: Context) => Promise<T>, now = app.runtime.clock()) =>
    write((tx) => {
      const origin = { requestId: 'test', ip: null, userAgent: null }
      const { config, vault } = app.runtime
      return callback({ tx, mode: 'TEST', now, realNow: now, config, vault, origin })
    })
  let count = 0
  const add = (given: Partial<typeof payments.$inferInsert> = {}) => {
    const reference = given.reference ?? `pay_${String(++count).padStart(16, '0')}`
    const createdAt = given.createdAt ?? app.runtime.clock()
    return inContext(({ tx }) =>
      addPayment(tx, {
        merchantId,
        reference,
        accessCode: `${reference.replace('_', '')}xxxxxxxx${merchantId.slice(0, 8)}`,
        status: 'pending',
        step: 'select_channel',
        priceKobo: 500_000,
        amountKobo: 500_000,
        feeBearer: 'merchant',
        customerEmail: 'ada@example.com',
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 30 * 60_000),
        processorReference: reference,
        ...given,
      }),
    )
  }
  const receiveOutcome = (payment: PaymentRecord, outcome: PaymentOutcome) =>
    inContext((context) => applyOutcome(context, { merchantId, id: payment.id }, outcome))
  return { app, user, call, merchantId, inContext, add, receiveOutcome }
}

const paidByCard: PaymentOutcome = { kind: 'success', paidBy: 'card' }
const paidByTransfer: PaymentOutcome = { kind: 'success', paidBy: 'bank_transfer' }
const errorWith = (status: number, code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof CallError)
  assert.deepEqual([error.status, error.code, field && error.fields[0]?.field], [status, code, field])
  return true
}

test('settling twice, or by many at once, is settling once', async (t) => {
  const { app, merchantId, inContext, add, receiveOutcome } = await business(t)
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

test('a move the states do not allow is refused, and only a transfer revives what was given up', async (t) => {
  const { inContext, add, receiveOutcome } = await business(t)
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

test('whatever processors say in whatever order, figures, list and ledger agree, folded or not', async (t) => {
  const { app, merchantId, call, inContext, add, receiveOutcome } = await business(t)
  const outcome = fc.constantFrom<PaymentOutcome | { kind: 'fold' }>(
    paidByCard,
    paidByTransfer,
    { kind: 'failed', reason: 'insufficient_funds' },
    { kind: 'pending' },
    { kind: 'abandoned' },
    { kind: 'open' },
    { kind: 'asks', challenge: 'otp', attemptsLeft: 3, wrong: false },
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
    }),
    { seed: 1, numRuns: 15 },
  )
  await runNow(app.runtime, 'roll-up-payment-stats')
  assert.equal((await inContext(({ tx }) => tx.select().from(paymentStatDeltas))).length, 0)
})

test('cursor pages show every payment once, newest first, also where many began in one millisecond [S7.3-01]', async (t) => {
  const { call, add } = await business(t)
  const base = Date.parse('2026-03-18T10:00:00Z')
  for (let i = 0; i < 23; i++) await add({ createdAt: new Date(base + Math.floor(i / 6)) })
  const seen: string[] = []
  let cursor: string | undefined
  let lastKey = '9'
  do {
    const page = await call(listPayments, { limit: 5, cursor })
    for (const payment of page.content) {
      const key = `${payment.createdAt}/${payment.id}`
      assert.ok(key < lastKey)
      lastKey = key
      seen.push(payment.id)
    }
    assert.equal(page.totalElements, 23)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(new Set(seen).size, 23)
  const page = await call(listPayments, { limit: 5, offset: 20 })
  assert.deepEqual([page.content.map((row) => row.id), page.nextCursor], [seen.slice(20), null])
  assert.deepEqual((await call(listPayments, { offset: 100 })).content, [])
})

test('the list filters by status, channel, Lagos days and customer, alone and together', async (t) => {
  const { call, add, receiveOutcome } = await business(t)
  const late = new Date('2026-03-17T23:30:00Z') // already the 18th in Lagos
  await receiveOutcome(await add({ channel: 'card', createdAt: late }), paidByCard)
  await add({ channel: 'bank_transfer', createdAt: late, customerEmail: 'bola@example.com' })
  await add({ createdAt: new Date('2026-03-17T22:30:00Z') })
  const count = async (filter: object) => (await call(listPayments, filter)).totalElements
  assert.equal(await count({}), 3)
  assert.equal(await count({ status: 'success' }), 1)
  assert.equal(await count({ status: 'pending', channel: 'bank_transfer' }), 1)
  assert.equal(await count({ status: 'success', channel: 'bank_transfer' }), 0)
  assert.equal(await count({ from: '2026-03-18', to: '2026-03-18' }), 2)
  assert.equal(await count({ to: '2026-03-17' }), 1)
  assert.equal(await count({ customerEmail: 'Bola@Example.com', from: '2026-03-18' }), 1)
  assert.equal(await count({ paymentLinkId: crypto.randomUUID() }), 0)
  await assert.rejects(count({ from: '2026-03-19', to: '2026-03-18' }), errorWith(422, 'validation_error', 'from'))
  await assert.rejects(count({ from: '2026-02-30' }), errorWith(400, 'validation_error', 'from'))
  await assert.rejects(count({ status: 'settled' }), errorWith(400, 'validation_error', 'status'))
  for (const cursor of ['x', 'WyJhIiwiYiJd', 'bnVsbA'])
    await assert.rejects(count({ cursor }), errorWith(422, 'validation_error', 'cursor'))
})

test('a search finds by the beginning of a reference or an address, or by the last four digits, page by page', async (t) => {
  const { call, add } = await business(t)
  for (const email of ['ada@example.com', 'adamu@example.com', 'ADAOBI@example.com'.toLowerCase(), 'bola@example.com'])
    for (let i = 0; i < 2; i++) await add({ customerEmail: email, cardLast4: email.startsWith('b') ? '4081' : null })
  await add({ reference: 'pay_zzz0000000000000' })
  const found = async (search: string) => {
    const rows: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(listPayments, { search, limit: 2, cursor })
      rows.push(...page.content.map((row) => row.customerEmail))
      assert.equal(new Set(page.content.map((row) => row.id)).size, page.content.length)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return rows
  }
  const names = ['ada', 'ada', 'ada', 'adamu', 'adamu', 'adaobi', 'adaobi']
  assert.deepEqual(
    await found('ADA'),
    names.map((name) => `${name}@example.com`),
  )
  assert.equal((await found('adamu@example.com')).length, 2)
  assert.equal((await found('4081')).length, 2)
  assert.equal((await found('pay_0')).length, 8)
  assert.equal((await found('PAY_ZZZ')).length, 1)
  assert.equal((await found('%')).length, 0)
  assert.equal((await found("' or true --")).length, 0)
  assert.equal((await found('')).length, 9)
  await assert.rejects(found('a\0'), errorWith(400, 'validation_error', 'search'))
})

test('the overview compares with the days before, shows every day, and takes at most 400 [S7.3-01]', async (t) => {
  const { app, call, add, receiveOutcome } = await business(t)
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
  const series = await call(getOverviewSeries, period)
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
  const backwards = call(getOverviewSeries, { from: '2026-03-02', to: '2026-03-01' })
  await assert.rejects(backwards, errorWith(422, 'validation_error', 'from'))
})

test("another business's payment is not there", async (t) => {
  const { app, add } = await business(t)
  const payment = await add()
  const other = app.as(await app.createUser('bola'))
  await assert.rejects(other.call(getPayment, { id: payment.id }), errorWith(404, 'payment_not_found'))
  assert.equal((await other.call(listPayments, {})).totalElements, 0)
  assert.equal((await other.call(listPayments, { search: payment.reference })).totalElements, 0)
})

test('totals say what a whole filter comes to, alike from days and from payments [S7.3-01]', async (t) => {
  const { call, add } = await business(t)
  for (let count = 0; count < 7; count++)
    await add({ status: count < 4 ? 'success' : 'failed', amountKobo: (count + 1) * 100_000, netKobo: count * 1_000 })
  const all = await call(getPaymentTotals, {})
  assert.deepEqual([all.count, all.grossKobo, all.netKobo], [7, 1_000_000, 6_000])
  assert.deepEqual(await call(getPaymentTotals, { minAmountKobo: 1 }), all)
  const some = await call(getPaymentTotals, { minAmountKobo: 200_000, maxAmountKobo: 500_000 })
  assert.deepEqual([some.count, some.grossKobo], [4, 900_000])
  assert.equal((await call(listPayments, { minAmountKobo: 200_000, maxAmountKobo: 500_000 })).totalElements, 4)
  assert.equal((await call(getPaymentTotals, { status: 'failed' })).count, 3)
  await assert.rejects(call(getPaymentTotals, { from: '2026-02-02', to: '2026-01-01' }), { status: 422 })
})

test('of more payments than are added up it is said that they are more', async (t) => {
  const { app, call, add, merchantId } = await business(t)
  await add({ amountKobo: 700_000 })
  const atOnce = 5_000
  for (let from = 1; from <= limits.totalledTo; from += atOnce)
    await app.runtime.database.write((tx) =>
      tx.$client.query(
        `insert into payments (merchant_id, reference, access_code, status, step, price_kobo, amount_kobo, fee_bearer,
           customer_email, created_at, expires_at)
         select $1, 'many_' || i, 'many_' || i, 'success', 'success', 1000, 1000, 'merchant', 'many@example.com', now(), now()
         from generate_series($2::int, $3::int) i`,
        [merchantId, from, from + atOnce - 1],
      ),
    )
  const few = await call(getPaymentTotals, { maxAmountKobo: 600_000 })
  assert.deepEqual(few, {
    count: 50_000,
    cardCheckCount: 0,
    grossKobo: 50_000_000,
    feesKobo: 0,
    refundedKobo: 0,
    netKobo: 0,
  })
  const many = await call(getPaymentTotals, { minAmountKobo: 1 })
  assert.deepEqual([many.count, many.totalIsCapped, many.grossKobo, many.netKobo], [50_000, true, null, null])
})

test('the file holds all that a filter finds, page after page, and no formula [S7.3-01]', async (t) => {
  const { call, add } = await business(t)
  for (let count = 0; count < 1_203; count++)
    await add({ status: 'success', amountKobo: 123_456, customerEmail: `p${count}@example.com` })
  const evil = await add({ status: 'failed', customerName: '=1+1', customerEmail: '@sum@example.com' })
  const text = await call(downloadPayments, {})
  const lines = text.trim().split('\r\n')
  assert.equal(lines.length, 1_205)
  assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, 1_205)
  assert.match(lines[1]!, new RegExp(`${evil.reference},failed,'=1\\+1,'@sum@example.com`))
  assert.match(lines[2]!, /,1234\.56,/)
  assert.equal((await call(downloadPayments, { status: 'failed' })).trim().split('\r\n').length, 2)
})

test('whatever people write stands in its own cell of the file, as it was written', async (t) => {
  const { call, add } = await business(t)
  const words = fc.array(fc.constantFrom(...'aé=+-@\t\r\n",;\'\\\uFF1D\uFF20 €😀.'), { minLength: 1, maxLength: 6 })
  const notes = fc.sample(words, { seed: 1, numRuns: 200 }).map((word) => word.join(''))
  for (const [index, note] of notes.entries()) await add({ note, reference: `pay_${index}` })
  const text = await call(downloadPayments, { columns: 'reference,note' })
  const cell = (note: string) => {
    const harmless = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(note) ? `'${note}` : note
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
  }
  for (const [index, note] of notes.entries())
    assert.ok(text.includes(`\r\npay_${index},${cell(note)}\r\n`), JSON.stringify(note))
})

test('a file of many pieces holds every payment once, also where many began in one millisecond', async (t) => {
  const { app, call, merchantId } = await business(t)
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into payments (merchant_id, reference, access_code, status, step, price_kobo, amount_kobo, fee_bearer,
         customer_email, created_at, expires_at)
       select $1, 'many_' || i, 'many_' || i, 'success', 'success', 1000, 1000, 'merchant', 'many@example.com',
              now() - (i / 3000) * interval '1 second', now()
       from generate_series(1, 10000) i`,
      [merchantId],
    ),
  )
  const lines = (await call(downloadPayments, { columns: 'reference' })).trim().split('\r\n')
  assert.equal(lines.length, 10_001)
  assert.equal(new Set(lines).size, 10_001)
  const some = await call(downloadPayments, { columns: 'reference', search: "o'brien\\" })
  assert.equal(some.trim().split('\r\n').length, 1)
})

test('a payment is noted, and its receipt sent again, once a minute', async (t) => {
  const { app, call, add } = await business(t)
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
    tx.$client.query<{ count: string }>(
      `select count(distinct key) as count from outbox where job = 'mail-receipt-again'`,
    ),
  )
  assert.equal(Number(rows[0]!.count), 1)
})
