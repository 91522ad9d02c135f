import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvoice, createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'

test('an invoice of any length is a PDF for everyone with its address, and not before it is sent', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const dueOn = addDays(lagosDay(new Date()), 7)
  const simple = { customerEmail: 'ada@example.com', description: 'Ẹ̀bùn \u20a6 🎁', amountKobo: 100_000, dueOn }
  const draft = await call(createSimpleInvoice, simple)
  assert.equal((await get(draft.pdfUrl)).status, 404)
  const short = await get((await call(sendInvoice, { id: draft.id })).pdfUrl)
  assert.deepEqual(
    [short.status, short.headers.get('content-type'), short.headers.get('content-disposition')],
    [200, 'application/pdf', 'attachment; filename="INV-0001.pdf"'],
  )
  const shortPdf = await short.text()
  assert.equal(countPages(shortPdf), 1)
  assert.doesNotMatch(shortPdf, /\+Inter-/)

  const lines = Array.from({ length: 50 }, (_, index) => ({
    description: `Item ${index} ${'of hand-woven cloth '.repeat(8)}`,
    quantity: 1.25,
    unitPriceKobo: 10_000,
  }))
  const { id } = await call(createInvoice, { customerEmail: 'ada@example.com', lines, dueOn, note: 'x\n'.repeat(400) })
  const long = await get((await call(sendInvoice, { id })).pdfUrl)
  assert.ok(countPages(await long.text()) > 3)
  assert.equal((await get(draft.pdfUrl.replace(/inv_\w+/, 'inv_0000000000000000'))).status, 404)

  const hausa = await call(createSimpleInvoice, { ...simple, description: 'Ƙwarya' })
  const hausaPdf = await get((await call(sendInvoice, { id: hausa.id })).pdfUrl)
  assert.match(await hausaPdf.text(), /\+Inter-/, 'the font that has its letters')

  function get(address: string) {
    return fetch(app.url + new URL(address).pathname)
  }
})

const countPages = (pdf: string) => pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
