import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer, eraseCustomer, listCustomers, updateCustomer } from '@adire/contract/customers.ts'
import { downloadPayments, getPaymentTotals, listPayments } from '@adire/contract/payments.ts'
import { paymentFixture } from '../../testing/payment-fixture.ts'

/** A business with three payers and a function that searches its payments and returns the payers, oldest first. */
async function searchFixture(t: Parameters<typeof paymentFixture>[0]) {
  const fixture = await paymentFixture(t)
  const { call, add } = fixture
  let minute = 0
  const pay = (given: Parameters<typeof add>[0]) =>
    add({ createdAt: new Date(Date.UTC(2026, 2, 18, 10, minute++)), ...given })
  const found = async (search: string, filter: object = {}) => {
    const { content, totalElements } = await call(listPayments, { search, ...filter })
    const totals = await call(getPaymentTotals, { search, ...filter })
    const file = await call(downloadPayments, { search, ...filter, columns: 'email' })
    const lines = file.trim().split('\r\n').slice(1)
    assert.deepEqual([content.length, totals.count, lines.length], Array(3).fill(totalElements), search)
    return content.map(({ customerEmail }) => customerEmail.split('@')[0]).reverse()
  }
  await pay({
    customerEmail: 'bisi@example.com',
    customerName: 'Bisi Onyeka',
    customerPhone: '+2348092971234',
    amountKobo: 3_850_000,
  })
  await pay({ customerEmail: 'kunle@example.com', customerName: 'Kunle Okafor', cardLast4: '4412' })
  await pay({ customerEmail: 'kemi.edet@example.com', customerName: 'Kẹ́mi Edet', amountKobo: 441_200 })
  return { ...fixture, pay, found }
}

test('payments are found by any word of a name or email, in any order and case', async (t) => {
  const { found } = await searchFixture(t)
  assert.deepEqual(await found('Onyeka'), ['bisi'])
  assert.deepEqual(await found('Bisi Onyeka'), ['bisi'])
  assert.deepEqual(await found('okafor kunle'), ['kunle'])
  assert.deepEqual(await found('OKAF'), ['kunle'])
  assert.deepEqual(await found('edet@example'), ['kemi.edet'])
  assert.deepEqual(await found('kemi'), ['kemi.edet'], 'an accent makes no difference')
  assert.deepEqual(await found('example.com'), ['bisi', 'kunle', 'kemi.edet'])
  assert.deepEqual(await found('Bisi Okafor'), [], 'two persons')
})

test('payments are found by phone numbers in any format, amounts and the last four digits of a card', async (t) => {
  const { found, pay } = await searchFixture(t)
  for (const phone of [
    '0809 297',
    '08092971234',
    '0809 297 1234',
    '+234 809 297 1234',
    '2348092971234',
    '809 297 1234',
    '0809-297-1234',
  ])
    assert.deepEqual(await found(phone), ['bisi'], phone)
  for (const amount of ['38500', '38,500', '38,500.00', 'NGN 38,500', '₦38500'])
    assert.deepEqual(await found(amount), ['bisi'], amount)
  assert.deepEqual(await found('38,501'), [])
  assert.deepEqual(await found('4412'), ['kunle', 'kemi.edet'], 'a card, and an amount')
  assert.deepEqual(await found('kunle 4412'), ['kunle'])
  assert.deepEqual(await found('4412 edet'), ['kemi.edet'])
  await pay({ customerEmail: 'bisi@example.com', status: 'failed' })
  assert.deepEqual(await found('onyeka'), ['bisi', 'bisi'], 'the name of an earlier payment')
  assert.deepEqual(await found('onyeka', { status: 'failed' }), ['bisi'])
  assert.deepEqual(await found('onyeka 38500'), ['bisi'])
})

test('a name is found with a typo, unless the text is found as it is', async (t) => {
  const { found, pay } = await searchFixture(t)
  for (const typo of ['Onyeke', 'onyka', 'Onykea', 'Noyeka', 'Bisi Onyeke', 'Onyekaa'])
    assert.deepEqual(await found(typo), ['bisi'], typo)
  assert.deepEqual(await found('Okaffor'), ['kunle'])
  assert.deepEqual(await found('zzzz'), [])
  await pay({ customerEmail: 'other@example.com', customerName: 'Onyeke Ade' })
  assert.deepEqual(await found('Onyeke'), ['other'])
})

test('a search finds the sender of a transfer, pages by cursor, and stays within the business', async (t) => {
  const { found, pay, call, app } = await searchFixture(t)
  const bank_transfer = {
    bankName: 'Kuda',
    accountNumber: '1',
    accountName: 'A',
    expiresAt: '2026-03-18T11:00:00.000Z',
    senderName: 'TUNDE BAKARE',
    senderBank: 'GTB',
  }
  await pay({ customerEmail: 'shop@example.com', channel: 'bank_transfer', channelDetails: { bank_transfer } as never })
  assert.deepEqual(await found('bakare tunde'), ['shop'])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(listPayments, { search: 'example.com', limit: 1, cursor })
    seen.push(...page.content.map(({ customerEmail }) => customerEmail))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    seen.map((email) => email.split('@')[0]),
    ['shop', 'kemi.edet', 'kunle', 'bisi'],
  )
  const other = app.as(await app.createUser('Eve'))
  assert.equal((await other.call(listPayments, { search: 'onyeka' })).totalElements, 0)
})

test('payments of more persons than are read one by one are listed newest first and counted', async (t) => {
  const { app, call, merchantId } = await paymentFixture(t)
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into payments (merchant_id, reference, access_code, status, step, price_kobo, amount_kobo, fee_bearer,
         customer_email, customer_name, created_at, expires_at)
       select $1::uuid, 'many_' || i, 'many_' || i, 'success', 'success', 1000, 100 * i, 'merchant', 'shop5000.' || i || '@example.com',
         'Musa Bello', now() - i * interval '1 minute', now() from generate_series(1, 1200) i
       union all
       select $1, 'alone_' || email, 'alone_' || email, 'success', 'success', 1000, 500000, 'merchant', email,
         'Bola Ade', now() - interval '2 days', now() from unnest(array['bola@example.com', 'shop5000.1@example.com']) email`,
      [merchantId],
    ),
  )
  const page = await call(listPayments, { search: 'musa bello', limit: 3 })
  assert.deepEqual([page.totalElements, page.content.map(({ amountKobo }) => amountKobo)], [1_201, [100, 200, 300]])
  assert.equal((await call(getPaymentTotals, { search: 'musa' })).count, 1_201)
  assert.equal((await call(getPaymentTotals, { search: 'musa', status: 'failed' })).count, 0)
  // The beginning of the emails of many, which may also be that of an order's reference.
  const { totalElements } = await call(listPayments, { search: 'shop5000' })
  const { count, grossKobo } = await call(getPaymentTotals, { search: 'shop5000' })
  assert.deepEqual([totalElements, count, grossKobo], [1_201, 1_201, 500_000 + (100 * 1_200 * 1_201) / 2])
  assert.equal((await call(listPayments, { search: 'musa 12' })).totalElements, 1)
  assert.equal((await call(listCustomers, { search: 'musa' })).totalElements, 0)
})

test('customers are found by name, email and phone, and by what an earlier payment called them; not after their erasure', async (t) => {
  const { call, app } = await paymentFixture(t)
  const { id } = await call(createCustomer, {
    email: 'bisi@example.com',
    firstName: 'Bisi',
    lastName: 'Onyeka',
    phone: '08092971234',
  })
  await call(createCustomer, { email: 'kunle@example.com', firstName: 'Kunle', lastName: 'Okafor' })
  const found = async (search: string) =>
    (await call(listCustomers, { search })).content.map(({ email }) => email.split('@')[0])
  for (const search of ['onyeka', 'Bisi Onyeka', 'onyeka bisi', '0809 297', '+234 809 297', 'isi@exam', 'Onyeke'])
    assert.deepEqual(await found(search), ['bisi'], search)
  await call(updateCustomer, { id, firstName: 'Adebisi', lastName: 'Onyeka' })
  assert.deepEqual(await found('adebisi'), ['bisi'])
  await call(eraseCustomer, { id, email: 'bisi@example.com' })
  for (const search of ['onyeka', '0809 297', 'bisi@example.com']) assert.deepEqual(await found(search), [], search)
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query(`select from search_persons where search_text ~ 'onyeka|bisi@|0809297'`),
  )
  assert.equal(rows.length, 0)
})
