import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialiseCharge, listCharges, verifyCharge } from '@adire/contract/charges.ts'
import { getCheckoutPage, getThanks, payByCard, payByTransfer, payByUssd } from '@adire/contract/checkout.ts'
import { blacklistCustomer, eraseCustomer, listCustomers } from '@adire/contract/customers.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { downloadPayments, getPayment, getPaymentTotals, listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { chargeFixture, declinedCard, testCard } from '../../testing/charge-fixture.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'

test('a server creates a charge, the payer pays at its address, and the server verifies it', async (t) => {
  const { app, user, callAsServer, order, payer, open } = await chargeFixture(t)
  const charge = await order({
    name: 'Ada \u202EObi\u2069',
    description: 'Two yards of ankara\u200B',
    callbackUrl: 'https://shop.example/thanks?order=1',
    metadata: { orderId: 17, gift: true, note: 'Ring twice' },
  })
  assert.match(charge.authorizationUrl, /\/pay\/charge\/chg_[0-9A-Za-z]{24}$/)
  assert.deepEqual(
    [charge.status, charge.reference, charge.amountKobo, charge.payment?.status, charge.metadata.orderId],
    ['pending', 'order-1', 500_000, 'pending', 17],
  )
  assert.deepEqual(
    [charge.name, charge.description],
    ['Ada Obi', 'Two yards of ankara'],
    'nothing is stored that nobody sees',
  )
  const { content: known } = await callAsServer(listCustomers, {})
  assert.deepEqual(
    known.map(({ email, firstName, lastName }) => [email, firstName, lastName]),
    [['ada@example.com', 'Ada', 'Obi']],
  )
  const begun = await open(charge)
  assert.equal(begun.email, 'ada@example.com', 'whoever opens it pays what was asked of whom it was asked')
  assert.equal(begun.reference, charge.payment!.reference)
  const { accessCode } = await payer.call(payByCard, { accessCode: begun.accessCode, ...testCard })
  const { redirectUrl } = await payer.call(getThanks, { accessCode })
  assert.equal(redirectUrl, 'https://shop.example/thanks?order=1&reference=order-1')

  const verified = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual(
    [verified.status, verified.payment?.status, verified.payment?.channel, verified.payment?.cardLast4],
    ['success', 'success', 'card', '4081'],
  )
  const payment = await callAsServer(getPayment, { id: verified.payment!.id })
  const metadata = { gift: true, note: 'Ring twice', orderId: 17 }
  assert.deepEqual(payment.charge, { reference: 'order-1', metadata })
  assert.deepEqual([payment.chargeReference, payment.chargeMetadata], ['order-1', metadata])
  await callAsServer(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'requested_by_customer' })
  await app.drain()
  assert.equal((await callAsServer(verifyCharge, { reference: 'order-1' })).status, 'partially_refunded')
  assert.equal((await app.as(user).call(listCharges, {})).content[0]?.reference, 'order-1')
})

test('a reference identifies one charge: the same request returns it, any other is rejected', async (t) => {
  const { callAsServer, order } = await chargeFixture(t)
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      order({ metadata: index % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 }, expiresInMinutes: 60 }),
    ),
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  assert.equal((await callAsServer(listCharges, {})).totalElements, 1)
  await assert.rejects(order({ amountKobo: 500_100 }), errorWith(409, 'duplicate_reference', 'reference'))
  const one = await callAsServer(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com' })
  const other = await callAsServer(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com' })
  assert.notEqual(one.reference, other.reference)
})

test('after a declined card the charge can be paid by another attempt, and is paid only once', async (t) => {
  const { callAsServer, order, payer, open } = await chargeFixture(t)
  const charge = await order()
  const first = await open(charge)
  assert.equal((await payer.call(payByCard, { accessCode: first.accessCode, ...declinedCard })).status, 'failed')
  const between = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([between.status, between.payment?.status], ['pending', 'failed'])
  const second = await open(charge)
  assert.notEqual(second.reference, first.reference)
  assert.equal((await payer.call(payByCard, { accessCode: second.accessCode, ...testCard })).status, 'success')
  await assert.rejects(open(charge), errorWith(409, 'charge_paid'))
  const verified = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([verified.status, verified.payment?.reference], ['success', second.reference])
})

test('a charge accepts only the channels it names, also if a payer sends another', async (t) => {
  const { order, payer, open, slugOf } = await chargeFixture(t)
  const charge = await order({ channels: ['bank_transfer'] })
  const { channels, isCharge } = await payer.call(getCheckoutPage, { slug: slugOf(charge) })
  assert.deepEqual([channels, isCharge], [['bank_transfer'], true])
  const { accessCode } = await open(charge)
  await assert.rejects(payer.call(payByCard, { accessCode, ...testCard }), errorWith(409, 'channel_refused'))
  await assert.rejects(payer.call(payByUssd, { accessCode, bankCode: '058' }), errorWith(409, 'channel_refused'))
  assert.equal((await payer.call(payByTransfer, { accessCode })).step, 'pay_offline')
})

test('a charge that is not paid in time is abandoned, and its page is closed', async (t) => {
  const { app, callAsServer, order, payer, open, slugOf } = await chargeFixture(t)
  const charge = await order({ expiresInMinutes: 120 })
  app.forward(100 * 60_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  assert.equal(
    (await callAsServer(verifyCharge, { reference: 'order-1' })).status,
    'pending',
    'as long as it can be paid',
  )
  app.forward(21 * 60_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  assert.equal((await callAsServer(verifyCharge, { reference: 'order-1' })).status, 'abandoned')
  await assert.rejects(open(charge), errorWith(404, 'payment_page_closed'))
  await assert.rejects(payer.call(getCheckoutPage, { slug: slugOf(charge) }), errorWith(404, 'payment_page_closed'))
})

test('an invalid charge is rejected at its field', async (t) => {
  const { order, app, user } = await chargeFixture(t)
  const invalidInputs: [Partial<EndpointInput<typeof initialiseCharge>>, string][] = [
    [{ amountKobo: 9_999 }, 'amountKobo'],
    [{ amountKobo: 1_000.5 }, 'amountKobo'],
    [{ email: 'nobody' }, 'email'],
    [{ reference: 'a b' }, 'reference'],
    [{ reference: '../x' }, 'reference'],
    [{ callbackUrl: 'javascript:alert(1)' }, 'callbackUrl'],
    [{ callbackUrl: 'http://shop.example/' }, 'callbackUrl'],
    [{ callbackUrl: 'http://localhost.evil.example/' }, 'callbackUrl'],
    [{ callbackUrl: 'http://localhost@evil.example/' }, 'callbackUrl'],
    [{ channels: [] }, 'channels'],
    [{ channels: ['direct_debit' as never] }, 'channels.0'],
    [{ expiresInMinutes: 4 }, 'expiresInMinutes'],
    [{ metadata: { __proto__x: 'y' } }, 'metadata.__proto__x'],
    [{ metadata: { ok: 'x'.repeat(501) } }, 'metadata.ok'],
    [{ metadata: { ok: 'half a character \ud83d' } }, 'metadata'],
    [{ metadata: { ok: 'a\u0000b' } }, 'metadata.ok'],
    [{ email: 'a\u0000b@example.com' }, 'email'],
  ]
  for (const [given, field] of invalidInputs)
    await assert.rejects(order(given), errorWith(400, 'validation_error', field), JSON.stringify(given))
  const local = await order({ callbackUrl: 'http://localhost:4000/thanks' })
  assert.equal(local.callbackUrl, 'http://localhost:4000/thanks')
  await assert.rejects(
    app.as(await app.createUser('Bola')).call(verifyCharge, { reference: 'order-1' }),
    errorWith(404, 'charge_not_found'),
  )
  assert.equal((await app.as(user).call(verifyCharge, { reference: 'order-1' })).id, local.id)
})

test('charges are paginated by cursor, each listed once, also while new ones are created', async (t) => {
  const { callAsServer, order } = await chargeFixture(t)
  for (let index = 0; index < 5; index++) await order({ reference: `order-${index}`, email: `p${index}@example.com` })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await callAsServer(listCharges, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.content.map(({ reference }) => reference))
    cursor = page.nextCursor
    if (seen.length === 2) await order({ reference: 'later' })
  } while (cursor)
  assert.deepEqual(seen, ['order-4', 'order-3', 'order-2', 'order-1', 'order-0'])
  assert.equal((await callAsServer(listCharges, { email: 'p3@example.com' })).totalElements, 1)
  await assert.rejects(callAsServer(listCharges, { cursor: 'xx' }), errorWith(422, 'validation_error', 'cursor'))
})

test('a blacklisted payer is rejected, and an erased one leaves no name', async (t) => {
  const { app, user, callAsServer, order, payer, open } = await chargeFixture(t)
  const charge = await order({ name: 'Ada Obi', metadata: { phone: '0803' } })
  const { accessCode } = await open(charge)
  await payer.call(payByCard, { accessCode, ...testCard })
  const [customer] = (await callAsServer(listCustomers, {})).content
  await callAsServer(blacklistCustomer, { id: customer!.id, reason: 'Took it back' })
  await assert.rejects(order({ reference: 'order-2' }), errorWith(422, 'payer_refused', 'email'))
  await assert.rejects(callAsServer(verifyCharge, { reference: 'order-2' }), errorWith(404, 'charge_not_found'))
  await app.as(user).call(eraseCustomer, { id: customer!.id, email: 'ada@example.com' })
  const verified = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([verified.status, verified.name, verified.metadata], ['success', null, {}])
  assert.doesNotMatch(JSON.stringify(verified), /ada@example/)
})

test('a payment is found by the reference of its charge, in any case, along with other matches of the text', async (t) => {
  const { app, user, key, callAsServer, order, payer, open } = await chargeFixture(t)
  const { call: asMember } = app.as(user)
  for (const reference of ['ORDER-1042', 'order-1043', 'order_7', '1042', 'Kaftan'])
    await order({ reference, email: `${reference.toLowerCase()}@example.com` })
  const again = await open(await order({ reference: 'twice-1', email: 'ade.1@example.com' }))
  await payer.call(payByCard, { accessCode: again.accessCode, ...declinedCard })
  await open(await order({ reference: 'twice-1', email: 'ade.1@example.com' }))
  await order({ reference: 'ade.1', email: 'somebody@example.com' })
  const found = async (search: string, more: Partial<EndpointInput<typeof listPayments>> = {}) => {
    const all = await asMember(listPayments, { search, ...more })
    const totals = await asMember(getPaymentTotals, { search })
    if (Object.keys(more).length === 0)
      assert.deepEqual([all.totalElements, all.content.length], Array(2).fill(totals.count))
    return all.content.map(({ customerEmail }) => customerEmail.replace('@example.com', ''))
  }
  assert.deepEqual(await found('order-1042'), ['order-1042'])
  assert.deepEqual(await found('ORDER-10'), ['order-1043', 'order-1042'])
  assert.deepEqual(await found('1042'), ['1042'], 'an order may be numbered like the end of a card')
  assert.deepEqual(await found('order-9'), [])
  assert.deepEqual(await found('twice-1'), ['ade.1', 'ade.1'], 'each try at a charge is a payment')
  assert.deepEqual(await found('twice-1', { status: 'failed' }), ['ade.1'])
  assert.deepEqual(await found('ade.1'), ['somebody', 'ade.1', 'ade.1'], 'an email and a reference that begin alike')
  for (const odd of ["order-1' or 1=1 --", 'order-%', 'order-10\\', '-', '%_'] as const)
    assert.deepEqual(await found(odd), [])
  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await asMember(listPayments, { search: 'ade.1', limit: 1, ...(cursor && { cursor }) })
    paged.push(...page.content.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  assert.equal(new Set(paged).size, 3)
  assert.equal((await asMember(listPayments, { search: 'ade.1', limit: 1, offset: 2 })).content.length, 1)
  const file = await asMember(downloadPayments, { search: 'twice-1' })
  assert.equal(file.trim().split('\n').length, 3)
  const other = app.as(await app.createUser('Bola')).call
  assert.equal((await other(listPayments, { search: 'order-1042' })).totalElements, 0)
  assert.equal(
    (await callAsServer(listPayments, { search: 'order-1042' })).totalElements,
    1,
    `…${key.slice(-4)} finds it too`,
  )
})
