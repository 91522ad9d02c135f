import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCheckoutPage } from '@adire/contract/checkout.ts'
import { getInvoiceNumbering, updateInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import {
  createInvoice,
  createSimpleInvoice,
  deleteInvoice,
  downloadInvoices,
  listInvoices,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'

const dueOn = addDays(lagosDay(new Date()), 7)
const simple = { customerEmail: 'ada@example.com', description: 'Lace', amountKobo: 100_000, dueOn }
const invoice = {
  customerEmail: simple.customerEmail,
  lines: [{ description: 'Lace', quantity: 1, unitPriceKobo: 100_000 }],
  dueOn,
}

async function business(t: TestContext) {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  return { app, call, add: async (number?: string | null) => call(createInvoice, { ...invoice, number }) }
}

const taken = errorWith(409, 'invoice_number_taken', 'number')

test('an invoice has the number that the merchant types, on its page, in its PDF, email, list and file', async (t) => {
  const { app, call, add } = await business(t)
  const { id, number, pdfUrl } = await add('ZM/2026-7')
  assert.equal(number, 'ZM/2026-7')
  const { url } = await call(sendInvoice, { id })
  const page = await app.asNobody().call(getCheckoutPage, { slug: url.split('/').at(-1)! })
  assert.equal(page.invoice!.number, number)
  const pdf = await fetch(app.url + new URL(pdfUrl).pathname)
  assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="ZM-2026-7.pdf"')
  await app.drain()
  assert.match((await mailsTo(app, 'ada@example.com')).at(-1)!.subject, /Invoice ZM\/2026-7 from/)
  assert.match(await call(downloadInvoices, {}), /^ZM\/2026-7,/m)
  await call(createSimpleInvoice, simple)
  for (const search of ['zm/2026', 'ZM/2026-7']) {
    const { content } = await call(listInvoices, { search })
    assert.deepEqual(
      content.map((row) => row.number),
      [number],
      search,
    )
  }
})

test('a number is used once in a business, in any case of letters, also by two requests at once', async (t) => {
  const { app, add } = await business(t)
  const both = await Promise.allSettled([add('A-1'), add('a-1')])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(add('A-1'), taken)
  const other = app.as(await app.createUser('other')).call
  assert.equal((await other(createInvoice, { ...invoice, number: 'A-1' })).number, 'A-1')
  for (const number of ['no digit', 'abc', '-1', `${'x'.repeat(30)}1`, '1 2', 'A\u20441'])
    await assert.rejects(add(number), errorWith(400, 'validation_error', 'number'), number)
})

test('automatic numbers skip the numbers in use, and a draft gives its number back', async (t) => {
  const { call, add } = await business(t)
  await add('INV-0002')
  await add('inv-0003')
  assert.equal((await call(getInvoiceNumbering, {})).next, 'INV-0001')
  const drafts = await Promise.all([add(), add(null), add()])
  assert.deepEqual(drafts.map(({ number }) => number).sort(), ['INV-0001', 'INV-0004', 'INV-0005'])
  const last = drafts.find(({ number }) => number === 'INV-0005')!
  const change = (number?: string | null) => call(updateInvoice, { ...invoice, id: last.id, number })
  assert.equal((await change()).number, 'INV-0005')
  assert.equal((await change(null)).number, 'INV-0005')
  await assert.rejects(change('inv-0002'), taken)
  assert.equal((await change('Own-9')).number, 'Own-9')
  assert.equal((await change('own-9')).number, 'own-9')
  assert.equal((await change()).number, 'own-9')
  assert.equal((await change(null)).number, 'INV-0005')
  await call(deleteInvoice, { id: last.id })
  assert.equal((await add()).number, 'INV-0005')
})

test('a business chooses the prefix and the next number', async (t) => {
  const { call, add } = await business(t)
  await add()
  assert.deepEqual(await call(getInvoiceNumbering, {}), { prefix: 'INV-', nextNumber: 2, next: 'INV-0002' })
  const changed = await call(updateInvoiceNumbering, { prefix: '2026/', nextNumber: 120 })
  assert.deepEqual(changed, { prefix: '2026/', nextNumber: 120, next: '2026/0120' })
  assert.equal((await add()).number, '2026/0120')
  await call(updateInvoiceNumbering, { prefix: 'INV-', nextNumber: 1 })
  assert.equal((await add()).number, 'INV-0002')
  await call(updateInvoiceNumbering, { prefix: '', nextNumber: 7 })
  assert.equal((await add()).number, '0007')
  assert.deepEqual(
    (await call(listInvoices, {})).content.map(({ number }) => number),
    ['0007', 'INV-0002', '2026/0120', 'INV-0001'],
  )
  const invalid = (field: string) => errorWith(400, 'validation_error', field)
  await assert.rejects(call(updateInvoiceNumbering, { prefix: 'a b', nextNumber: 1 }), invalid('prefix'))
  await assert.rejects(call(updateInvoiceNumbering, { prefix: 'A', nextNumber: 0 }), invalid('nextNumber'))
})

test('after the highest number a number is typed, or the numbering continues elsewhere', async (t) => {
  const { call, add } = await business(t)
  const highest = { prefix: 'A-', nextNumber: 999_999_999 }
  await call(updateInvoiceNumbering, highest)
  assert.equal((await add()).number, 'A-999999999')
  assert.deepEqual(await call(getInvoiceNumbering, {}), { ...highest, next: null })
  await assert.rejects(add(), taken)
  await assert.rejects(call(updateInvoiceNumbering, highest), errorWith(409, 'invoice_number_taken', 'nextNumber'))
  assert.equal((await add('B-1')).number, 'B-1')
  await call(updateInvoiceNumbering, { prefix: 'C-', nextNumber: 1 })
  assert.equal((await add()).number, 'C-0001')
})
