import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallError } from '@adire/contract/call.ts'
import {
  getCheckoutState,
  payByCard,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  simulateTransfer,
} from '@adire/contract/checkout.ts'
import { cancelInvoice, createInvoice, getInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { eq } from 'drizzle-orm'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { card, invoiceFixture, invoiceInput } from '../../testing/invoice-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'
import { payments } from '../payments/tables.ts'

test('of two concurrent payers the second is not charged; a transfer accepted by another bank at that moment is recorded and shown', async (t) => {
  const { app, call, sent, start, user } = await invoiceFixture(t)
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

test('an invoice that is paid, partly paid or cancelled closes the account numbers that would exceed it, and transfers to them are returned', async (t) => {
  const { app, call, sent, start, pay } = await invoiceFixture(t)
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
  const mail = (await mailsTo(app, 'uche@example.com')).find(({ subject }) =>
    subject.includes('is being returned to you'),
  )
  assert.match(mail!.text, /there is nothing left to pay/)

  // If a part payment leaves enough for another open part, that payment stays open; otherwise it is closed.
  const { id } = await call(createInvoice, invoiceInput({ partPayment: true, discount: null, taxBasisPoints: 0 }))
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

test('of concurrent payers of an invoice one is charged, and part payments never exceed the amount due', async (t) => {
  const { app, call, sent, start } = await invoiceFixture(t)
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

  const { id } = await call(createInvoice, invoiceInput({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const parts = await call(sendInvoice, { id })
  await payAll(await Promise.all(Array.from({ length: 6 }, () => start(parts, 1_500_000))))
  const after = await call(getInvoice, { id })
  assert.ok(after.paidKobo === 1_500_000 || after.paidKobo === 3_000_000, String(after.paidKobo))
})

test('a payer waits for the payer who came first, also with a payment that started a moment before', async (t) => {
  const { app, call, sent, start } = await invoiceFixture(t)
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

test('two concurrent part payments are both counted', async (t) => {
  const { app, call, start } = await invoiceFixture(t)
  const { id } = await call(createInvoice, invoiceInput({ partPayment: true, discount: null, taxBasisPoints: 0 }))
  const invoice = await call(sendInvoice, { id })
  const attempts = await Promise.all([start(invoice, 1_500_000), start(invoice, 1_500_000, 'b@example.com')])
  await Promise.all(attempts.map(({ accessCode }) => app.asNobody().call(payByCard, { accessCode, ...card })))
  const paid = await call(getInvoice, { id })
  assert.deepEqual([paid.status, paid.paidKobo], ['paid', 3_000_000])
})
