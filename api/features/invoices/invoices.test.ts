import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { payByCard } from '@adire/contract/checkout.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import {
  cancelInvoice,
  createInvoice,
  deleteInvoice,
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  recordInvoicePayment,
  remindInvoice,
  removeInvoicePayment,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { downloadPayments, getPayment } from '@adire/contract/payments.ts'
import { addDays } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { card, invoiceFixture, invoiceInput, today } from '../../testing/invoice-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'

test('a simple invoice is a numbered draft with one line, and its recipient becomes a customer [S7.5-04] [S3-09]', async (t) => {
  const { call, simple, user } = await invoiceFixture(t)
  const invoice = await simple({ merchantId: user.merchantId } as never)
  assert.deepEqual(
    [invoice.number, invoice.status, invoice.totalKobo, invoice.lines.length, invoice.customerName],
    ['INV-0001', 'draft', 1_000_000, 1, 'Ada Obi'],
  )
  assert.match(invoice.url, /\/pay\/invoice\/inv_[0-9a-z]{16}$/)
  assert.deepEqual(await call(getInvoice, { id: invoice.id }), invoice)
  assert.equal((await simple()).number, 'INV-0002')
  const { content } = await call(listCustomers, {})
  assert.deepEqual(
    content.map(({ email, firstName, lastName }) => [email, firstName, lastName]),
    [['ada@example.com', 'Ada', 'Obi']],
  )
  assert.deepEqual(
    (await call(listInvoices, {})).content.map(({ number }) => number),
    ['INV-0002', 'INV-0001'],
  )
})

test('line items, discount and tax add up to the kobo, and an amount that cannot be charged is rejected', async (t) => {
  const { call } = await invoiceFixture(t)
  const invoice = await call(createInvoice, invoiceInput())
  assert.deepEqual(
    [invoice.subtotalKobo, invoice.discountKobo, invoice.taxKobo, invoice.totalKobo],
    [3_000_000, 300_000, 202_500, 2_902_500],
  )
  const price = (unitPriceKobo: number, quantity = 1) => ({ lines: [{ description: 'x', quantity, unitPriceKobo }] })
  const none = { discount: null, taxBasisPoints: 0 }
  const invalidInputs: [object, (error: unknown) => boolean][] = [
    [{ ...price(9_999), ...none }, errorWith(422, 'validation_error', 'lines')],
    [{ ...price(5_000_000_000, 2), ...none }, errorWith(422, 'validation_error', 'lines')],
    [
      { ...price(100_000), ...none, discount: { kind: 'amount', amountKobo: 100_001 } },
      errorWith(422, 'validation_error'),
    ],
    [price(100_000, 1.001), errorWith(400, 'validation_error', 'lines.0.quantity')],
    [{ lines: [] }, errorWith(400, 'validation_error', 'lines')],
    [{ lines: Array(51).fill(price(100).lines[0]) }, errorWith(400, 'validation_error', 'lines')],
    [{ taxBasisPoints: 10_001 }, errorWith(400, 'validation_error', 'taxBasisPoints')],
    [{ reminderDays: [2] }, errorWith(400, 'validation_error', 'reminderDays.0')],
    [{ dueOn: '2026-02-30' }, errorWith(400, 'validation_error', 'dueOn')],
  ]
  for (const [given, check] of invalidInputs)
    await assert.rejects(call(createInvoice, invoiceInput(given)), check, JSON.stringify(given))
  const changed = await call(updateInvoice, { ...invoiceInput({ ...none, partPayment: true }), id: invoice.id })
  assert.deepEqual([changed.totalKobo, changed.partPayment, changed.number], [3_000_000, true, 'INV-0001'])
})

test('invoice numbers have no gaps, also with concurrent requests; the number of a deleted draft is used again', async (t) => {
  const { call, simple } = await invoiceFixture(t)
  const written = await Promise.all(Array.from({ length: 12 }, () => simple()))
  const numbers = written.map(({ number }) => number).sort()
  assert.deepEqual(
    numbers,
    Array.from({ length: 12 }, (_, index) => `INV-${String(index + 1).padStart(4, '0')}`),
  )
  const last = written.find(({ number }) => number === 'INV-0012')!
  await call(deleteInvoice, { id: last.id })
  await assert.rejects(call(getInvoice, { id: last.id }), errorWith(404, 'invoice_not_found'))
  assert.equal((await simple()).number, 'INV-0012')
})

test('a sent invoice is emailed, paid at its page, and the list, sums, payment, customer and notification show it [S7.5-09]', async (t) => {
  const { app, call, sent, pay, user } = await invoiceFixture(t)
  const invoice = await sent()
  assert.equal(invoice.status, 'pending')
  await app.drain()
  const [mail] = await mailsTo(app, 'ada@example.com')
  assert.match(mail!.subject, /Invoice INV-0001 from .*: NGN/)
  assert.ok(mail!.text.includes(invoice.url))
  assert.deepEqual(pick(await call(getInvoiceTotals, {})), [1_000_000, 0, 0])

  assert.equal((await pay(invoice)).status, 'success')
  const paid = await call(getInvoice, { id: invoice.id })
  assert.deepEqual([paid.status, paid.paidKobo, paid.payments.length], ['paid', 1_000_000, 1])
  assert.deepEqual(pick(await call(getInvoiceTotals, {})), [0, 0, 1_000_000])
  const payment = await call(getPayment, { id: paid.payments[0]!.paymentId! })
  assert.deepEqual(payment.invoice, { id: invoice.id, number: 'INV-0001' })
  const file = await call(downloadPayments, { columns: 'reference,invoice' })
  assert.deepEqual(file.trim().split('\r\n').slice(1), [`${payment.reference},INV-0001`])
  await app.drain()
  const subjects = (await mailsTo(app, 'ada@example.com')).map(({ subject }) => subject)
  assert.equal(subjects.length, 2, subjects.join())
  const receipt = (await mailsTo(app, 'ada@example.com')).at(-1)!
  assert.match(receipt.text, /Invoice: INV-0001/)
  const { content } = await app.as(user).call(listNotifications, {})
  assert.match(content[0]!.text, /paid invoice INV-0001/)
  await assert.rejects(pay(invoice), errorWith(409, 'invoice_closed'))
})

const pick = ({ owedKobo, overdueKobo, paidKobo }: Record<'owedKobo' | 'overdueKobo' | 'paidKobo', number>) => [
  owedKobo,
  overdueKobo,
  paidKobo,
]

test('part payments are accepted where they are allowed, and leave a remainder that can be paid', async (t) => {
  const { call, sent, pay, start } = await invoiceFixture(t)
  const fullInvoice = await sent()
  await assert.rejects(start(fullInvoice, 500_000), errorWith(422, 'validation_error', 'amountKobo'))
  const { id } = await call(createInvoice, invoiceInput({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const invoice = await call(sendInvoice, { id })
  await assert.rejects(start(invoice, 3_000_001), errorWith(422, 'validation_error', 'amountKobo'))
  await assert.rejects(start(invoice, 2_999_999), errorWith(422, 'validation_error', 'amountKobo'))
  await pay(invoice, 1_000_000)
  assert.equal((await call(getInvoice, { id })).status, 'partially_paid')
  await assert.rejects(start(invoice, 2_000_001), errorWith(422, 'validation_error', 'amountKobo'))
  await pay(invoice)
  const paid = await call(getInvoice, { id })
  assert.deepEqual([paid.status, paid.paidKobo], ['paid', 3_000_000])
})

test('an external payment is recorded, never above the amount due, and once for one click', async (t) => {
  const { app, call, sent } = await invoiceFixture(t)
  const { id } = await sent()
  const outside = { id, amountKobo: 400_000, method: 'cash' as const, paidOn: today(), note: 'At the shop' }
  const keyed = { idempotencyKey: crypto.randomUUID() }
  await Promise.allSettled([call(recordInvoicePayment, outside, keyed), call(recordInvoicePayment, outside, keyed)])
  const part = await call(getInvoice, { id })
  assert.deepEqual([part.status, part.paidKobo, part.payments[0]!.method], ['partially_paid', 400_000, 'cash'])
  const over = call(recordInvoicePayment, { ...outside, amountKobo: 600_001 })
  await assert.rejects(over, errorWith(422, 'validation_error', 'amountKobo'))
  const later = call(recordInvoicePayment, { ...outside, paidOn: addDays(today(), 2) })
  await assert.rejects(later, errorWith(422, 'validation_error', 'paidOn'))
  const racing = [1, 2, 3].map(() => call(recordInvoicePayment, { ...outside, amountKobo: 600_000 }))
  const results = await Promise.allSettled(racing)
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await call(getInvoice, { id })).status, 'paid')
  await app.drain()
  assert.match((await mailsTo(app, 'ada@example.com')).at(-1)!.subject, /INV-0001 .* is paid/)
})

test('a payment recorded by mistake is removed once, with a reason: its amount is owed again, with the reminders to come', async (t) => {
  const { app, user, call, sent, pay } = await invoiceFixture(t)
  const reason = 'It was for another invoice'
  const record = async (id: string, amountKobo: number) =>
    (await call(recordInvoicePayment, { id, amountKobo, method: 'cash', paidOn: today() })).payments[0]!.id
  const remove = (id: string, invoicePaymentId: string) => call(removeInvoicePayment, { id, invoicePaymentId, reason })
  const part = await sent()
  const first = await record(part.id, 400_000)
  const second = await record(part.id, 600_000)
  const results = await Promise.allSettled([remove(part.id, second), remove(part.id, second)])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(remove(part.id, second), errorWith(404, 'payment_not_found'))
  const open = await call(getInvoice, { id: part.id })
  assert.deepEqual([open.status, open.paidKobo, open.paidAt], ['partially_paid', 400_000, null])
  assert.match(open.events[0]!.text, /removed the recorded payment of NGN.6,000\.00 \(cash, .*\): It was for another/)
  assert.equal((await remove(part.id, first)).status, 'pending')
  assert.equal((await pay(part)).status, 'success')
  const { payments } = await call(getInvoice, { id: part.id })
  await assert.rejects(remove(part.id, payments[0]!.id), errorWith(409, 'payment_not_recorded'))

  // Paid before the due day, removed after it; and one that was cancelled meanwhile.
  const late = await sent({ dueOn: today() })
  const mistake = await record(late.id, 1_000_000)
  const cancelled = await sent()
  const kept = await record(cancelled.id, 1)
  await call(cancelInvoice, { id: cancelled.id })
  assert.deepEqual((await remove(cancelled.id, kept)).status, 'cancelled')
  app.forward(86_400_000)
  const overdue = await remove(late.id, mistake)
  assert.deepEqual([overdue.status, overdue.paidKobo, overdue.payments], ['overdue', 0, []])
  assert.equal((await call(getInvoiceTotals, {})).owedKobo, 1_000_000)
  app.forward(3 * 86_400_000)
  await runNow(app.runtime, 'check-invoices')
  assert.equal((await call(getInvoice, { id: late.id })).events[0]!.kind, 'reminded')
  const { content } = await app.as(user).call(listAuditEvents, { action: 'invoice.payment_removed' })
  assert.deepEqual(content[0]!.after, { reason })
})

test('transitions that the table of statuses does not have are rejected in one place [S7.5-04]', async (t) => {
  const { call, simple, sent, pay, start } = await invoiceFixture(t)
  const draft = await simple()
  const moveError = errorWith(409, 'invoice_move_refused')
  await assert.rejects(call(remindInvoice, { id: draft.id }), moveError)
  await assert.rejects(
    call(recordInvoicePayment, { id: draft.id, amountKobo: 1, method: 'cash', paidOn: today() }),
    moveError,
  )
  await assert.rejects(start(draft), errorWith(404, 'invoice_not_found'))
  const pending = await call(sendInvoice, { id: draft.id })
  await assert.rejects(call(updateInvoice, { ...invoiceInput(), id: pending.id }), moveError)
  await assert.rejects(call(deleteInvoice, { id: pending.id }), moveError)
  await pay(pending)
  for (const endpoint of [sendInvoice, remindInvoice, cancelInvoice, deleteInvoice])
    await assert.rejects(call(endpoint, { id: pending.id }), moveError)

  const other = await sent()
  const begun = await start(other)
  const cancelled = await call(cancelInvoice, { id: other.id })
  assert.equal(cancelled.status, 'cancelled')
  await assert.rejects(call(payByCard, { accessCode: begun.accessCode, ...card }), errorWith(409, 'invoice_closed'))
  await assert.rejects(call(sendInvoice, { id: other.id }), moveError)
  await call(deleteInvoice, { id: other.id })
  await assert.rejects(call(getInvoice, { id: other.id }), errorWith(404, 'invoice_not_found'))
})

test('another business cannot read or change an invoice', async (t) => {
  const { app, sent } = await invoiceFixture(t)
  const { id } = await sent()
  const bola = app.as(await app.createUser('bola'))
  const gone = errorWith(404, 'invoice_not_found')
  for (const endpoint of [getInvoice, sendInvoice, remindInvoice, cancelInvoice, deleteInvoice])
    await assert.rejects(bola.call(endpoint, { id }), gone)
  await assert.rejects(bola.call(updateInvoice, { ...invoiceInput(), id }), gone)
  const outside = { id, amountKobo: 100, method: 'cash' as const, paidOn: today() }
  await assert.rejects(bola.call(recordInvoicePayment, outside), gone)
  assert.equal((await bola.call(listInvoices, {})).totalElements, 0)
})
