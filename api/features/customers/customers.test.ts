import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import {
  addCustomerNote,
  blacklistCustomer,
  createCustomer,
  customerNotesMaximum,
  downloadCustomers,
  eraseCustomer,
  exportCustomer,
  getCustomer,
  listCustomerNotes,
  listCustomers,
  removeCustomerNote,
  searchCustomers,
  unblacklistCustomer,
  updateCustomer,
} from '@adire/contract/customers.ts'
import { createSimpleInvoice, listInvoices } from '@adire/contract/invoices.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { updateUser } from '@adire/contract/users.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { dayFromNow } from '../../testing/mandates.ts'
import { refundFixture } from '../../testing/refunding.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

const goodCard = { number: '4084084084084081', expiryMonth: 12, expiryYear: 2039, cvv: '408' }

/** A business with a payment link, and a function to pay it. */
async function shop(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser('Ade')
  const { call } = app.as(user)
  const link = await call(createPaymentLink, { name: 'Ankara two-piece', amountKobo: 500_000 })
  const begin = (email: string, name?: string) =>
    app.asNobody().call(startPayment, {
      slug: link.slug,
      checkoutId: crypto.randomUUID(),
      email,
      ...(name && { name }),
    })
  const pay = async (email: string, name?: string) => {
    const { accessCode } = await begin(email, name)
    await app.asNobody().call(payByCard, { accessCode, ...goodCard })
  }
  return { app, user, call, begin, pay }
}

test('a customer is added, found, changed, and recognised at a payment [S7.5-05] [S3-09]', async (t) => {
  const { app, user, call, pay } = await shop(t)
  const added = await call(createCustomer, {
    email: ' Ada@Example.com ',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+234 803 123 4567',
  })
  assert.deepEqual(
    [added.email, added.phone, added.status, added.payments, added.paidKobo, added.lastPaidAt],
    ['ada@example.com', '+2348031234567', 'active', 0, 0, null],
  )
  await assert.rejects(call(createCustomer, { email: 'ada@example.com' }), { status: 422, code: 'customer_exists' })
  await pay('ada@example.com', 'Somebody Else')
  await pay('ada@example.com')
  const detail = await call(getCustomer, { id: added.id })
  assert.deepEqual(
    [detail.firstName, detail.payments, detail.paidKobo, detail.averageKobo],
    ['Ada', 2, 1_000_000, 500_000],
  )
  assert.deepEqual(
    detail.events.map(({ kind }) => kind),
    ['success', 'success', 'added'],
  )
  const change = () =>
    call(updateCustomer, { id: added.id, firstName: 'Adaeze', metadata: { vip: 'yes', city: 'Ibadan' } })
  const lock = `select from customers where merchant_id = '${user.merchantId}' and id = '${added.id}' for update`
  await sendWhileLocked(app, lock, [change, change])
  const changed = await change()
  assert.deepEqual([changed.firstName, changed.lastName, changed.phone], ['Adaeze', null, null])
  const { events } = await call(getCustomer, { id: added.id })
  assert.equal(events.filter(({ kind }) => kind === 'updated').length, 1, 'what is repeated is recorded once')
  for (const search of ['ada@', 'ADAE'])
    assert.deepEqual(
      (await call(searchCustomers, { search })).content.map(({ id }) => id),
      [added.id],
      search,
    )
})

test('the name of a payer completes no other name: only a customer without any name gets it', async (t) => {
  const { call, pay } = await shop(t)
  for (const named of [{ firstName: 'Chinedu' }, { lastName: 'Okafor' }, {}]) {
    const { id, email } = await call(createCustomer, { email: `family-${Object.keys(named)[0]}@example.com`, ...named })
    await pay(email, 'Adaeze Eze')
    const { firstName, lastName } = await call(getCustomer, { id })
    const expected = 'firstName' in named || 'lastName' in named ? named : { firstName: 'Adaeze', lastName: 'Eze' }
    assert.deepEqual({ firstName, lastName }, { firstName: null, lastName: null, ...expected })
  }
})

test('the name on an invoice becomes that of a customer who has none, and of no other', async (t) => {
  const { app, call, pay } = await shop(t)
  const nameAfter = async (email: string) => {
    await call(createSimpleInvoice, {
      customerEmail: email,
      customerName: 'Ada Obi',
      description: 'Shoes',
      amountKobo: 500_000,
      dueOn: dayFromNow(app, 7),
    })
    const { firstName, lastName } = (await call(searchCustomers, { search: email })).content[0]!
    return [firstName, lastName]
  }
  await pay('unnamed@example.com')
  await pay('named@example.com', 'Uche')
  assert.deepEqual(await nameAfter('unnamed@example.com'), ['Ada', 'Obi'])
  assert.deepEqual(await nameAfter('named@example.com'), ['Uche', null])
})

test('the timeline of a customer shows what was paid when it was paid, and what was returned of it since', async (t) => {
  const { app, call, pay, runScheduledJobs } = await refundFixture(t)
  const nbsp = '\u00a0'
  const untouched = await pay()
  const part = await pay()
  const full = await pay()
  app.forward(24 * 3_600_000)
  await call(requestRefund, { id: part.id, amountKobo: 120_000, reason: 'requested_by_customer' })
  await call(requestRefund, { id: full.id, amountKobo: 500_000, reason: 'requested_by_customer' })
  await runScheduledJobs()
  const [customer] = (await call(listCustomers, {})).content
  const { events } = await call(getCustomer, { id: customer!.id })
  const shown = (id: string) => events.find(({ paymentId }) => paymentId === id)
  const naira = (text: string) => `NGN${nbsp}${text}`
  assert.equal(shown(untouched.id)?.text, `Paid ${naira('5,000.00')}`)
  assert.equal(shown(part.id)?.text, `Paid ${naira('5,000.00')}, of which ${naira('1,200.00')} was returned since`)
  assert.equal(shown(full.id)?.text, `Paid ${naira('5,000.00')}, of which ${naira('5,000.00')} was returned since`)
  assert.equal(shown(full.id)?.at.slice(0, 10), full.createdAt.slice(0, 10))
})

test('a payer becomes a customer with the given name', async (t) => {
  const { call, pay } = await shop(t)
  await pay('bayo@example.com', 'Bayo Ade Martins')
  const [customer] = (await call(listCustomers, {})).content
  assert.deepEqual(
    [customer!.email, customer!.firstName, customer!.lastName, customer!.paidKobo],
    ['bayo@example.com', 'Bayo', 'Ade Martins', 500_000],
  )
  assert.ok(customer!.lastPaidAt)
})

test('the list of customers is filtered and paginated, and its export has the same rows [S7.5-05] [S4-10]', async (t) => {
  const { call } = await shop(t)
  for (let count = 0; count < 12; count++)
    await call(createCustomer, { email: `c${String(count).padStart(2, '0')}@example.com` })
  const first = await call(listCustomers, { limit: 5 })
  const second = await call(listCustomers, { limit: 5, cursor: first.nextCursor! })
  assert.deepEqual([first.totalElements, second.content[0]!.email], [12, 'c06@example.com'])
  await call(createCustomer, { email: 'formula@example.com', firstName: '=cmd()', lastName: 'O, "B"' })
  await call(blacklistCustomer, { id: first.content[0]!.id, reason: 'Chargebacks' })
  assert.equal((await call(listCustomers, { status: 'blacklisted' })).totalElements, 1)
  const file = await call(downloadCustomers, {})
  assert.equal(file.trim().split('\r\n').length, 14)
  assert.match(file, /'=cmd\(\),"O, ""B""",formula@example.com/)
  assert.match(file, /,Blacklisted,0,0\.00,/)
  assert.equal((await call(downloadCustomers, { search: 'c0' })).trim().split('\r\n').length, 11)
  const selected = await call(downloadCustomers, { ids: second.content[0]!.id, columns: 'email' })
  assert.deepEqual(selected.trim().split('\r\n').slice(1), ['c06@example.com'])
})

test('a blacklisted customer cannot start a payment until they are taken off the blacklist', async (t) => {
  const { app, call, begin } = await shop(t)
  // The timeline has the order of the events also if they are of one instant.
  app.stopClock(new Date())
  const { id } = await call(createCustomer, { email: 'ada@example.com' })
  await call(blacklistCustomer, { id, reason: 'Disputed three payments' })
  await assert.rejects(call(blacklistCustomer, { id, reason: 'again' }), { status: 409 })
  await assert.rejects(begin('ada@example.com'), { status: 422, code: 'payer_refused' })
  await call(unblacklistCustomer, { id })
  await begin('ada@example.com')
  const { events, blacklistReason } = await call(getCustomer, { id })
  assert.deepEqual([events.map(({ kind }) => kind), blacklistReason], [['unblacklisted', 'blacklisted', 'added'], null])
})

test('the data of a customer can be exported and erased; the amounts stay', async (t) => {
  const { app, user, call, begin, pay } = await shop(t)
  await pay('ada@example.com', 'Ada Obi')
  await app.drain()
  const [customer] = (await call(listCustomers, {})).content
  const { id } = customer!
  const exported = await call(exportCustomer, { id })
  assert.deepEqual([exported.payments.length, exported.payments[0]!.cardLast4], [1, '4081'])
  await assert.rejects(call(eraseCustomer, { id, email: 'other@example.com' }), { status: 422 })
  await begin('ada@example.com')
  await assert.rejects(call(eraseCustomer, { id, email: 'ada@example.com' }), { status: 409 })
  app.forward(31 * 60_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  await call(eraseCustomer, { id, email: 'ada@example.com' })
  const traces = await app.runtime.database.read(async (tx) => {
    // The digits of the card as a value or after other words: random ids and references contain them by chance.
    const { rows } = await tx.$client.query<{ table: string; found: boolean }>(
      `select 'customers' as table, exists(select 1 from customers c where c::text ilike '%ada@%' or c::text ilike '%obi%') as found
       union all select 'payments', exists(select 1 from payments p where p::text ilike '%ada@%'
         or to_jsonb(p) @? '$.** ? (@ like_regex "(^|[^0-9a-z_-])4081$")')
       union all select 'timeline_events', exists(select 1 from timeline_events e where e::text ilike '%ada@%')
       union all select 'notifications', exists(select 1 from notifications n where n::text ilike '%ada@%')
       union all select 'audit_events', exists(select 1 from audit_events a where a::text ilike '%ada@%')`,
    )
    return rows.filter(({ found }) => found).map(({ table }) => table)
  })
  assert.deepEqual(traces, [])
  const { content } = await call(listPayments, { status: 'success' })
  assert.equal(content[0]!.amountKobo, 500_000)
  assert.match(content[0]!.customerEmail, /@erased\.invalid$/)
  await assert.rejects(call(updateCustomer, { id, firstName: 'Ada' }), { status: 404 })
  assert.ok(user.merchantId)
})

test('notes about a customer have author and time, are limited, exported and erased; another business finds none', async (t) => {
  const { app, user, call } = await shop(t)
  const bola = app.as(await app.createUser('Bola'))
  await call(updateUser, { id: user.userId, firstName: 'Adaeze', lastName: 'Obi', phone: '08031234567' })
  const { id } = await call(createCustomer, { email: 'ada@example.com' })
  const note = await call(addCustomerNote, { id, text: '  Prefers delivery on Friday\nCall first ' })
  assert.deepEqual([note.text, note.author], ['Prefers delivery on Friday\nCall first', 'Adaeze Obi'])
  for (const text of [' ', 'x'.repeat(1001)]) await assert.rejects(call(addCustomerNote, { id, text }), { status: 400 })
  for (const attempt of [
    () => bola.call(listCustomerNotes, { id }),
    () => bola.call(addCustomerNote, { id, text: 'Mine' }),
    () => bola.call(removeCustomerNote, { id, noteId: note.id }),
  ])
    await assert.rejects(attempt(), { status: 404 })

  const second = await call(addCustomerNote, { id, text: 'Paid twice, refunded' })
  assert.deepEqual((await call(listCustomerNotes, { id })).content, [second, note])
  await call(removeCustomerNote, { id, noteId: second.id })
  await assert.rejects(call(removeCustomerNote, { id, noteId: second.id }), { code: 'customer_note_not_found' })
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into customer_notes (merchant_id, customer_id, text, author, created_at)
       select $1, $2, 'Note ' || nth, 'Adaeze Obi', now() from generate_series(3, $3) nth`,
      [user.merchantId, id, customerNotesMaximum],
    ),
  )
  const adding = await Promise.allSettled(['one', 'two', 'three'].map((text) => call(addCustomerNote, { id, text })))
  const codes = adding.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  assert.deepEqual(codes, ['too_many_notes', 'too_many_notes'])
  const { notes } = await call(exportCustomer, { id })
  assert.deepEqual(
    [notes.length, notes.at(-1)],
    [customerNotesMaximum, { text: note.text, author: note.author, createdAt: note.createdAt }],
  )

  await call(eraseCustomer, { id, email: 'ada@example.com' })
  assert.deepEqual((await call(listCustomerNotes, { id })).content, [])
  await assert.rejects(call(addCustomerNote, { id, text: 'Again' }), { code: 'customer_not_found' })
})

test('a customer of another business is not found', async (t) => {
  const { app, call } = await shop(t)
  const bola = app.as(await app.createUser('Bola'))
  const { id } = await call(createCustomer, { email: 'ada@example.com' })
  const attempts = [
    () => bola.call(getCustomer, { id }),
    () => bola.call(updateCustomer, { id }),
    () => bola.call(blacklistCustomer, { id, reason: 'x' }),
    () => bola.call(eraseCustomer, { id, email: 'ada@example.com' }),
    () => bola.call(exportCustomer, { id }),
  ]
  for (const attempt of attempts) await assert.rejects(attempt(), { status: 404, code: 'customer_not_found' })
  assert.equal((await bola.call(listCustomers, {})).totalElements, 0)
})

test('a customer for whom an invoice or a refund is made at this moment is not erased', async (t) => {
  const { app, call, pay } = await refundFixture(t)
  const email = 'ada@example.com'
  const customer = await call(createCustomer, { email })
  const invoice = { customerEmail: email, description: 'Lace', amountKobo: 500_000, dueOn: dayFromNow(app, 7) }
  const erase = () => call(eraseCustomer, { id: customer.id, email })
  const invoiced = await sendWhileLocked<unknown>(app, 'lock table invoice_counters in share mode', [
    () => call(createSimpleInvoice, invoice),
    erase,
  ])
  assert.deepEqual(
    invoiced.map((one) => one.status === 'rejected' && one.reason.code),
    [false, 'invoice_open'],
  )
  assert.equal((await call(listInvoices, { search: email })).totalElements, 1)

  const other = 'bola@example.com'
  const payment = await pay('needsAccount', other)
  const { id } = (await call(listCustomers, { search: other })).content[0]!
  const refunded = await sendWhileLocked<unknown>(app, 'lock table refunds in share mode', [
    () => call(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'other' }),
    () => call(eraseCustomer, { id, email: other }),
  ])
  assert.deepEqual(
    refunded.map((one) => one.status === 'rejected' && one.reason.code),
    [false, 'refund_under_way'],
  )
  assert.equal((await call(getCustomer, { id })).email, other)
  assert.equal((await call(listRefunds, {})).content[0]?.status, 'needs_attention')
  await assert.rejects(erase(), errorWith(409, 'invoice_open'))
})
