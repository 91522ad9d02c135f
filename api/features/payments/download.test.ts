import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadPayments, downloadPaymentsXlsx } from '@adire/contract/payments.ts'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { errorWith } from '../../testing/error-with.ts'
import { paymentFixture } from '../../testing/payment-fixture.ts'

test('the export has all filtered rows, page after page, and no formulas [S7.3-01]', async (t) => {
  const { call, add } = await paymentFixture(t)
  for (let count = 0; count < 1_203; count++)
    await add({ status: 'success', amountKobo: 123_456, customerEmail: `p${count}@example.com` })
  const evil = await add({ status: 'failed', customerName: '=1+1', customerEmail: '@sum@example.com' })
  const text = await call(downloadPayments, {})
  const lines = text.trim().split('\r\n')
  assert.equal(lines.length, 1_205)
  assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, 1_205)
  assert.match(lines[1]!, new RegExp(`${evil.reference},,Failed,'=1\\+1,'@sum@example.com`))
  assert.match(lines[2]!, /,1234\.56,/)
  assert.equal((await call(downloadPayments, { status: 'failed' })).trim().split('\r\n').length, 2)
})

test('an export of selected payments has these only, card checks included, and none of another business', async (t) => {
  const { app, call, add } = await paymentFixture(t)
  const [one, check] = [await add({ status: 'success' }), await add({ status: 'success', isCardCheck: true })]
  await add({ status: 'success' })
  const stranger = app.as(await app.createUser('Bola'))
  const ids = `${one.id},${check.id},00000000-0000-4000-8000-000000000000`
  const exported = async (by: typeof call) =>
    (await by(downloadPayments, { ids, columns: 'reference' })).trim().split('\r\n').slice(1)
  assert.deepEqual(await exported(call), [check.reference, one.reference])
  assert.deepEqual(await exported(stranger.call), [])
  const tooMany = Array.from({ length: 101 }, () => one.id).join(',')
  for (const wrong of ['all', `${one.id};${check.id}`, tooMany])
    await assert.rejects(call(downloadPayments, { ids: wrong }), errorWith(400, 'validation_error', 'ids'))
})

test('an Excel export has amounts as numbers, Lagos times as dates, the names on screen, and text that is never a formula', async (t) => {
  const { call, add } = await paymentFixture(t)
  for (let count = 0; count < 2_003; count++) await add({ reference: `pay_${count}` })
  const { reference } = await add({
    status: 'partially_refunded',
    amountKobo: 123_456_78,
    refundedKobo: 56_78,
    channel: 'card',
    channelDetails: { card: { brand: 'verve', bin: null, expiryMonth: null, expiryYear: null, bank: 'Zenith Bank' } },
    cardLast4: '4412',
    note: '=HYPERLINK("https://evil.example")\u000b',
    createdAt: new Date('2030-01-31T23:30:00Z'),
  })
  const keys = 'reference,status,amount,refunded,method,bank,lastFour,started,note'
  const file = await call(downloadPaymentsXlsx, { columns: keys })
  assert.equal(file.name, 'transaction.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const { rows } = sheets[0]!
  assert.deepEqual(rows[0], [
    ...['Reference', 'Status', 'Amount (NGN)', 'Refunded (NGN)', 'Method', 'Bank', 'Last four'],
    ...['Started (Africa/Lagos)', 'Note'],
  ])
  assert.deepEqual(rows[1], [
    ...[reference, 'Partially refunded', 123_456.78, 56.78, 'Verve •••• 4412', 'Zenith Bank', '4412'],
    ...[new Date('2030-02-01T00:30:00Z'), '=HYPERLINK("https://evil.example")\u000b'],
  ])
  assert.equal(new Set(rows.slice(1).map(([cell]) => cell)).size, 2_004)
  const [, line] = (await call(downloadPayments, { columns: keys })).split('\r\n')
  assert.match(line!, /,Partially refunded,123456\.78,56\.78,Verve •••• 4412,Zenith Bank,4412,2030-02-01 00:30:00,/)
})

test('user input stays in its own cell of the export, unchanged', async (t) => {
  const { call, add } = await paymentFixture(t)
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

test('a large export has every payment once, also when many started in one millisecond', async (t) => {
  const { app, call, merchantId } = await paymentFixture(t)
  await app.runtime.database.write(async (tx) => {
    await tx.$client.query(`set local statement_timeout = '1min'`)
    await tx.$client.query(
      `insert into payments (merchant_id, reference, access_code, status, step, price_kobo, amount_kobo, fee_bearer,
         customer_email, created_at, expires_at)
       select $1, 'many_' || i, 'many_' || i, 'success', 'success', 1000, 1000, 'merchant', 'many@example.com',
              now() - (i / 3000) * interval '1 second', now()
       from generate_series(1, 10000) i`,
      [merchantId],
    )
  })
  const lines = (await call(downloadPayments, { columns: 'reference' })).trim().split('\r\n')
  assert.equal(lines.length, 10_001)
  assert.equal(new Set(lines).size, 10_001)
  const some = await call(downloadPayments, { columns: 'reference', search: "o'brien\\" })
  assert.equal(some.trim().split('\r\n').length, 1)
})
