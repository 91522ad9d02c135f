import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@adire/contract/limits.ts'
import { getPaymentTotals, listPayments, paymentSorts } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { errorWith } from '../../testing/error-with.ts'
import { paidByCard, paymentFixture } from '../../testing/payment-fixture.ts'

test('cursor pages list every payment once, newest first, also when many started in one millisecond [S7.3-01]', async (t) => {
  const { call, add } = await paymentFixture(t)
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

test('payments are sorted by time or amount, page by page, and a cursor of another order is rejected', async (t) => {
  const { call, add } = await paymentFixture(t)
  const base = Date.parse('2026-03-18T10:00:00Z')
  for (const [index, amountKobo] of [700_00, 300_00, 500_00, 300_00, 500_00, 300_00, 900_00].entries())
    await add({ amountKobo, createdAt: new Date(base + Math.floor(index / 2)) })
  const list = async (sort: (typeof paymentSorts)[number], filter: object = {}) => {
    const rows: PaymentRow[] = []
    let cursor: string | undefined
    do {
      const page = await call(listPayments, { limit: 2, sort, cursor, ...filter })
      rows.push(...page.content)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return rows
  }
  const newest = await list('-createdAt')
  assert.equal(new Set(newest.map(({ id }) => id)).size, 7)
  assert.deepEqual(await list('createdAt'), newest.toReversed())
  const byAmount = await list('amountKobo')
  assert.deepEqual(
    byAmount.map(({ amountKobo }) => amountKobo / 100),
    [300, 300, 300, 500, 500, 700, 900],
  )
  assert.deepEqual(await list('-amountKobo'), byAmount.toReversed())
  assert.equal((await list('-amountKobo', { status: 'pending', search: 'example' })).length, 7)
  for (const sort of paymentSorts) {
    const { nextCursor } = await call(listPayments, { limit: 2, sort })
    for (const other of paymentSorts.filter((one) => one !== sort))
      await assert.rejects(
        call(listPayments, { sort: other, cursor: nextCursor! }),
        errorWith(422, 'validation_error', 'cursor'),
      )
  }
})

test('the list filters by status, channel, Lagos days and customer, alone and together', async (t) => {
  const { call, add, receiveOutcome } = await paymentFixture(t)
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

test('a search matches any part of an email, the beginning of a reference, or the last four digits of a card, and is paginated', async (t) => {
  const { call, add } = await paymentFixture(t)
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
  const names = ['ada', 'adaobi', 'adaobi', 'adamu', 'adamu', 'ada', 'ada']
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

test('totals cover the whole filter, and are the same from daily stats and from payments [S7.3-01]', async (t) => {
  const { call, add } = await paymentFixture(t)
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

test('totals of more payments than the limit say that there are more', async (t) => {
  const { app, call, add, merchantId } = await paymentFixture(t)
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
