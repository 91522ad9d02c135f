import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseCustomer, exportCustomer, getCustomer } from '@adire/contract/customers.ts'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { downloadInvoices, getInvoice, getInvoiceTotals, listInvoices } from '@adire/contract/invoices.ts'
import { limits } from '@adire/contract/limits.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { addDays } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { invoiceFixture, today } from '../../testing/invoice-fixture.ts'
import { applyLateOutcome } from '../refunds/apply-outcome.ts'

test('the list of invoices is filtered by status, days, customer and search; its export has all rows and no formulas [S7.5-04] [S9-02]', async (t) => {
  const { call, simple, sent, pay } = await invoiceFixture(t)
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
  for (const search of ['UCHE', 'eze', 'Eze Uche', 'Uchhe', 'eze 2', 'uche@'])
    assert.deepEqual(await numbers({ search }), ['INV-0002'], search)
  assert.deepEqual(await numbers({ search: 'eze 3' }), [])
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
    /^\uFEFF?Invoice,Customer,Email,Amount \(NGN\),Paid \(NGN\),Refunded \(NGN\),Outstanding \(NGN\),Status,Due,Written \(Africa\/Lagos\)/,
  )
  assert.ok(lines.at(-1)!.includes(`'=HYPERLINK`), lines.at(-1))
  assert.equal((await call(downloadInvoices, { status: 'paid' })).trim().split('\r\n').length, 2)
  const ids = first.content.slice(0, 2).map(({ id }) => id)
  assert.equal((await call(downloadInvoices, { ids: ids.join(',') })).trim().split('\r\n').length, 3)
})

test('an invoice whose payment is refunded stays paid and shows what was refunded and when: page, list, sums, export, document', async (t) => {
  const { app, user, call, sent, pay } = await invoiceFixture(t)
  const invoice = await sent()
  await pay(invoice)
  await pay(await sent({ customerEmail: 'bola@example.com', amountKobo: 500_000 }), undefined, 'bola@example.com')
  const [payment] = (await call(listPayments, { search: 'ada@example.com' })).content
  const refund = (amountKobo: number) =>
    call(requestRefund, { id: payment!.id, amountKobo, reason: 'requested_by_customer' })
  const hosted = async () => (await fetch(`${app.url}${new URL(invoice.url).pathname}`)).text()
  assert.doesNotMatch(await hosted(), /[Rr]efunded/)
  const first = await refund(250_000)
  const partly = await call(getInvoice, { id: invoice.id })
  assert.deepEqual(
    [partly.status, partly.paidKobo, partly.refundedKobo, partly.payments[0]!.refundedKobo],
    ['paid', 1_000_000, 250_000, 250_000],
  )
  assert.ok(Date.parse(partly.refundedAt!) >= Date.parse(partly.paidAt!))
  assert.match(partly.events[0]!.text, /NGN.2,500\.00 of the online payments was refunded/)
  const pageText = (await hosted()).replaceAll('\u00a0', ' ')
  assert.match(pageText, /NGN 2,500\.00 refunded on/)
  assert.match(pageText, /Paid after refunds<\/dt><dd[^>]*>NGN 7,500\.00/)
  assert.match(pageText, /refunded NGN 2,500\.00 on/)

  const second = await refund(payment!.amountKobo - 250_000)
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

  const { merchantId } = user
  const { write } = await jobUnitOfWork(app.runtime).of(merchantId)
  const comeBack = async (id: string) => {
    await write((context) => applyLateOutcome(context, { merchantId, id }, { kind: 'failed', message: 'No account' }))
    const { events, ...shown } = await call(getInvoice, { id: invoice.id })
    return [shown.status, shown.refundedKobo, shown.refundedAt === null, events[0]!.text.replace('\u00a0', ' ')]
  }
  const came = (naira: string) => `NGN ${naira} that was refunded came back`
  assert.deepEqual(await comeBack(second.id), ['paid', 250_000, false, came('7,500.00')])
  assert.deepEqual(await comeBack(first.id), ['paid', 0, true, came('2,500.00')])
})

test('an invoice whose payment is lost in a dispute stays paid, and its timeline says how the money went back', async (t) => {
  const { call, sent, pay } = await invoiceFixture(t)
  const invoice = await sent()
  const { id } = invoice
  await pay(invoice)
  const { paymentId } = (await call(getInvoice, { id })).payments[0]!
  await call(playOutcome, { kind: 'payment', id: paymentId!, name: 'disputed' })
  const [dispute] = (await call(listDisputes, {})).content
  await call(acceptDispute, { id: dispute!.id, amountKobo: dispute!.amountKobo })
  const lost = await call(getInvoice, { id })
  assert.deepEqual([lost.status, lost.refundedKobo], ['paid', 1_000_000])
  assert.match(lost.events[0]!.text, /NGN.10,000\.00 of the online payments was lost in a dispute/)
})

test('an erased customer leaves only amounts in the invoices; open invoices have to be ended first [S2.4-06]', async (t) => {
  const { app, call, sent, pay, user } = await invoiceFixture(t)
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
