import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCheckoutPage, payByCard, startPayment } from '@adire/contract/checkout.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink, getPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { downloadPayments, getPayment, listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'

const goodCard = { number: '4084084084084081', expiryMonth: 12, expiryYear: 2039, cvv: '408' }
const range = { minimum: 2, maximum: 5 }
let names = 0

async function shop(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const payer = app.asNobody().call
  const newLink = (options: Partial<EndpointInput<typeof createPaymentLink>> = {}) =>
    call(createPaymentLink, { name: `Chairs ${++names}`, amountKobo: 250_000, quantity: range, ...options })
  const begin = (slug: string, given: Partial<EndpointInput<typeof startPayment>> = {}) =>
    payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com', ...given })
  const pay = (accessCode: string) => payer(payByCard, { accessCode, ...goodCard }, { timeoutMs: 60_000 })
  return { app, call, payer, newLink, begin, pay }
}

test('a payer chooses how many units to buy, and everybody sees how many were paid', async (t) => {
  const { app, call, payer, newLink, begin, pay } = await shop(t)
  const link = await newLink({ notificationEmail: 'orders@shop.example' })
  assert.deepEqual((await payer(getCheckoutPage, { slug: link.slug })).quantity, range)
  for (const quantity of [1, 6])
    await assert.rejects(begin(link.slug, { quantity }), errorWith(422, 'validation_error', 'quantity'))
  const usual = await begin(link.slug)
  assert.deepEqual([usual.quantity, usual.amountKobo], [2, 500_000])

  const checkoutId = crypto.randomUUID()
  const three = await begin(link.slug, { quantity: 3, checkoutId })
  assert.deepEqual([three.quantity, three.priceKobo, three.amountKobo], [3, 750_000, 750_000])
  assert.equal((await begin(link.slug, { quantity: 3, checkoutId })).accessCode, three.accessCode)
  // The same amount for another number of units is another purchase.
  await call(updatePaymentLink, { id: link.id, name: link.name, amountKobo: 187_500 })
  const four = await begin(link.slug, { quantity: 4, checkoutId })
  assert.deepEqual([four.amountKobo, four.accessCode === three.accessCode], [750_000, false])

  assert.equal((await pay(three.accessCode)).status, 'success')
  await app.drain()
  const { id } = (await call(listPayments, { status: 'success' })).content[0]!
  const payment = await call(getPayment, { id })
  assert.deepEqual([payment.quantity, payment.amountKobo, payment.priceKobo], [3, 750_000, 750_000])
  const csv = await call(downloadPayments, { columns: 'quantity,amount', status: 'success' })
  assert.match(csv, /^\ufeff?Quantity,Amount \(NGN\)\r?\n3,7500\.00\r?\n$/)
  const units = /Quantity: 3 × NGN\u00a02,500\.00/
  assert.match((await mailsTo(app, 'ada@example.com')).at(-1)!.text, units)
  assert.match((await mailsTo(app, 'orders@shop.example')).at(-1)!.text, /Quantity: 3\n/)
  const [notice] = (await call(listNotifications, {})).content
  assert.equal(notice!.text, `ada@example.com paid for 3 × ${link.name}.`)
  const receipt = await (await fetch(app.url + new URL(payment.receiptUrl!).pathname)).text()
  assert.match(receipt, /3 × NGN\u00a02,500\.00/)
})

test('without script the quantity is a field of the form, and a wrong one is explained', async (t) => {
  const { app, newLink } = await shop(t)
  const { slug } = await newLink()
  const address = `${app.url}/pay/page/${slug}`
  assert.match(await (await fetch(`${address}?quantity=4`)).text(), /name="quantity"[^>]* value="4"/)
  const post = (quantity: string) => {
    const form = { step: 'start', email: 'ada@example.com', checkoutId: crypto.randomUUID(), quantity }
    return fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  }
  const wrong = await post('9')
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /Choose from 2 to 5/)
  const right = await post('3')
  assert.equal(right.status, 303)
  assert.match(await (await fetch(new URL(right.headers.get('location')!, address))).text(), /3 × NGN\u00a02,500\.00/)
})

test('no more units are sold than are for sale, also to payers at the same moment', async (t) => {
  const { call, payer, newLink, begin, pay } = await shop(t)
  const { id, slug } = await newLink({ paymentLimit: 8 })
  const first = await begin(slug, { quantity: 3 })
  assert.equal((await pay(first.accessCode)).status, 'success')
  assert.deepEqual((await payer(getCheckoutPage, { slug })).quantity, range)

  const begun = await Promise.all([3, 3, 4, 4].map((quantity) => begin(slug, { quantity })))
  const attempts = await Promise.allSettled(begun.map(({ accessCode }) => pay(accessCode)))
  for (const one of attempts) if (one.status === 'rejected') errorWith(409, 'payment_places_taken')(one.reason)
  const paid = attempts.filter((one) => one.status === 'fulfilled' && one.value.status === 'success')
  assert.equal(paid.length, 1)
  const taken = (await call(getPaymentLink, { id })).placesTaken!
  assert.ok(taken === 6 || taken === 7, String(taken))
  if (taken === 6) {
    assert.deepEqual((await payer(getCheckoutPage, { slug })).quantity, { minimum: 2, maximum: 2 })
    await assert.rejects(begin(slug, { quantity: 3 }), errorWith(409, 'payment_places_taken', 'quantity'))
    assert.equal((await pay((await begin(slug)).accessCode)).status, 'success')
  }
  // Fewer than the minimum are left.
  assert.equal((await call(getPaymentLink, { id })).closedBecause, 'full')
  await assert.rejects(payer(getCheckoutPage, { slug }), errorWith(404, 'payment_page_closed'))
})

test('a quantity needs a price of one unit that a payment can multiply', async (t) => {
  const { call, newLink, begin } = await shop(t)
  const noPrice = errorWith(422, 'validation_error', 'quantity')
  await assert.rejects(newLink({ amountKobo: undefined }), noPrice)
  const plan = await call(createPlan, { name: 'Wash', amountKobo: 500_000, interval: 'monthly' })
  await assert.rejects(newLink({ amountKobo: undefined, planId: plan.id }), noPrice)
  await assert.rejects(newLink({ quantity: { minimum: 3, maximum: 3 } }), errorWith(400, 'validation_error'))
  await assert.rejects(newLink({ quantity: { minimum: 1, maximum: 1_001 } }), errorWith(400, 'validation_error'))
  await assert.rejects(newLink({ amountKobo: 1_000_000_001 }), errorWith(422, 'validation_error'))

  const link = await newLink()
  const edit = (changes: object) => call(updatePaymentLink, { id: link.id, name: link.name, ...changes })
  assert.deepEqual((await edit({ amountKobo: 300_000 })).quantity, range)
  await assert.rejects(edit({ amountKobo: 1_000_000_001 }), errorWith(422, 'validation_error'))
  assert.equal((await edit({ amountKobo: 300_000, quantity: null })).quantity, null)
  await assert.rejects(begin(link.slug, { quantity: 2 }), errorWith(422, 'validation_error'))
  await edit({ amountKobo: 300_000, quantity: range })
  assert.equal((await edit({})).quantity, null, 'a link whose payers choose the amount')
})
