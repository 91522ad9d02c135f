import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import {
  getCheckoutPage,
  getCheckoutState,
  getThanks,
  payByCard,
  payByTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { CustomField } from '@adire/contract/custom-fields-schemas.ts'
import { eraseCustomer, exportCustomer, listCustomers } from '@adire/contract/customers.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink, getPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
const good = { number: '4084084084084081', cvv: '408', ...expiry }
const noFunds = { number: '4084080000670037', cvv: '787', ...expiry }
const size: CustomField = { key: 'size', label: 'Size', type: 'choice', required: true, choices: ['S', 'M', 'L'] }
const pupil: CustomField = { key: 'pupil', label: 'Pupil number', type: 'number', required: false, choices: [] }
const wish: CustomField = { key: 'wish', label: 'A wish', type: 'text', required: false, choices: [] }

type Options = Partial<EndpointInput<typeof createPaymentLink>>
let links = 0

async function business(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const payer = app.asNobody().call
  const newLink = (options: Options = {}) =>
    call(createPaymentLink, { name: `Options ${++links}`, amountKobo: 500_000, ...options })
  const begin = (slug: string, given: Partial<EndpointInput<typeof startPayment>> = {}) =>
    payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email: `p${++links}@example.com`, ...given })
  const detail = async (search: string) => {
    const { content } = await call(listPayments, { search })
    return call(getPayment, { id: content[0]!.id })
  }
  return { app, call, payer, newLink, begin, detail }
}

const errorWith = (status: number, code: string, fields?: Record<string, string>) => (error: unknown) => {
  assert.ok(error instanceof CallError, String(error))
  assert.deepEqual([error.status, error.code], [status, code])
  if (fields) assert.deepEqual(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])), fields)
  return true
}
const invalid = (fields: Record<string, string>) => errorWith(400, 'validation_error', fields)

test('the answers to custom fields are validated on the server and stored with the payment as they were asked', async (t) => {
  const { call, newLink, begin, detail, payer } = await business(t)
  const link = await newLink({ customFields: [size, pupil, wish], collectPhone: true })
  const page = await payer(getCheckoutPage, { slug: link.slug })
  assert.deepEqual([page.fields, page.collectPhone, page.hasThanks], [[size, pupil, wish], true, false])

  await assert.rejects(begin(link.slug), invalid({ phone: messages.required, 'fields.size': messages.required }))
  const phone = '08031234567'
  await assert.rejects(
    begin(link.slug, { phone, fields: { size: 'XL', pupil: '12a', wish: 'x'.repeat(201) } }),
    invalid({
      'fields.size': 'Choose one of the answers',
      'fields.pupil': messages.digitsOnly,
      'fields.wish': 'This field must be at most 200 characters long',
    }),
  )
  await assert.rejects(begin(link.slug, { phone: '123', fields: { size: 'S' } }), errorWith(400, 'validation_error'))

  const script = '<script>alert(1)</script>'
  const checkoutId = crypto.randomUUID()
  const mine = { checkoutId, email: 'ada@example.com', phone }
  const first = await begin(link.slug, { ...mine, fields: { size: 'S' } })
  // The payer goes back and changes the form: the same payment, with the new values.
  const state = await begin(link.slug, { ...mine, fields: { size: ' M ', pupil: '', wish: script } })
  assert.equal(state.accessCode, first.accessCode)
  assert.deepEqual([state.phone, state.fields], [phone, { size: 'M', wish: script }])
  const answered = await payer(payByCard, { accessCode: state.accessCode, ...good })
  // From now on a receipt has the access code in its address, and is passed on.
  assert.deepEqual([answered.status, answered.phone, answered.fields], ['success', null, {}])
  await call(updatePaymentLink, { id: link.id, name: link.name, customFields: [{ ...size, label: 'New label' }] })
  const paid = await detail(state.reference)
  assert.deepEqual(paid.metadata, [
    { key: 'size', label: 'Size', value: 'M' },
    { key: 'wish', label: 'A wish', value: script },
  ])
  assert.equal(paid.customerPhone, '+2348031234567')

  const { content } = await call(listCustomers, { search: 'ada@example.com' })
  assert.equal(content[0]!.phone, '+2348031234567')
  const { id } = content[0]!
  assert.match(JSON.stringify(await call(exportCustomer, { id })), /A wish/)
  await call(eraseCustomer, { id, email: 'ada@example.com' })
  const stored = await detail(state.reference)
  assert.deepEqual([stored.metadata, stored.customerPhone], [[], null])
})

test('answers to unknown fields and special keys such as __proto__ change nothing', async (t) => {
  const { app, newLink, begin, call, payer } = await business(t)
  const link = await newLink({ customFields: [wish] })
  const unasked = invalid({ 'fields.other': 'The page does not ask this. Reload it' })
  await assert.rejects(begin(link.slug, { fields: { wish: 'a', other: 'b' } }), unasked)
  await assert.rejects(begin((await newLink()).slug, { fields: { other: 'b' } }), unasked)
  for (const key of ['constructor', 'toString', 'hasOwnProperty'])
    await assert.rejects(begin(link.slug, { fields: { [key]: 'x' } }), errorWith(400, 'validation_error'))
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`a${index}`, 'x']))
  await assert.rejects(begin(link.slug, { fields: many }), errorWith(400, 'validation_error'))
  await assert.rejects(begin(link.slug, { fields: { wish: ['a'] } as never }), errorWith(400, 'validation_error'))
  await assert.rejects(begin(link.slug, { fields: 'wish' as never }), errorWith(400, 'validation_error'))
  // A lone surrogate is not valid text; PostgreSQL cannot store it.
  await assert.rejects(
    begin(link.slug, { fields: { wish: 'a\ud83d' } }),
    invalid({ 'fields.wish': 'This field must be one line of text' }),
  )
  // Raw JSON, because `__proto__` in an object literal sets the prototype.
  const response = await fetch(`${app.url}/test/collections/checkout/pages/${link.slug}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"checkoutId":"${crypto.randomUUID()}","email":"a@example.com","fields":{"__proto__":{"polluted":"yes"},"wish":"a"}}`,
  })
  assert.equal(response.status, 400)
  assert.equal(({} as { polluted?: string }).polluted, undefined)

  const wrong = (customFields: unknown) =>
    assert.rejects(
      call(updatePaymentLink, { id: link.id, name: link.name, customFields } as never),
      errorWith(400, 'validation_error'),
    )
  for (const key of ['__proto__', 'constructor', 'Size', '1st', '', 'a'.repeat(41), 'a.b', 'a b'])
    await wrong([{ ...wish, key }])
  await wrong([wish, { ...size, key: 'wish' }])
  await wrong([{ ...wish, label: 'x'.repeat(61) }])
  await wrong([{ ...wish, label: ' ' }])
  await wrong([{ ...wish, label: 'Wish \ud83d' }])
  await wrong([{ ...wish, type: 'script' }])
  await wrong([{ ...wish, choices: ['a', 'b'] }])
  await wrong([{ ...size, choices: ['one'] }])
  await wrong([{ ...size, choices: ['one', 'one'] }])
  await wrong(Array.from({ length: 11 }, (_, index) => ({ ...wish, key: `f${index}`, label: `Wish ${index}` })))
  await wrong([wish, { ...wish, key: 'again' }])
  assert.deepEqual((await payer(getCheckoutPage, { slug: link.slug })).fields, [wish])
})

test('the minimum of a chosen amount is validated by the page and by the server [S5-06]', async (t) => {
  const { newLink, begin, call } = await business(t)
  const link = await newLink({ amountKobo: undefined, minimumKobo: 250_000 })
  const less = errorWith(422, 'validation_error', { amountKobo: messages.amountAtLeast('2,500.00') })
  await assert.rejects(begin(link.slug, { amountKobo: 249_999 }), less)
  assert.equal((await begin(link.slug, { amountKobo: 250_000 })).priceKobo, 250_000)
  await assert.rejects(
    call(updatePaymentLink, { id: link.id, name: link.name, amountKobo: 9_999 }),
    errorWith(400, 'validation_error', { amountKobo: 'Amount cannot be less than 100' }),
  )
  // A fixed amount has no minimum.
  await call(updatePaymentLink, { id: link.id, name: link.name, amountKobo: 200_000 })
  assert.equal((await call(getPaymentLink, { id: link.id })).minimumKobo, null)
})

test('an expired page accepts no new payers, and lets started payments finish', async (t) => {
  const { app, newLink, begin, call, payer } = await business(t)
  const soon = new Date(app.runtime.clock().getTime() + 10 * minuteMs).toISOString()
  const link = await newLink({ expiresAt: soon })
  const { accessCode } = await begin(link.slug)
  app.forward(11 * minuteMs)
  const over = errorWith(404, 'payment_page_closed')
  await assert.rejects(begin(link.slug), over)
  await assert.rejects(payer(getCheckoutPage, { slug: link.slug }), over)
  assert.equal((await call(getPaymentLink, { id: link.id })).closedBecause, 'expired')
  assert.equal((await payer(payByCard, { accessCode, ...good })).status, 'success')
  const past = errorWith(422, 'validation_error', { expiresAt: 'Choose a time in the future' })
  await assert.rejects(newLink({ expiresAt: soon }), past)
  await assert.rejects(call(updatePaymentLink, { id: link.id, name: 'x1y', expiresAt: '2020-01-01T00:00:00Z' }), past)
  // An expiry in the past can be kept, moved to a later time or removed.
  await call(updatePaymentLink, { id: link.id, name: 'Renamed', expiresAt: soon })
  assert.equal((await call(updatePaymentLink, { id: link.id, name: 'Renamed', expiresAt: null })).closedBecause, null)
  await begin(link.slug, { amountKobo: 500_000 })
})

test('of concurrent payers no more are charged than the quota of the link allows', async (t) => {
  const { newLink, begin, call, payer } = await business(t)
  for (const paymentLimit of [1, 3]) {
    const link = await newLink({ paymentLimit })
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(link.slug)))
    const attempts = await Promise.allSettled(
      begun.map(({ accessCode }) => payer(payByCard, { accessCode, ...good }, { timeoutMs: 60_000 })),
    )
    const paid = attempts.filter((one) => one.status === 'fulfilled' && one.value.status === 'success')
    assert.equal(paid.length, paymentLimit)
    for (const one of attempts) if (one.status === 'rejected') errorWith(409, 'payment_places_taken')(one.reason)
    // Once all are paid, waiting would not help.
    const late = begun[attempts.findIndex(({ status }) => status === 'rejected')]!
    await assert.rejects(payer(payByCard, { accessCode: late.accessCode, ...good }), /has taken all the payments/)
    const found = await call(getPaymentLink, { id: link.id })
    assert.deepEqual([found.payments, found.placesTaken, found.closedBecause], [paymentLimit, paymentLimit, 'full'])
    await assert.rejects(begin(link.slug), errorWith(404, 'payment_page_closed'))
    await assert.rejects(payer(getCheckoutPage, { slug: link.slug }), errorWith(404, 'payment_page_closed'))
  }
})

test('a pending payment reserves quota: by an account number until it expires, by a card until it is declined', async (t) => {
  const { app, newLink, begin, call, payer } = await business(t)
  const link = await newLink({ paymentLimit: 1 })
  const [looker, ada, bola] = [await begin(link.slug), await begin(link.slug), await begin(link.slug)]
  const taken = errorWith(409, 'payment_places_taken')
  // A declined payment frees its quota.
  assert.equal((await payer(payByCard, { accessCode: looker.accessCode, ...noFunds })).status, 'failed')
  const account = await payer(payByTransfer, { accessCode: ada.accessCode })
  await assert.rejects(payer(payByCard, { accessCode: bola.accessCode, ...good }), taken)
  await assert.rejects(payer(payByTransfer, { accessCode: bola.accessCode }), taken)
  await assert.rejects(begin(link.slug), taken)
  // A repeated call returns the same account: the quota is already reserved.
  const again = await payer(payByTransfer, { accessCode: ada.accessCode })
  assert.equal(again.transfer?.accountNumber, account.transfer?.accountNumber)
  assert.equal((await call(getPaymentLink, { id: link.id })).closedBecause, null)
  app.forward(32 * minuteMs)
  await app.drain()
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  assert.equal((await payer(getCheckoutState, { accessCode: ada.accessCode })).status, 'abandoned')
  const next = await begin(link.slug)
  assert.equal((await payer(payByCard, { accessCode: next.accessCode, ...good })).status, 'success')
})

test('only a payer who has paid reads the message and is redirected, with the reference, to the URL of the business', async (t) => {
  const { newLink, begin, call, payer } = await business(t)
  const successMessage = 'Your book: https://books.example/1\n<script>alert(1)</script>'
  const link = await newLink({ successMessage, redirectUrl: 'https://shop.example/thanks?order=7&reference=x#end' })
  const page = await payer(getCheckoutPage, { slug: link.slug })
  assert.ok(page.hasThanks)
  assert.ok(!JSON.stringify(page).includes('books.example'))
  const { accessCode, reference } = await begin(link.slug)
  await assert.rejects(payer(getThanks, { accessCode }), errorWith(409, 'not_paid'))
  await payer(payByCard, { accessCode, ...good })
  assert.deepEqual(await payer(getThanks, { accessCode }), {
    message: successMessage,
    redirectUrl: `https://shop.example/thanks?order=7&reference=${reference}#end`,
  })
  await assert.rejects(payer(getThanks, { accessCode: 'x'.repeat(24) }), errorWith(404, 'payment_not_found'))
  const nowhere = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://a.example',
    'http://shop.example',
    '//shop.example',
    'data:text/html,x',
    'https://user:secret@shop.example',
    'https://localhost/x',
    'shop.example',
    `https://shop.example/${'x'.repeat(500)}`,
  ]
  for (const redirectUrl of nowhere)
    await assert.rejects(call(updatePaymentLink, { id: link.id, name: link.name, redirectUrl }), (error) => {
      assert.ok(error instanceof CallError)
      assert.deepEqual([error.status, error.fields[0]?.field], [400, 'redirectUrl'], redirectUrl)
      return true
    })
  await call(updatePaymentLink, { id: link.id, name: link.name, redirectUrl: null, successMessage: '' })
  assert.deepEqual(await payer(getThanks, { accessCode }), { message: null, redirectUrl: null })
})
