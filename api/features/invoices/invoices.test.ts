import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import {
  getCheckoutState,
  payByCard,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import { eraseCustomer, exportCustomer, getCustomer, listCustomers } from '@adire/contract/customers.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import {
  cancelInvoice,
  createInvoice,
  createSimpleInvoice,
  deleteInvoice,
  downloadInvoices,
  getInvoice,
  getInvoiceTotals,
  invoiceMoves,
  listInvoices,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { eq } from 'drizzle-orm'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { payments } from '../payments/tables.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
const dayMs = 86_400_000
const today = () => lagosDay(new Date())

async function business(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const simple = (given: Partial<EndpointInput<typeof createSimpleInvoice>> = {}) =>
    call(createSimpleInvoice, {
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      description: 'Bridal fitting',
      amountKobo: 1_000_000,
      dueOn: addDays(today(), 14),
      ...given,
    })
  const sent = async (given: Partial<EndpointInput<typeof createSimpleInvoice>> = {}) => {
    const { id } = await simple(given)
    return call(sendInvoice, { id })
  }
  const start = (invoice: Invoice, amountKobo?: number, email = 'ada@example.com') => {
    const slug = invoice.url.split('/').at(-1)!
    return app
      .asNobody()
      .call(startPayment, { slug, checkoutId: crypto.randomUUID(), email, ...(amountKobo && { amountKobo }) })
  }
  const pay = async (invoice: Invoice, amountKobo?: number, email?: string) => {
    const { accessCode } = await start(invoice, amountKobo, email)
    return app.asNobody().call(payByCard, { accessCode, ...card })
  }
  return { app, user, call, simple, sent, start, pay }
}

const errorWith = (status: number, code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof CallError, String(error))
  assert.deepEqual([error.status, error.code, field && error.fields[0]?.field], [status, code, field])
  return true
}
const full = (given: object = {}): EndpointInput<typeof createInvoice> => ({
  customerEmail: 'bola@example.com',
  lines: [
    { description: 'Aso-oke', quantity: 2.5, unitPriceKobo: 1_000_000 },
    { description: 'Sewing', quantity: 1, unitPriceKobo: 500_000 },
  ],
  discount: { kind: 'percent', basisPoints: 1_000 },
  taxBasisPoints: 750,
  dueOn: addDays(today(), 7),
  ...given,
})

test('a simple invoice is a numbered draft of one line, and its customer is one from then on [S7.5-04] [S3-09]', async (t) => {
  const { call, simple, user } = await business(t)
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

test('line items, discount and tax add up to the kobo, and what cannot be charged is refused', async (t) => {
  const { call } = await business(t)
  const invoice = await call(createInvoice, full())
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
    await assert.rejects(call(createInvoice, full(given)), check, JSON.stringify(given))
  const changed = await call(updateInvoice, { ...full({ ...none, partPayment: true }), id: invoice.id })
  assert.deepEqual([changed.totalKobo, changed.partPayment, changed.number], [3_000_000, true, 'INV-0001'])
})

test('numbers have no gap, however many are written at once; a deleted draft gives its own back', async (t) => {
  const { call, simple } = await business(t)
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

test('a sent invoice is mailed, paid at its page, and says so: list, sums, payment, customer, notification [S7.5-09]', async (t) => {
  const { app, call, sent, pay, user } = await business(t)
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

test('parts are taken where they are allowed, and leave enough to be paid', async (t) => {
  const { call, sent, pay, start } = await business(t)
  const fullInvoice = await sent()
  await assert.rejects(start(fullInvoice, 500_000), errorWith(422, 'validation_error', 'amountKobo'))
  const { id } = await call(createInvoice, full({ partPayment: true, discount: null, taxBasisPoints: 0 }))
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

test('two payers at once: who comes second is not charged; what another bank takes at that moment is kept and told', async (t) => {
  const { app, call, sent, start, user } = await business(t)
  const invoice = await sent()
  const [first, second, third] = [
    await start(invoice),
    await start(invoice, undefined, 'uche@example.com'),
    await start(invoice),
  ]
  await app.asNobody().call(payByUssd, { accessCode: third.accessCode, bankCode: '058' })
  await app.asNobody().call(payByCard, { accessCode: first.accessCode, ...card })
  await assert.rejects(
    app.asNobody().call(payByCard, { accessCode: second.accessCode, ...card }),
    errorWith(409, 'invoice_closed'),
  )
  const { content } = await call(listPayments, {})
  assert.deepEqual(content.map(({ status }) => status).sort(), ['pending', 'pending', 'success'])

  for (let times = 0; times < 2; times++)
    await app.asNobody().call(simulateOutcome, { accessCode: third.accessCode, outcome: 'approve' })
  const after = await call(getInvoice, { id: invoice.id })
  assert.deepEqual([after.status, after.paidKobo, after.payments.length], ['paid', 2_000_000, 2])
  assert.ok(after.events.some(({ kind, text }) => kind === 'overpaid' && text.includes('10,000.00')))
  const { content: notifications } = await app.as(user).call(listNotifications, {})
  assert.ok(notifications.some(({ title }) => title === 'Invoice INV-0001 was paid too much'))
})

test('an invoice that is paid, paid in part or cancelled closes the account numbers that would take too much, and transfers to them go back', async (t) => {
  const { app, call, sent, start, pay } = await business(t)
  const payer = app.asNobody()
  const checked = async () => {
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  const open = async (invoice: Invoice, amountKobo?: number) => {
    const { accessCode } = await start(invoice, amountKobo, 'uche@example.com')
    const { transfer, reference } = await payer.call(payByTransfer, { accessCode })
    return { accessCode, reference, accountNumber: transfer!.accountNumber, amountKobo: amountKobo ?? 1_000_000 }
  }
  const transfer = ({ accountNumber, amountKobo }: Awaited<ReturnType<typeof open>>) =>
    payer.call(simulateTransfer, { accountNumber, amountKobo })
  const paid = await sent()
  const [one, other] = [await open(paid), await open(paid)]
  assert.deepEqual(await transfer(one), { outcome: 'accepted', reason: null })
  await checked()
  const closed = await payer.call(getCheckoutState, { accessCode: other.accessCode })
  assert.deepEqual([closed.status, closed.failure?.code], ['abandoned', 'paid_otherwise'])
  assert.deepEqual(await transfer(other), { outcome: 'returned', reason: 'DUPLICATE' })
  const after = await call(getInvoice, { id: paid.id })
  assert.deepEqual([after.status, after.paidKobo, after.payments.length], ['paid', 1_000_000, 1])
  await checked()
  const mail = (await mailsTo(app, 'uche@example.com')).find(({ subject }) => subject.includes('goes back to you'))
  assert.match(mail!.text, /there is nothing left to pay/)

  // If a part payment leaves enough for another open part, that payment stays open; otherwise it is closed.
  const { id } = await call(createInvoice, full({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const parts = await call(sendInvoice, { id })
  const [small, large] = [await open(parts, 1_000_000), await open(parts, 2_000_000)]
  await pay(parts, 1_500_000)
  await checked()
  assert.deepEqual(await transfer(large), { outcome: 'returned', reason: 'DUPLICATE' })
  assert.deepEqual(await transfer(small), { outcome: 'accepted', reason: null })
  assert.equal((await call(getInvoice, { id })).paidKobo, 2_500_000)

  const given = await sent()
  const last = await open(given)
  await call(cancelInvoice, { id: given.id })
  await checked()
  assert.equal((await transfer(last)).outcome, 'returned')
  assert.equal((await call(getInvoice, { id: given.id })).paidKobo, 0)
})

test('of those who pay an invoice at the same moment one is charged, and of parts no more than is owed', async (t) => {
  const { app, call, sent, start } = await business(t)
  const payAll = async (attempts: { accessCode: string }[]) => {
    const paid = await Promise.allSettled(
      attempts.map(({ accessCode }) => app.asNobody().call(payByCard, { accessCode, ...card })),
    )
    for (const one of paid)
      if (one.status === 'rejected')
        assert.ok(['invoice_being_paid', 'invoice_closed'].includes((one.reason as CallError).code), String(one.reason))
  }
  const fullInvoice = await sent()
  await payAll(await Promise.all(Array.from({ length: 6 }, () => start(fullInvoice))))
  const once = await call(getInvoice, { id: fullInvoice.id })
  assert.deepEqual([once.status, once.paidKobo], ['paid', once.totalKobo])

  const { id } = await call(createInvoice, full({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const parts = await call(sendInvoice, { id })
  await payAll(await Promise.all(Array.from({ length: 6 }, () => start(parts, 1_500_000))))
  const after = await call(getInvoice, { id })
  assert.ok(after.paidKobo === 1_500_000 || after.paidKobo === 3_000_000, String(after.paidKobo))
})

test('who came first to an invoice is waited for also by one who began a moment before', async (t) => {
  const { app, call, sent, start } = await business(t)
  const invoice = await sent()
  const [first, second] = await Promise.all([start(invoice), start(invoice, undefined, 'b@example.com')])
  const begunAt = app.runtime.clock().getTime() + 2_000
  await app.runtime.database.write((tx) =>
    tx
      .update(payments)
      .set({ channel: 'card', processorReference: 'in-flight', checkAt: new Date(begunAt + 30_000) })
      .where(eq(payments.accessCode, first.accessCode)),
  )
  const paying = app.asNobody().call(payByCard, { accessCode: second.accessCode, ...card })
  await assert.rejects(paying, errorWith(409, 'invoice_being_paid'))
  assert.equal((await call(getInvoice, { id: invoice.id })).paidKobo, 0)
})

test('two parts at the same moment are both counted', async (t) => {
  const { app, call, start } = await business(t)
  const { id } = await call(createInvoice, full({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const invoice = await call(sendInvoice, { id })
  const attempts = await Promise.all([start(invoice, 1_500_000), start(invoice, 1_500_000, 'b@example.com')])
  await Promise.all(attempts.map(({ accessCode }) => app.asNobody().call(payByCard, { accessCode, ...card })))
  const paid = await call(getInvoice, { id })
  assert.deepEqual([paid.status, paid.paidKobo], ['paid', 3_000_000])
})

test('what was paid outside is recorded, never more than is owed, once for one press', async (t) => {
  const { app, call, sent } = await business(t)
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

test('moves that the table of states does not have are refused in one place [S7.5-04]', async (t) => {
  const { call, simple, sent, pay, start } = await business(t)
  const draft = await simple()
  const moveError = errorWith(409, 'invoice_move_refused')
  await assert.rejects(call(remindInvoice, { id: draft.id }), moveError)
  await assert.rejects(
    call(recordInvoicePayment, { id: draft.id, amountKobo: 1, method: 'cash', paidOn: today() }),
    moveError,
  )
  await assert.rejects(start(draft), errorWith(404, 'invoice_not_found'))
  const pending = await call(sendInvoice, { id: draft.id })
  await assert.rejects(call(updateInvoice, { ...full(), id: pending.id }), moveError)
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
  assert.deepEqual(invoiceMoves.paid, [])
})

test('overdue on the day after it was due; reminders go out once each, on the days chosen, in the morning', async (t) => {
  const { app, call, user } = await business(t)
  const dueOn = addDays(today(), 5)
  const { id } = await call(createInvoice, full({ dueOn, reminderDays: [-3, 0, 7] }))
  await call(sendInvoice, { id })
  const reminders = async () => {
    await runNow(app.runtime, 'check-invoices')
    await runNow(app.runtime, 'check-invoices')
    await app.drain()
    return (await mailsTo(app, 'bola@example.com')).filter(({ subject }) => subject.startsWith('[Test] Reminder'))
  }
  assert.equal((await reminders()).length, 0)
  app.forward(3 * dayMs)
  const first = await reminders()
  assert.equal(first.length, 1)
  assert.match(first[0]!.subject, /is due in [23] days/)
  app.forward(5 * dayMs)
  assert.equal((await reminders()).length, 2)
  const late = await call(getInvoice, { id })
  assert.equal(late.status, 'overdue')
  assert.equal((await call(getInvoiceTotals, {})).overdueKobo, late.totalKobo)
  const { content } = await app.as(user).call(listNotifications, {})
  assert.equal(content.filter(({ title }) => title === 'Invoice INV-0001 is overdue').length, 1)
  await call(recordInvoicePayment, { id, amountKobo: 100_000, method: 'pos', paidOn: today() })
  assert.equal((await call(getInvoice, { id })).status, 'overdue')
  app.forward(30 * dayMs)
  assert.equal((await reminders()).length, 3)
  app.forward(30 * dayMs)
  assert.equal((await reminders()).length, 3)
})

test('a reminder by hand goes out once an hour at most; a second press on send within a minute sends nothing', async (t) => {
  const { app, call, sent } = await business(t)
  const { id } = await sent()
  await call(sendInvoice, { id })
  await call(remindInvoice, { id })
  await assert.rejects(call(remindInvoice, { id }), errorWith(409, 'reminded_already'))
  await app.drain()
  assert.equal((await mailsTo(app, 'ada@example.com')).length, 2)
  app.forward(2 * 3_600_000)
  await call(remindInvoice, { id })
  await call(sendInvoice, { id, message: 'Please look <b>here</b>' })
  await app.drain()
  const mails = await mailsTo(app, 'ada@example.com')
  assert.equal(mails.length, 4)
  assert.ok(mails.some(({ html }) => html.includes('&lt;b&gt;here')))
  const { id: late } = await call(createInvoice, full({ dueOn: addDays(today(), -1) }))
  await assert.rejects(call(sendInvoice, { id: late }), errorWith(409, 'due_date_passed'))
})

test('the list is filtered by status, days, customer and search; the file has all of it, and no formulas [S7.5-04] [S9-02]', async (t) => {
  const { call, simple, sent, pay } = await business(t)
  const evil = await simple({ customerName: '=HYPERLINK("http://x")', customerEmail: 'evil@example.com' })
  await pay(await sent({ customerEmail: 'uche@example.com', customerName: 'Uche Eze' }))
  for (let count = 0; count < 11; count++) await sent()
  const numbers = async (input: EndpointInput<typeof listInvoices>) =>
    (await call(listInvoices, input)).content.map(({ number }) => number)
  assert.equal((await numbers({})).length, limits.listLimit)
  assert.deepEqual(await numbers({ status: 'draft' }), ['INV-0001'])
  assert.deepEqual(await numbers({ status: 'paid' }), ['INV-0002'])
  assert.equal((await call(listInvoices, { status: 'outstanding' })).totalElements, 11)
  assert.deepEqual(await numbers({ search: 'inv-0002' }), ['INV-0002'])
  assert.deepEqual(await numbers({ search: 'UCHE' }), ['INV-0002'])
  assert.deepEqual(await numbers({ customerId: evil.customerId }), ['INV-0001'])
  assert.deepEqual(await numbers({ from: addDays(today(), 1) }), [])
  await assert.rejects(
    call(listInvoices, { from: '2026-02-02', to: '2026-02-01' }),
    errorWith(422, 'validation_error', 'from'),
  )
  const first = await call(listInvoices, { limit: 5 })
  const second = await call(listInvoices, { limit: 5, cursor: first.nextCursor! })
  assert.equal(new Set([...first.content, ...second.content].map(({ id }) => id)).size, 10)
  const { counts } = await call(getInvoiceTotals, {})
  assert.deepEqual(counts, { draft: 1, paid: 1, pending: 11 })

  const lines = (await call(downloadInvoices, {})).trim().split('\r\n')
  assert.equal(lines.length, 14)
  assert.match(
    lines[0]!,
    /^\uFEFF?Invoice,Customer,Email,Amount \(NGN\),Paid \(NGN\),Refunded \(NGN\),Status,Due,Written \(Africa\/Lagos\)/,
  )
  assert.ok(lines.at(-1)!.includes(`'=HYPERLINK`), lines.at(-1))
  assert.equal((await call(downloadInvoices, { status: 'paid' })).trim().split('\r\n').length, 2)
})

test('an invoice whose payment goes back stays paid and says what went back and when: page, list, sums, file, paper', async (t) => {
  const { app, call, sent, pay } = await business(t)
  const invoice = await sent()
  await pay(invoice)
  await pay(await sent({ customerEmail: 'bola@example.com', amountKobo: 500_000 }), undefined, 'bola@example.com')
  const [payment] = (await call(listPayments, { search: 'ada@example.com' })).content
  const refund = (amountKobo: number) =>
    call(requestRefund, { id: payment!.id, amountKobo, reason: 'requested_by_customer' })
  const hosted = async () => (await fetch(`${app.url}${new URL(invoice.url).pathname}`)).text()
  assert.doesNotMatch(await hosted(), /[Rr]efunded/)
  await refund(250_000)
  const partly = await call(getInvoice, { id: invoice.id })
  assert.deepEqual(
    [partly.status, partly.paidKobo, partly.refundedKobo, partly.payments[0]!.refundedKobo],
    ['paid', 1_000_000, 250_000, 250_000],
  )
  assert.ok(Date.parse(partly.refundedAt!) >= Date.parse(partly.paidAt!))
  assert.match(partly.events[0]!.text, /NGN.2,500\.00 of what was paid online went back/)
  const pageText = (await hosted()).replaceAll('\u00a0', ' ')
  assert.match(pageText, /NGN 2,500\.00 refunded on/)
  assert.match(pageText, /Paid after refunds<\/dt><dd[^>]*>NGN 7,500\.00/)
  assert.match(pageText, /gave back NGN 2,500\.00 on/)

  await refund(payment!.amountKobo - 250_000)
  const { refundedKobo, status } = await call(getInvoice, { id: invoice.id })
  assert.deepEqual([status, refundedKobo], ['paid', 1_000_000])
  assert.match(await hosted(), /This invoice was paid and refunded/)
  const row = (await call(listInvoices, { search: 'ada@' })).content[0]!
  assert.deepEqual([row.paidKobo, row.refundedKobo], [1_000_000, 1_000_000])
  const totals = await call(getInvoiceTotals, {})
  assert.deepEqual([totals.paidKobo, totals.refundedKobo, totals.owedKobo], [1_500_000, 1_000_000, 0])
  const [head, line] = (await call(downloadInvoices, { search: 'ada@', columns: 'number,paid,refunded' })).split('\r\n')
  assert.equal(head, '\ufeffInvoice,Paid (NGN),Refunded (NGN)')
  assert.equal(line, 'INV-0001,10000.00,10000.00')
})

test('an erased customer leaves amounts in the invoices and nothing else; what is open has to be ended first [S2.4-06]', async (t) => {
  const { app, call, sent, pay, user } = await business(t)
  const invoice = await sent()
  const { customerId } = invoice
  const member = app.as(user)
  const erase = () => member.call(eraseCustomer, { id: customerId, email: 'ada@example.com' })
  await assert.rejects(erase(), errorWith(409, 'invoice_open'))
  await pay(invoice)
  await app.drain()
  const exported = await member.call(exportCustomer, { id: customerId })
  assert.deepEqual(exported.invoices[0]!.number, 'INV-0001')
  await erase()
  const after = await call(getInvoice, { id: invoice.id })
  assert.deepEqual([after.totalKobo, after.paidKobo, after.customerName], [1_000_000, 1_000_000, null])
  assert.doesNotMatch(JSON.stringify(after), /ada@example|Ada Obi/i)
  assert.equal((await call(getCustomer, { id: customerId })).paidKobo, 1_000_000)
})

test('nobody reads or changes another business’s invoice', async (t) => {
  const { app, sent } = await business(t)
  const { id } = await sent()
  const bola = app.as(await app.createUser('bola'))
  const gone = errorWith(404, 'invoice_not_found')
  for (const endpoint of [getInvoice, sendInvoice, remindInvoice, cancelInvoice, deleteInvoice])
    await assert.rejects(bola.call(endpoint, { id }), gone)
  await assert.rejects(bola.call(updateInvoice, { ...full(), id }), gone)
  const outside = { id, amountKobo: 100, method: 'cash' as const, paidOn: today() }
  await assert.rejects(bola.call(recordInvoicePayment, outside), gone)
  assert.equal((await bola.call(listInvoices, {})).totalElements, 0)
})
