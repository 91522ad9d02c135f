import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBank, getCheckoutPage, payByCard, startPayment } from '@adire/contract/checkout.ts'
import { hourMs } from '@adire/contract/durations.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import {
  createInvoice,
  getInvoice,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
} from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'

const expiry = { expiryMonth: 12, expiryYear: 2098 }
const plain = { number: '4084084084084081', cvv: '408', ...expiry }
const noFunds = { number: '4084080000670037', cvv: '787', ...expiry }
const pinCard = { number: '507850785078507812', cvv: '081', ...expiry }

/** A merchant fixture with the clock stopped at noon in Lagos. */
async function business(t: TestContext) {
  const app = await testApp(t)
  const today = addDays(lagosDay(new Date()), 1)
  const at = (days: number, hour: number, ms = 0) =>
    app.stopClock(new Date(startOfDay(addDays(today, days)).getTime() + hour * hourMs + ms))
  at(0, 12)
  const user = await app.createUser()
  const { call } = app.as(user)
  const payer = app.asNobody().call
  const write = (unitPriceKobo: number, given: Partial<EndpointInput<typeof createInvoice>> = {}) =>
    call(createInvoice, {
      customerEmail: 'ada@example.com',
      lines: [{ description: 'Cloth', quantity: 1, unitPriceKobo }],
      dueOn: today,
      ...given,
    })
  const sent = async (unitPriceKobo: number, given: Partial<EndpointInput<typeof createInvoice>> = {}) =>
    call(sendInvoice, { id: (await write(unitPriceKobo, given)).id })
  const slugOf = ({ url }: Invoice) => url.split('/').at(-1)!
  const start = (invoice: Invoice, amountKobo?: number, email = 'ada@example.com') =>
    payer(startPayment, {
      slug: slugOf(invoice),
      checkoutId: crypto.randomUUID(),
      email,
      ...(amountKobo && { amountKobo }),
    })
  const pay = async (invoice: Invoice, amountKobo?: number, card = plain) =>
    payer(payByCard, { accessCode: (await start(invoice, amountKobo)).accessCode, ...card })
  const seen = async ({ id }: Invoice) => {
    const { status, paidKobo } = await call(getInvoice, { id })
    return `${status} ${paidKobo}`
  }
  const check = async () => {
    await runNow(app.runtime, 'check-invoices')
    await app.drain()
  }
  return { app, user, call, payer, write, sent, slugOf, start, pay, seen, check, at }
}

test('the total of an invoice is limited to one payment, to the kobo', async (t) => {
  const { write } = await business(t)
  const most = [2_500_000_000, 2_499_999_999, 1].map((unitPriceKobo) => ({
    description: 'Cloth',
    quantity: 1,
    unitPriceKobo,
  }))
  assert.equal((await write(0, { lines: most })).totalKobo, 5_000_000_000)
  const tooMuch = [...most, { description: 'Thread', quantity: 1, unitPriceKobo: 1 }]
  const lines = errorWith(422, 'validation_error', 'lines')
  await assert.rejects(write(0, { lines: tooMuch }), lines)
  assert.equal((await write(10_000)).totalKobo, 10_000)
  const less = (amountKobo: number) => ({ discount: { kind: 'amount' as const, amountKobo } })
  assert.equal((await write(100_000, less(90_000))).totalKobo, 10_000)
  await assert.rejects(write(100_000, less(90_001)), lines)
  await assert.rejects(write(100_000, less(100_000)), lines)
  // Tax is calculated after the discount; half a kobo is rounded up.
  const taxed = await write(100_000, { ...less(33_334), taxBasisPoints: 750 })
  assert.deepEqual([taxed.taxKobo, taxed.totalKobo], [5_000, 71_666])
  const share = await write(100_001, { discount: { kind: 'percent', basisPoints: 5_000 }, taxBasisPoints: 750 })
  assert.deepEqual([share.discountKobo, share.taxKobo, share.totalKobo], [50_001, 3_750, 53_750])
})

test('a part payment has the minimum charge and leaves at least that, to the kobo; the full amount is always accepted', async (t) => {
  const { call, payer, sent, slugOf, start, pay, seen } = await business(t)
  const parts = { partPayment: true }
  const started = async (invoice: Invoice) => (await payer(getCheckoutPage, { slug: slugOf(invoice) })).amountKobo
  assert.equal(await started(await sent(19_999, parts)), 19_999)
  assert.equal(await started(await sent(20_000, parts)), null)
  const invoice = await sent(40_000, parts)
  await assert.rejects(start(invoice, 9_999), errorWith(400, 'validation_error', 'amountKobo'))
  const byField = errorWith(422, 'validation_error', 'amountKobo')
  await assert.rejects(start(invoice, 30_001), byField)
  await assert.rejects(start(invoice, 40_001), byField)
  await start(invoice, 40_000)
  await start(invoice, 30_000)
  assert.equal((await pay(invoice, 10_000)).status, 'success')
  assert.equal(await seen(invoice), 'partially_paid 10000')
  await assert.rejects(start(invoice, 20_001), byField)
  await pay(invoice, 20_000)
  // The remainder is too small to be split again.
  assert.equal(await started(invoice), 10_000)
  await assert.rejects(start(invoice, 10_001), byField)
  await pay(invoice)
  assert.equal(await seen(invoice), 'paid 40000')
  assert.equal((await call(getInvoice, { id: invoice.id })).paidAt !== null, true)
})

test('a declined card or an open challenge does not stop others from paying an invoice; it is charged once', async (t) => {
  const { app, user, payer, sent, start, pay, seen } = await business(t)
  const invoice = await sent(1_000_000)
  const started = await start(invoice, undefined, 'uche@example.com')
  assert.equal((await payer(payByCard, { accessCode: started.accessCode, ...pinCard })).step, 'send_pin')
  assert.equal((await pay(invoice, undefined, noFunds)).status, 'failed')
  assert.equal((await pay(invoice)).status, 'success')
  const submitted = payer(answerBank, { accessCode: started.accessCode, question: 'pin', answer: '1111' })
  await assert.rejects(submitted, errorWith(409, 'invoice_closed'))
  assert.equal(await seen(invoice), 'paid 1000000')
  // A payer who bears the fee pays it on top; the invoice counts only its own amount.
  await app.runtime.database.write((tx) =>
    tx.$client.query("update merchants set fee_bearer = 'customer' where id = $1", [user.merchantId]),
  )
  const borne = await sent(1_000_000)
  const state = await pay(borne)
  assert.deepEqual([state.amountKobo, state.priceKobo, await seen(borne)], [1_027_316, 1_000_000, 'paid 1000000'])
})

test('an invoice that cannot become overdue does not block the invoices after it', async (t) => {
  const { app, sent, at, seen } = await business(t)
  const today = lagosDay(app.runtime.clock())
  const broken = await sent(500_000, { dueOn: today })
  const other = await sent(700_000, { dueOn: addDays(today, 1) })
  // Status changed in the database: no transition is allowed, and this invoice is the first one due.
  await app.runtime.database.write((tx) =>
    tx.$client.query(`update invoices set status = 'cancelled' where id = $1`, [broken.id]),
  )
  at(2, 12)
  await assert.rejects(runNow(app.runtime, 'check-invoices'), { code: 'invoice_move_refused' })
  assert.equal(await seen(other), 'overdue 0')
})

test('reminders are sent at eight, an invoice is overdue from midnight, and a paid one gets no reminder', async (t) => {
  const { app, call, sent, pay, seen, check, at } = await business(t)
  const dueOn = addDays(lagosDay(app.runtime.clock()), 1)
  const days = { dueOn, reminderDays: [0, 7], partPayment: true }
  const invoice = await sent(40_000, days)
  const paidInvoice = await sent(40_000, { ...days, customerEmail: 'bola@example.com' })
  const early = await sent(40_000, days)
  await pay(early)
  const reminders = async (to = 'ada@example.com') => {
    await check()
    return (await mailsTo(app, to)).filter(({ subject }) => subject.startsWith('[Test] Reminder')).length
  }
  at(1, 8, -1)
  assert.equal(await reminders(), 0)
  at(1, 8)
  assert.deepEqual([await reminders(), await reminders()], [1, 1])
  at(2, 0, -1)
  await check()
  assert.equal(await seen(invoice), 'pending 0')
  at(2, 0)
  await check()
  assert.equal(await seen(invoice), 'overdue 0')
  await pay(invoice, 10_000)
  assert.equal(await seen(invoice), 'overdue 10000')
  const paidOn = lagosDay(app.runtime.clock())
  const record = (amountKobo: number, on = paidOn) =>
    call(recordInvoicePayment, { id: paidInvoice.id, amountKobo, method: 'cash', paidOn: on })
  await assert.rejects(record(40_001), errorWith(422, 'validation_error', 'amountKobo'))
  await assert.rejects(record(40_000, addDays(paidOn, 1)), errorWith(422, 'validation_error', 'paidOn'))
  assert.deepEqual([(await record(40_000)).status, await seen(paidInvoice)], ['paid', 'paid 40000'])
  at(8, 8)
  assert.deepEqual([await reminders(), await reminders('bola@example.com')], [2, 1])
  assert.equal(await seen(early), 'paid 40000')
  for (const { id } of [early, paidInvoice]) {
    const { events } = await call(getInvoice, { id })
    const after = events.slice(
      0,
      events.findIndex(({ kind }) => kind === 'settled'),
    )
    assert.deepEqual(after, [])
  }
})

test('a manual reminder is possible after exactly an hour, a second email after exactly a minute; an invoice due today can be sent', async (t) => {
  const { app, call, sent, at, write } = await business(t)
  const { id } = await sent(40_000)
  const mails = async () => {
    await app.drain()
    return (await mailsTo(app, 'ada@example.com')).length
  }
  await call(remindInvoice, { id })
  at(0, 12, 59_999)
  await call(sendInvoice, { id })
  assert.equal(await mails(), 2)
  at(0, 12, 60_000)
  await call(sendInvoice, { id })
  at(0, 13, -1)
  await assert.rejects(call(remindInvoice, { id }), errorWith(409, 'reminded_already'))
  at(0, 13)
  await call(remindInvoice, { id })
  assert.equal(await mails(), 4)
  const draft = await write(40_000)
  at(1, 0)
  await assert.rejects(call(sendInvoice, { id: draft.id }), errorWith(409, 'due_date_passed'))
})
