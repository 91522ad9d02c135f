import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { downloadPeriodStatement, downloadSettlementStatement, getSettlement } from '@adire/contract/settlements.ts'
import { readPdfMetadata } from '../../testing/pdf-metadata.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { printSettlementStatement } from './print-settlement.ts'

test('the statement of a settlement and of a period are PDFs whose sums agree to the kobo', async (t) => {
  const { app, call, day, pay, morning, addAccount } = await settlementFixture(t)
  await addAccount()
  for (const kobo of [2_000_000, 700_000]) await pay(kobo)
  const first = await morning(1)
  await pay(3_000_000)
  const second = await morning(2)
  // The bank returns the third: it is not paid, and is part of the closing balance.
  await addAccount('0000000031')
  await pay(1_500_000)
  const third = await morning(3)
  assert.deepEqual([first?.status, second?.status, third?.status], ['success', 'success', 'failed'])

  const one = await call(downloadSettlementStatement, { id: first!.id })
  assert.deepEqual(readPdfMetadata(await one.text()), [
    `Settlement ${first!.reference} of Tola Stores`,
    `Paid to the bank ${naira(first!.amountKobo)}, gross NGN 27,000.00, fees -NGN 605.00, VAT -NGN 45.38, difference NGN 0.00`,
  ])
  const period = await call(downloadPeriodStatement, { from: day(0), to: day(7) })
  assert.deepEqual(
    readPdfMetadata(await period.text())[1],
    `Paid to the bank ${naira(first!.amountKobo + second!.amountKobo)}, gross NGN 72,000.00, fees -NGN 1,480.00, VAT -NGN 111.01, difference NGN 0.00`,
  )
  const none = await call(downloadPeriodStatement, { from: day(-9), to: day(-8) })
  assert.match(
    readPdfMetadata(await none.text())[1]!,
    /^Paid to the bank NGN 0.00, gross NGN 0.00, .* difference NGN 0.00/,
  )

  await assert.rejects(call(downloadPeriodStatement, { from: day(2), to: day(1) }), { code: 'validation_error' })
  await assert.rejects(call(downloadPeriodStatement, { from: day(0), to: day(400) }), { code: 'validation_error' })
  const other = app.as(await app.createUser('Bola'))
  await assert.rejects(other.call(downloadSettlementStatement, { id: first!.id }), { status: 404 })
})

test('the statement of a settlement with hundreds of lines has several pages; with too many lines it shows days', async (t) => {
  const { call, pay, morning, addAccount } = await settlementFixture(t)
  await addAccount()
  await pay(2_000_000)
  const settlement = await call(getSettlement, { id: (await morning(1))!.id })
  const line = {
    entryId: '',
    account: 'pending',
    type: 'payment' as const,
    at: new Date(),
    description: `Payment ${'x'.repeat(200)}`,
    paymentReference: null,
    customerName: null,
    customerEmail: `${'long.'.repeat(40)}@example.com`,
    channel: null,
    grossKobo: 500_000_000_000,
    feeKobo: 200_000,
    vatKobo: 15_000,
    amountKobo: -500_000_000_000,
  }
  const data = {
    brand: 'Adire',
    business: {
      name: 'Ẹ̀bùn 🎁',
      code: 'MCH_1',
      address: 'x'.repeat(200),
      registration: 'RC 1234567',
      brandColor: '#7A1F5C',
    },
    isTest: true,
    madeAt: new Date(),
    settlement,
  }
  const pages = async (count: number | undefined) => {
    const lines = count === undefined ? undefined : Array.from({ length: count }, () => line)
    return countPages((await printSettlementStatement({ ...data, lines })).toString('latin1'))
  }
  assert.deepEqual([await pages(1), await pages(undefined)], [1, 1])
  // Screen readers read it: the file is tagged, and its tables have rows and headings.
  const tagged = (await printSettlementStatement({ ...data, lines: [line] })).toString('latin1')
  for (const mark of [/\/Marked true/, /\/S \/H1/, /\/S \/TR/, /\/S \/TH/]) assert.match(tagged, mark)
  assert.ok((await pages(100)) > 3)
  const brandBar = /0\.478\d* 0\.121\d* 0\.360\d* (rg|scn)/
  assert.match(drawnIn(tagged), brandBar)
  const plain = await printSettlementStatement({
    ...data,
    business: { ...data.business, brandColor: null },
    lines: [line],
  })
  assert.doesNotMatch(drawnIn(plain.toString('latin1')), brandBar)

  // The longest name of a recipient is in the heading and in the first total: it needs two lines, and covers no other.
  const party = { id: settlement.id, name: 'Olúwafúnmiláyọ̀ Adébọ̀wálé '.repeat(3).slice(0, 60) }
  const shares = await printSettlementStatement({ ...data, settlement: { ...settlement, party }, lines: [] })
  const lines = [...drawnIn(shares.toString('latin1')).matchAll(/1 0 0 1 50 (\d+)\S* Tm/g)].map(([, y]) => Number(y))
  const rows = [...new Set(lines)].sort((a, b) => a - b)
  assert.ok(rows.length > 10)
  assert.deepEqual(
    rows.filter((y, index) => index > 0 && y - rows[index - 1]! < 10),
    [],
  )
})

const naira = (kobo: number) => `NGN ${formatNairaNumber(kobo)}`
/** Drawing instructions of a PDF. */
const drawnIn = (pdf: string) =>
  [...pdf.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\nendstream/g)]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .join('\n')
const countPages = (pdf: string) => pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
