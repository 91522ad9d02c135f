import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { initialiseCharge, verifyCharge } from '@adire/contract/charges.ts'
import { getCheckoutPage, openCardPage, payByTransfer, payByUssd, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { getRefund, requestRefund } from '@adire/contract/refunds.ts'
import { chargeSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import { desc } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { runOperator } from '../../testing/operator.ts'
import { createUser } from '../../testing/users.ts'
import { purgeRejectedEvents } from './purge.ts'
import { processorEvents, rejectedEvents } from './tables.ts'

test('a payer pays on the card page of Paystack; the event, the return and a query have one effect', async (t) => {
  const { app, payer, paystack, link, start, stateOf, paymentOf } = await liveFixture(t)
  const page = await payer.call(getCheckoutPage, { slug: link.slug })
  assert.deepEqual([page.channels, page.cardPage], [['card', 'bank_transfer', 'ussd'], true])
  const { accessCode, reference } = await start()
  const opened = await payer.call(openCardPage, { accessCode })
  assert.equal(opened.step, 'open_url')
  assert.match(opened.openUrl!, new RegExp(`^${paystack.url}/checkout/`))
  assert.equal((await payer.call(openCardPage, { accessCode })).openUrl, opened.openUrl)

  const paid = await fetch(opened.openUrl!, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'success' }),
    redirect: 'manual',
  })
  const back = paid.headers.get('location')!
  assert.ok(back.startsWith(`${app.runtime.config.publicUrl}/pay/return/${accessCode}`))
  await app.drain()
  assert.equal((await stateOf(accessCode)).status, 'success')
  const returned = await fetch(back.replace(app.runtime.config.publicUrl, app.url), { redirect: 'manual' })
  assert.equal(returned.status, 303)
  assert.equal(returned.headers.get('location'), `/pay/page/${link.slug}?payment=${accessCode}`)

  const payment = await paymentOf(reference)
  assert.deepEqual([payment.status, payment.channel, payment.card?.last4], ['success', 'card', '4081'])
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('an exact transfer pays, another amount goes back, and a transfer after a card payment is returned to its payer', async (t) => {
  const { app, payer, paystack, start, stateOf, paymentOf, balanceKobo } = await liveFixture(t)
  const send = (accountNumber: string, amountKobo: number) =>
    paystack.control.transferIn({ accountNumber, amountKobo, senderName: 'ADA OBI', senderBank: 'Zenith Bank' })
  const { accessCode, reference } = await start()
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  assert.equal((await payer.call(payByTransfer, { accessCode })).transfer?.accountNumber, transfer!.accountNumber)
  await send(transfer!.accountNumber, 400_000)
  await app.drain()
  assert.deepEqual((await stateOf(accessCode)).returned, { amountKobo: 400_000, reason: 'INCORRECT_AMOUNT' })
  await send(transfer!.accountNumber, 500_000)
  await app.drain()
  const paid = await paymentOf(reference)
  assert.deepEqual([paid.status, paid.channel, paid.transfer?.senderName], ['success', 'bank_transfer', 'ADA OBI'])

  const other = await start()
  const account = (await payer.call(payByTransfer, { accessCode: other.accessCode })).transfer!
  await payer.call(openCardPage, { accessCode: other.accessCode })
  const stem = other.reference.replace('_', '-')
  await paystack.control.decideOnPage({ reference: `${stem}.c`, decision: 'success' })
  await app.drain()
  const before = await balanceKobo()
  await send(account.accountNumber, 500_000)
  await app.drain()
  assert.equal((await paymentOf(other.reference)).channel, 'card')
  // The second charge came in less its fee of NGN 175, and went back in full.
  assert.equal((await balanceKobo()) - before, -17_500)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('a code of the one bank that Paystack gives codes of pays, also if its event is lost; a late one is returned', async (t) => {
  const { app, payer, paystack, link, start, stateOf, paymentOf, balanceKobo } = await liveFixture(t)
  const html = await (await fetch(`${app.url}/pay/page/${link.slug}`)).text()
  assert.match(html, /"code":"058"/)
  assert.doesNotMatch(html, /"code":"057"/)
  const begin = async () => {
    const { accessCode, reference } = await start()
    const { ussd } = await payer.call(payByUssd, { accessCode, bankCode: '058' })
    return { accessCode, reference, code: ussd!.code }
  }
  const checkLater = async (minutes: number) => {
    app.forward(minutes * 60_000)
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  const dial = (code: string, isConfirmed = true) => paystack.control.dialUssd({ code, isConfirmed })
  const first = await begin()
  assert.match(first.code, /^\*737\*/)
  const wrong = payer.call(payByUssd, { accessCode: first.accessCode, bankCode: '057' })
  await assert.rejects(wrong, errorWith(422, 'validation_error', 'bankCode'))
  const again = await payer.call(payByUssd, { accessCode: first.accessCode, bankCode: '058' })
  assert.equal(again.ussd!.code, first.code)
  await dial(first.code)
  await app.drain()
  const paid = await paymentOf(first.reference)
  assert.deepEqual([paid.status, paid.channel, paid.bank?.name], ['success', 'ussd', 'Guaranty Trust Bank'])

  const declined = await begin()
  await dial(declined.code, false)
  await checkLater(1)
  const failed = await stateOf(declined.accessCode)
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'declined_by_payer'])

  paystack.control.addEventRule({ event: 'charge.success', mode: 'drop' })
  const [lost, late] = [await begin(), await begin()]
  await dial(lost.code)
  await checkLater(1)
  assert.equal((await stateOf(lost.accessCode)).status, 'success')
  // Nobody told us: the last query finds it. Its money goes back, less the fee of NGN 175, and once.
  paystack.control.addEventRule({ event: 'charge.success', mode: 'drop' })
  const beforeLate = await balanceKobo()
  await checkLater(32)
  await dial(late.code)
  for (let check = 0; check < 2; check++) await checkLater(30)
  assert.equal((await stateOf(late.accessCode)).status, 'abandoned')
  assert.equal((await balanceKobo()) - beforeLate, -17_500)
  const { events } = await paymentOf(late.reference)
  assert.equal(events.filter(({ kind }) => kind === 'charge_returned').length, 1)

  const told = await begin()
  await checkLater(62)
  await dial(told.code)
  await app.drain()
  assert.equal((await balanceKobo()) - beforeLate, -35_000)

  // A code that is dialled after another payment method has paid.
  const twice = await begin()
  await payer.call(openCardPage, { accessCode: twice.accessCode })
  await paystack.control.decideOnPage({ reference: `${twice.reference.replace('_', '-')}.c`, decision: 'success' })
  await app.drain()
  const before = await balanceKobo()
  await dial(twice.code)
  await app.drain()
  assert.equal((await paymentOf(twice.reference)).channel, 'card')
  assert.equal((await balanceKobo()) - before, -17_500)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('two equal refunds of a payment stay two, and each is made once when its response is lost', async (t) => {
  const { app, call, payer, paystack, start, paymentOf } = await liveFixture(t)
  const { accessCode, reference } = await start()
  await payer.call(openCardPage, { accessCode })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  await app.drain()
  const { id } = await paymentOf(reference)
  const other = await start()
  await payer.call(openCardPage, { accessCode: other.accessCode })
  await paystack.control.decideOnPage({ reference: `${other.reference.replace('_', '-')}.c`, decision: 'success' })
  await app.drain()

  paystack.control.addFault({ operation: 'refund_create', kind: 'cut-after' })
  const first = await call(requestRefund, { id, amountKobo: 100_000, reason: 'duplicate' })
  const second = await call(requestRefund, { id, amountKobo: 100_000, reason: 'duplicate' })
  assert.deepEqual([first.status, second.status], ['processing', 'processing'])
  app.forward(60_000)
  await runNow(app.runtime, 'check-refunds')
  await app.drain()
  const refunds = await listRefunds(paystack.url)
  assert.deepEqual(
    refunds.map(({ amount, merchant_note }) => [amount, merchant_note]).sort(),
    [first, second].map((one) => [100_000, one.reference]).sort(),
  )
  for (const one of refunds) {
    await paystack.control.settleRefund({ id: one.id, status: 'processed' })
    await app.drain()
  }
  const { events } = await call(getPayment, { id })
  const queried = events.flatMap(({ text }) => text.match(/\d refunds? of the payment .*/) ?? [])
  // Also the one that is made already: it may come back.
  assert.deepEqual([...new Set(queried)], ['2 refunds of the payment are queried'])
  for (const one of [first, second]) assert.equal((await call(getRefund, { id: one.id })).status, 'processed')
  assert.equal((await call(getPayment, { id })).refundedKobo, 200_000)
  assert.deepEqual(paystack.control.readViolations(), [])
})

const listRefunds = async (url: string) => {
  const response = await fetch(`${url}/refund?perPage=50`, { headers: { authorization: `Bearer ${secretKey}` } })
  return ((await response.json()) as { data: { id: number; amount: number; merchant_note: string }[] }).data
}

test('a saved card is charged at Paystack, and a charge whose request is lost fails after two queries', async (t) => {
  const { app, call, payer, paystack, paymentOf } = await liveFixture(t)
  const email = 'ada@example.com'
  const { authorizationUrl } = await call(initialiseCharge, { amountKobo: 100_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const { accessCode, reference } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer.call(openCardPage, { accessCode })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  await app.drain()
  assert.equal((await paymentOf(reference)).status, 'success')
  const { id } = (await call(listSavedCards, { email })).content[0]!
  const charge = (given: string) => call(chargeSavedCard, { id, amountKobo: 250_000, reference: given })
  assert.equal((await charge('order-1')).status, 'success')

  paystack.control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'cut-before' })
  assert.equal((await charge('order-2')).status, 'processing')
  const statuses: string[] = []
  for (const seconds of [31, 61]) {
    app.forward(seconds * 1_000)
    await runNow(app.runtime, 'check-payments')
    await app.drain()
    statuses.push((await call(verifyCharge, { reference: 'order-2' })).payment!.status)
  }
  assert.deepEqual(statuses, ['processing', 'failed'])
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('an event is accepted with its signature only, is stored before it is acknowledged, and changes nothing twice', async (t) => {
  const { app, payer, paystack, start, stateOf, paymentOf } = await liveFixture(t)
  const { accessCode, reference } = await start()
  await payer.call(openCardPage, { accessCode })
  const charge = `${reference.replace('_', '-')}.c`
  paystack.control.addEventRule({ event: 'charge.success', mode: 'drop' })
  await paystack.control.decideOnPage({ reference: charge, decision: 'success' })
  const body = JSON.stringify({ event: 'charge.success', data: { domain: 'live', reference: charge, amount: 1 } })
  const sign = (text: string, key = secretKey) => createHmac('sha512', key).update(text).digest('hex')
  const post = async (text: string, signature: string | undefined, processor = 'paystack') => {
    const response = await fetch(`${app.url}/providers/${processor}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature && { 'x-paystack-signature': signature }) },
      body: text,
    })
    return response.status
  }
  assert.equal(await post(body, undefined), 401)
  assert.equal(await post(body, sign(body, 'sk_live_other')), 401)
  assert.equal(await post(`${body} `, sign(body)), 401)
  assert.equal(await post(body, sign(body), 'sandbox'), 503)
  assert.equal(await post(body, sign(body), 'unknown'), 404)
  assert.equal((await stateOf(accessCode)).status, 'pending')
  for (let times = 0; times < 3; times++) assert.equal(await post(body, sign(body)), 200)
  const events = () =>
    app.runtime.database.read((tx) => tx.select().from(processorEvents).orderBy(desc(processorEvents.receivedAt)))
  const [stored] = await events()
  assert.deepEqual([stored?.status, stored?.deliveries], ['received', 3])
  assert.ok(!stored!.sealedBody.includes(reference))
  await app.drain()
  assert.equal((await stateOf(accessCode)).status, 'success')
  assert.deepEqual([(await events())[0]?.effect, (await events()).length], ['The payment is paid', 1])
  const timeline = async () =>
    (await paymentOf(reference)).events.filter(({ kind }) => kind === 'processor_event').map(({ text }) => text)
  assert.deepEqual(await timeline(), ['Paystack sent charge.success. The payment is paid'])

  const operate = async (...words: string[]) => (await runOperator(app, 'events', ...words)).text
  assert.match(await operate('replay', stored!.id), /processed again/)
  assert.equal((await events())[0]?.status, 'received')
  await app.drain()
  assert.deepEqual([(await events())[0]?.status, (await events()).length], ['processed', 1])
  const ours = reference.replace('_', '-')
  assert.match(await operate('show', stored!.id), new RegExp(`charge.success  processed  ${ours}  The payment is paid`))
  assert.match(await operate('show', crypto.randomUUID()), /There is no such processor event/)
  // Counts are written in batches.
  const countRejected = () =>
    app.runtime.database.read(async (tx) => assert.equal((await tx.select().from(rejectedEvents))[0]?.count, 3))
  await t.waitFor(countRejected, { interval: 50, timeout: 60_000 })
  assert.match(await operate('list'), /paystack {2}rejected: 3 with a wrong signature/)
  assert.doesNotMatch(await operate('list'), /ada@example/)
  app.forward(92 * 86_400_000)
  assert.equal(await app.runtime.database.write((tx) => purgeRejectedEvents(tx, app.runtime.clock())), 1)
})

test('without a processor, live mode says so before the payer types anything', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await createUser(app.runtime, 'Live', 'LIVE'), 'LIVE')
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const payer = app.asNobody('LIVE')
  await assert.rejects(payer.call(getCheckoutPage, { slug }), errorWith(404, 'payment_page_closed'))
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  await assert.rejects(payer.call(startPayment, begun), errorWith(503, 'unavailable'))
})

/** Time in which a request without an answer may still arrive. */
const requestMs = 121_000

test('checks of a refund at the same time make it once, and none is sent while an earlier request may still arrive', async (t) => {
  const { app, call, merchantId, paystack, pay, balanceKobo } = await liveFixture(t)
  const { payment } = await pay()
  const before = await balanceKobo()
  paystack.control.addFault({ operation: 'refund_create', kind: 'cut-before' })
  const { id: refundId } = await call(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'duplicate' })
  assert.equal(await balanceKobo(), before)
  app.forward(requestMs)
  const check = () => runJob(app.runtime, 'check-refund', { merchantId, refundId, mode: 'LIVE' })
  paystack.control.addFault({ operation: 'refund_create', kind: 'late-processing', silenceMs: 500 })
  await Promise.all([check(), check(), check()])
  assert.equal(before - (await balanceKobo()), 100_000)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('a check that began before a refund failed does not send it again', async (t) => {
  const { app, call, merchantId, paystack, pay, balanceKobo } = await liveFixture(t)
  const { payment, charge } = await pay()
  paystack.control.addFault({ operation: 'refund_create', kind: 'cut-before' })
  const { id: refundId } = await call(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'duplicate' })
  // Made in Paystack's dashboard: too little is left for ours, until it fails.
  const made = await fetch(`${paystack.url}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ transaction: charge, amount: 450_000 }),
  })
  const { data: other } = (await made.json()) as { data: { id: number } }
  app.forward(requestMs)
  // One of the checks gets the answer that Paystack does not know the refund only when the other one has ended.
  paystack.control.addFault({ operation: 'refund_list', kind: 'silence', silenceMs: 60_000 })
  const check = () => runJob(app.runtime, 'check-refund', { merchantId, refundId, mode: 'LIVE' })
  const checks = [check(), check()]
  await Promise.race(checks)
  assert.equal((await call(getRefund, { id: refundId })).status, 'failed')
  await paystack.control.settleRefund({ id: other.id, status: 'failed' })
  const before = await balanceKobo()
  paystack.control.endPauses()
  await Promise.all(checks)
  assert.equal(await balanceKobo(), before)
})

test('a refund whose request may still arrive at Paystack is not requested again meanwhile', async (t) => {
  const { app, call, merchantId, paystack, pay, balanceKobo } = await liveFixture(t)
  const { payment } = await pay()
  const before = await balanceKobo()
  paystack.control.addFault({ operation: 'refund_create', kind: 'processed-after-cut', silenceMs: 60_000 })
  const { id: refundId } = await call(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'duplicate' })
  const check = () => runJob(app.runtime, 'check-refund', { merchantId, refundId, mode: 'LIVE' })
  const sent = () => paystack.control.readRequests().filter(({ operation }) => operation === 'refund_create').length
  app.forward(60_000)
  await check()
  assert.equal(sent(), 1)
  paystack.control.endPauses()
  await t.waitFor(async () => assert.equal(await balanceKobo(), before - 100_000), { interval: 50, timeout: 60_000 })
  app.forward(120_000)
  await check()
  assert.deepEqual([sent(), await balanceKobo()], [1, before - 100_000])
})
