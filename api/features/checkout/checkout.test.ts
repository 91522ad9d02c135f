import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerBank,
  getCheckoutPage,
  getCheckoutState,
  payByCard,
  payByTransfer,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { createPaymentLink, deletePaymentLink, publishPaymentLink } from '@adire/contract/payment-links.ts'
import { getOverview } from '@adire/contract/payments.ts'
import { lagosDay } from '../../lagos.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { readEmails } from '../../testing/sign-in.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
const plain = { number: '4084 0840 8408 4081', cvv: '408', ...expiry }
const noFunds = { number: '4084080000670037', cvv: '787', ...expiry }
const pinThenOtp = { number: '5060666666666666666', cvv: '123', ...expiry }
const bankPage = { number: '5192602720584796', cvv: '123', ...expiry }
const timesOut = { number: '4000000000000119', cvv: '123', ...expiry }

test('the hosted page shows a published link, and no link that is unpublished, archived or of the other mode [S7.5-09]', async (t) => {
  const { app, merchant, payer, link } = await checkoutFixture(t)
  const page = await payer.call(getCheckoutPage, { slug: link.slug })
  assert.deepEqual([page.name, page.mode, page.amountKobo], [link.name, 'TEST', 500_000])
  assert.deepEqual(page.channels, ['card', 'bank_transfer', 'ussd', 'qr', 'bank_account'])
  const closed = errorWith(404, 'payment_page_closed')
  await assert.rejects(app.asNobody('LIVE').call(getCheckoutPage, { slug: link.slug }), closed)
  await merchant.call(publishPaymentLink, { id: link.id, published: false })
  await assert.rejects(payer.call(getCheckoutPage, { slug: link.slug }), closed)
  const again = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  await assert.rejects(payer.call(startPayment, again), closed)
  await merchant.call(publishPaymentLink, { id: link.id, published: true })
  await merchant.call(deletePaymentLink, { id: link.id })
  await assert.rejects(payer.call(getCheckoutPage, { slug: link.slug }), closed)
  await assert.rejects(payer.call(getCheckoutPage, { slug: 'nowhere' }), closed)
})

test('a card without challenge pays at once: the merchant gets the net amount, the overview is updated, the payer gets a receipt [S7.3-01]', async (t) => {
  const { app, merchant, payer, accessCode, detail } = await checkoutFixture(t)
  const paid = await payer.call(payByCard, { accessCode, ...plain })
  assert.deepEqual([paid.status, paid.step, paid.card], ['success', 'success', { brand: 'visa', last4: '4081' }])
  const payment = await detail()
  assert.deepEqual([payment.feeKobo, payment.vatKobo, payment.netKobo], [17_500, 1_313, 481_187])
  assert.deepEqual(
    payment.events.map((event) => event.kind),
    ['paid', 'card_entered', 'started'],
  )
  assert.ok(payment.customerId)
  const today = lagosDay(new Date(payment.createdAt))
  const { current, unsettledKobo } = await merchant.call(getOverview, { from: today, to: today })
  assert.deepEqual([current.grossKobo, current.feesKobo, current.netKobo], [500_000, 18_813, 481_187])
  assert.equal(unsettledKobo, 481_187)
  await app.drain()
  assert.equal((await readEmails(app, /Your payment of NGN.5,000.00 to/)).length, 1)
})

test('a payer who bears the fee pays it on top, and the merchant gets the price', async (t) => {
  const { payer, state, accessCode, detail } = await checkoutFixture(t, { feeBearer: 'customer' })
  assert.deepEqual([state.priceKobo, state.amountKobo], [500_000, 519_121])
  await payer.call(payByCard, { accessCode, ...plain })
  const { feeKobo, vatKobo, netKobo } = await detail()
  assert.deepEqual([feeKobo, vatKobo, netKobo], [17_787, 1_334, 500_000])
})

test('a declined card leaves the payment failed and the ledger untouched, and another attempt of the same checkout can pay', async (t) => {
  const { merchant, payer, begin, accessCode, state, detail } = await checkoutFixture(t)
  const failed = await payer.call(payByCard, { accessCode, ...noFunds })
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'insufficient_funds'])
  const first = await detail()
  assert.deepEqual([first.feeKobo, first.netKobo], [0, 0])
  await assert.rejects(payer.call(payByCard, { accessCode, ...plain }), errorWith(409, 'payment_over'))
  const second = await begin()
  assert.notEqual(second.accessCode, state.accessCode)
  await payer.call(payByCard, { accessCode: second.accessCode, ...plain })
  const { attempts } = await detail(second.reference)
  assert.deepEqual(
    attempts.map((attempt) => attempt.status),
    ['success', 'failed'],
  )
  const day = '2020-01-01'
  assert.equal((await merchant.call(getOverview, { from: day, to: day })).unsettledKobo, 481_187)
})

test('a card that requires PIN and one-time password is paid with both, and a malformed code uses no attempt', async (t) => {
  const { payer, accessCode } = await checkoutFixture(t)
  assert.equal((await payer.call(payByCard, { accessCode, ...pinThenOtp })).step, 'send_pin')
  const short = payer.call(answerBank, { accessCode, question: 'pin', answer: '12345' })
  await assert.rejects(short, errorWith(422, 'validation_error', 'answer'))
  const early = payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  await assert.rejects(early, errorWith(409, 'not_asked'))
  const otp = await payer.call(answerBank, { accessCode, question: 'pin', answer: '1234' })
  assert.deepEqual([otp.step, otp.triesLeft], ['send_otp', 3])
  const wrong = await payer.call(answerBank, { accessCode, question: 'otp', answer: '000000' })
  assert.deepEqual([wrong.step, wrong.triesLeft, wrong.failure?.code], ['send_otp', 2, 'wrong_answer'])
  const paid = await payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  assert.deepEqual([paid.status, paid.failure], ['success', null])
})

test('a second click on pay, even at the same moment, charges once', async (t) => {
  const { merchant, payer, accessCode, detail } = await checkoutFixture(t)
  const states = await Promise.all(Array.from({ length: 4 }, () => payer.call(payByCard, { accessCode, ...plain })))
  for (const state of states) assert.equal(state.status, 'success')
  assert.equal((await payer.call(payByCard, { accessCode, ...plain })).status, 'success')
  const { events } = await detail()
  assert.equal(events.filter((event) => event.kind === 'paid').length, 1)
  const day = '2020-01-01'
  assert.equal((await merchant.call(getOverview, { from: day, to: day })).unsettledKobo, 481_187)
})

test('the page continues the payment it started, and a payer can change to a transfer', async (t) => {
  const { payer, begin, accessCode } = await checkoutFixture(t)
  assert.equal((await begin()).accessCode, accessCode)
  assert.notEqual((await begin('other@example.com')).accessCode, accessCode)
  await payer.call(payByCard, { accessCode, ...pinThenOtp })
  const state = await payer.call(payByTransfer, { accessCode })
  assert.deepEqual([state.step, state.channel, state.card], ['pay_offline', 'bank_transfer', null])
  assert.deepEqual((await payer.call(payByTransfer, { accessCode })).transfer, state.transfer)
})

test('a transfer pays with the exact amount; a lower, higher, late or second one is returned, each with a timeline event', async (t) => {
  const { app, payer, begin, accessCode, detail, runScheduledJobs } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const send = (amountKobo: number, accountNumber = transfer!.accountNumber) =>
    payer.call(simulateTransfer, { accountNumber, amountKobo })
  assert.deepEqual(await send(400_000), { outcome: 'returned', reason: 'INCORRECT_AMOUNT' })
  const short = await payer.call(getCheckoutState, { accessCode })
  assert.deepEqual([short.status, short.step, short.failure?.code], ['pending', 'pay_offline', 'INCORRECT_AMOUNT'])
  assert.deepEqual(await send(600_000), { outcome: 'returned', reason: 'INCORRECT_AMOUNT' })
  assert.deepEqual(await send(500_000), { outcome: 'accepted', reason: null })
  assert.deepEqual(await send(500_000), { outcome: 'returned', reason: 'DUPLICATE' })
  const payment = await detail()
  assert.deepEqual([payment.status, payment.channel, payment.netKobo], ['success', 'bank_transfer', 481_187])
  assert.deepEqual(
    payment.events.map((event) => event.kind),
    ['transfer_returned', 'paid', 'transfer_returned', 'transfer_returned', 'account_opened', 'started'],
  )
  await assert.rejects(send(500_000, '0000000000'), errorWith(422, 'account_not_found', 'accountNumber'))

  const late = await begin('late@example.com')
  const account = (await payer.call(payByTransfer, { accessCode: late.accessCode })).transfer!.accountNumber
  app.forward(31 * minuteMs)
  assert.deepEqual(await send(500_000, account), { outcome: 'returned', reason: 'ACCOUNT_EXPIRED' })
  assert.equal((await payer.call(getCheckoutState, { accessCode: late.accessCode })).status, 'abandoned')
  await runScheduledJobs()
  const [firstEvent] = payment.events
  assert.match(
    firstEvent!.text,
    /NGN.5,000\.00 was returned to its sender, .+ •••• 0018: the payment was already paid$/,
  )

  await app.drain()
  const written = await readEmails(app, /is being returned to you/)
  assert.deepEqual(
    written.map(({ to, subject }) => [to.split('@')[0], subject.replaceAll('\u00a0', ' ').match(/NGN [\d,.]+/)![0]]),
    [
      [payment.customerEmail.split('@')[0], 'NGN 4,000.00'],
      [payment.customerEmail.split('@')[0], 'NGN 6,000.00'],
      [payment.customerEmail.split('@')[0], 'NGN 5,000.00'],
      ['late', 'NGN 5,000.00'],
    ],
  )
  const [less, , twice, tooLate] = written.map(({ text }) => text.replaceAll('\u00a0', ' '))
  for (const mail of [less!, twice!]) assert.ok(mail.includes(payment.reference) && /•••• 0018/.test(mail), mail)
  assert.match(less!, /Reason: It was not the exact amount/)
  assert.match(twice!, /there is nothing left to pay/)
  assert.match(tooLate!, /get a new account number/)
  assert.doesNotMatch(written.map(({ text, html }) => text + html).join(''), /0000000018/)
})

test('a payer who sends wrong amounts repeatedly gets at most five emails', async (t) => {
  const { app, payer, accessCode, detail } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  for (let turn = 1; turn <= 8; turn++)
    await payer.call(simulateTransfer, { accountNumber: transfer!.accountNumber, amountKobo: 10_000 * turn })
  await app.drain()
  assert.equal((await detail()).events.filter(({ kind }) => kind === 'transfer_returned').length, 8)
  assert.equal((await readEmails(app, /is being returned to you/)).length, 5)
})

test('an unpaid payment is abandoned after thirty minutes, one that waits for a transfer when its account closes', async (t) => {
  const { app, payer, begin, accessCode, runScheduledJobs } = await checkoutFixture(t)
  const waiting = await begin('waiting@example.com')
  const statuses = async () => {
    const states: CheckoutState[] = []
    for (const code of [accessCode, waiting.accessCode])
      states.push(await payer.call(getCheckoutState, { accessCode: code }))
    return states.map((state) => state.status)
  }
  app.forward(20 * minuteMs)
  await payer.call(payByTransfer, { accessCode: waiting.accessCode })
  app.forward(10 * minuteMs)
  await runScheduledJobs()
  assert.deepEqual(await statuses(), ['abandoned', 'pending'])
  await assert.rejects(payer.call(payByCard, { accessCode, ...plain }), errorWith(409, 'payment_over'))
  app.forward(25 * minuteMs)
  await runScheduledJobs()
  assert.deepEqual(await statuses(), ['abandoned', 'abandoned'])
})

test('after a timeout of the bank the payment is processing until a later query returns the outcome', async (t) => {
  const { app, payer, accessCode, detail, runScheduledJobs } = await checkoutFixture(t)
  const state = await payer.call(payByCard, { accessCode, ...timesOut })
  assert.deepEqual([state.status, state.step], ['processing', 'pending'])
  await assert.rejects(payer.call(payByCard, { accessCode, ...plain }), errorWith(409, 'payment_in_progress'))
  app.forward(minuteMs)
  await runScheduledJobs()
  assert.equal((await detail()).status, 'processing')
  app.forward(2 * minuteMs)
  await runScheduledJobs()
  const payment = await detail()
  assert.deepEqual([payment.status, payment.failure?.code], ['failed', 'issuer_unavailable'])
})

test('a charge whose response was lost with its process is found by asking the processor again', async (t) => {
  const { app, payer, accessCode, detail, runScheduledJobs } = await checkoutFixture(t)
  await payer.call(payByCard, { accessCode, ...pinThenOtp })
  await payer.call(answerBank, { accessCode, question: 'pin', answer: '1234' })
  // The bank accepted the OTP, and our process crashed before it stored the outcome.
  await app.runtime.database.write((tx) =>
    tx.$client.query("update sandbox_charges set status = 'success', paid_by = 'card'"),
  )
  app.forward(31 * minuteMs)
  await runScheduledJobs()
  const payment = await detail()
  assert.deepEqual([payment.status, payment.netKobo], ['success', 481_187])
})

for (const [decision, status] of [
  ['approve', 'success'],
  ['deny', 'failed'],
] as const)
  test(`on the bank's page "${decision}" makes the payment ${status} and leads back to the page of the payer`, async (t) => {
    const { app, link, payer, accessCode } = await checkoutFixture(t)
    const state = await payer.call(payByCard, { accessCode, ...bankPage })
    assert.equal(state.step, 'open_url')
    const address = `${app.url}${new URL(state.openUrl!).pathname}`
    const page = await fetch(address)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /NGN.5,000\.00[\s\S]*ending 4796/)
    assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe/)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const sentFromElsewhere = new URLSearchParams({ decision })
    const stopped = await fetch(address, { method: 'POST', headers: foreign, body: sentFromElsewhere })
    assert.equal(stopped.status, 403)
    assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'pending')
    const decide = () => fetch(address, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
    const response = await decide()
    assert.deepEqual(
      [response.status, response.headers.get('location')],
      [303, `/pay/page/${link.slug}?payment=${accessCode}`],
    )
    assert.equal((await payer.call(getCheckoutState, { accessCode })).status, status)
    assert.equal((await decide()).status, 303)
    assert.match(await (await fetch(address)).text(), /Nothing to confirm/)
    assert.equal((await fetch(`${address}0`)).status, 404)
  })

test('a payment is not abandoned while the page of its bank can still confirm it, and that page closes first', async (t) => {
  const { app, payer, accessCode, runScheduledJobs } = await checkoutFixture(t)
  app.forward(29 * minuteMs)
  const { openUrl } = await payer.call(payByCard, { accessCode, ...bankPage })
  const address = `${app.url}${new URL(openUrl!).pathname}`
  app.forward(9 * minuteMs)
  await runScheduledJobs()
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'pending')
  app.forward(2 * minuteMs)
  await fetch(address, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }), redirect: 'manual' })
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'pending')
  app.forward(6 * minuteMs)
  await runScheduledJobs()
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'abandoned')
})

test('test mode accepts only test cards, live mode none of them', async (t) => {
  const { app, payer, accessCode } = await checkoutFixture(t)
  const real = { accessCode, number: '4242424242424242', cvv: '123', ...expiry }
  await assert.rejects(payer.call(payByCard, real), errorWith(422, 'card_refused', 'number'))
  const live = app.asNobody('LIVE')
  await assert.rejects(live.call(payByCard, { accessCode, ...plain }), errorWith(422, 'test_card', 'number'))
  await assert.rejects(live.call(payByCard, real), errorWith(404, 'payment_not_found'))
  await assert.rejects(live.call(getCheckoutState, { accessCode }), errorWith(404, 'payment_not_found'))
  const transfer = { accountNumber: '9000000001', amountKobo: 500_000 }
  await assert.rejects(live.call(simulateTransfer, transfer), errorWith(403, 'forbidden'))
  assert.equal((await payer.call(getCheckoutState, { accessCode })).step, 'select_channel')
})

test('an amount chosen by the payer is required, and a fixed one cannot be changed', async (t) => {
  const { merchant, payer, link } = await checkoutFixture(t)
  const checkoutId = crypto.randomUUID()
  const startAsPayer = (slug: string, amountKobo?: number) =>
    payer.call(startPayment, { slug, checkoutId, email: 'ada@example.com', amountKobo })
  await assert.rejects(startAsPayer(link.slug, 100_000), errorWith(422, 'validation_error', 'amountKobo'))
  const open = await merchant.call(createPaymentLink, { name: `Gift ${crypto.randomUUID()}` })
  await assert.rejects(startAsPayer(open.slug), errorWith(422, 'validation_error', 'amountKobo'))
  await assert.rejects(startAsPayer(open.slug, 99_99), errorWith(400, 'validation_error', 'amountKobo'))
  assert.equal((await startAsPayer(open.slug, 250_000)).amountKobo, 250_000)
})

test('no card number, CVV, PIN or one-time password reaches the database', async (t) => {
  const { app, payer, begin } = await checkoutFixture(t)
  const secrets = { ...pinThenOtp, cvv: '9173' }
  for (const card of [plain, pinThenOtp, noFunds, bankPage, secrets]) {
    const { accessCode } = await begin(`${card.cvv}@example.com`)
    const state = await payer.call(payByCard, { accessCode, ...card })
    if (state.step !== 'send_pin') continue
    await payer.call(answerBank, { accessCode, question: 'pin', answer: '1234' })
    await payer.call(answerBank, { accessCode, question: 'otp', answer: '864209' })
    await payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
  }
  await app.drain()
  const all = await app.runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const { rows: storedRows } = await tx.$client.query<{ text: string }>(
        `select each::text as text from ${name} each`,
      )
      texts.push(...storedRows.map((row) => `${name}: ${row.text}`))
    }
    return texts
  })
  assert.ok(all.some((text) => text.startsWith('sandbox_charges')) && all.some((text) => text.startsWith('payments')))
  for (const { number } of [plain, pinThenOtp, noFunds, bankPage]) {
    const digits = number.replaceAll(' ', '')
    for (const text of all) assert.ok(!text.replaceAll(' ', '').includes(digits), text)
  }
  // Match whole column values only: the digits may occur within an id or a timestamp.
  const alone = /[(,":](1234|123456|864209|9173)[),"]/
  for (const text of all) assert.doesNotMatch(text, alone)
})
