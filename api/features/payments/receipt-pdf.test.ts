import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReceiptRow } from '@adire/contract/checkout-page-props.ts'
import { receiptPdf } from './receipt-pdf.ts'

const print = async (rows: readonly ReceiptRow[]) => {
  const business = {
    name: 'Sade Textiles',
    logoUrl: null,
    brandColor: null,
    email: 'sade@example.com',
    registration: null,
  }
  const receipt = { of: 'payment', business, isTest: false, amountKobo: 100_000, reference: 'pay_1', rows } as const
  const at = '2026-11-26T12:00:00.000Z'
  const pdf = await receiptPdf({ receipt: { ...receipt, at, pdfUrl: '' }, logo: undefined, brand: 'Adire' })
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)!.length
}

test('on the PDF of a receipt a long question of the merchant has room above the next row, and the last lines are above the footer', async () => {
  const short = Array.from({ length: 12 }, (): ReceiptRow => ['Size', '12'])
  assert.equal(await print(short), 1)
  const question = 'Number of family members who come to be measured, please'
  assert.equal(await print(short.map((): ReceiptRow => [question, '12'])), 2)
  const untilFooter = Array.from({ length: 17 }, (): ReceiptRow => ['Size', '12'])
  assert.equal(await print(untilFooter), 2)
})
