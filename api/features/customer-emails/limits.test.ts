import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CallError } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { createSimpleInvoice, getInvoice, remindInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { updateMerchant } from '@adire/contract/merchants.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { addMerchant } from '@adire/contract/onboarding.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments, resendReceipt } from '@adire/contract/payments.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { confirmSessions, type TestUser } from '../../testing/users.ts'
import { goLiveRequests } from '../merchants/tables.ts'
import { openLive } from '../onboarding/open-live.ts'

const env = { REQUESTS_PER_SECOND: '1000' }
const limited = errorWith(429, 'email_limit_reached')

/** Approves a business as a review does: the live business exists, and the go-live request is approved. */
const approve = ({ runtime }: TestApp, { merchantId }: TestUser) =>
  runtime.database.write(async (tx) => {
    await tx.insert(goLiveRequests).values({ merchantId, status: 'approved' })
    await openLive(tx, merchantId, runtime.clock())
  })

/** Moves the clock to the start of the next day in Lagos, so that a test cannot run across midnight. */
const toEarlyMorning = ({ runtime, forward }: TestApp) => {
  const now = runtime.clock()
  forward(startOfDay(addDays(lagosDay(now), 1)).getTime() + 60_000 - now.getTime())
}

async function business(t: TestContext) {
  const app = await testApp(t, env)
  toEarlyMorning(app)
  const user = await app.createUser('ade')
  const draft = (customerEmail: string, as = user, customerName?: string) =>
    app.as(as).call(createSimpleInvoice, {
      customerEmail,
      ...(customerName && { customerName }),
      description: 'Cloth',
      amountKobo: 500_000,
      dueOn: addDays(lagosDay(app.runtime.clock()), 14),
    })
  const send = async (customerEmail: string, as = user) => {
    const { id } = await draft(customerEmail, as)
    return app.as(as).call(sendInvoice, { id })
  }
  return { app, user, draft, send, call: app.as(user).call }
}

test('a business that is not approved emails at most 20 customers a day, across concurrent requests, processes and businesses', async (t) => {
  const { app, user, draft, send, call } = await business(t)
  const beside = await testApp(t, env, app)
  for (let index = 0; index < 18; index++) await send(`stranger-${index}@example.com`)
  const drafts = []
  for (let index = 18; index < 24; index++) drafts.push(await draft(`stranger-${index}@example.com`))
  const results = await Promise.allSettled(
    drafts.map(({ id }, index) => (index % 2 ? app : beside).as(user).call(sendInvoice, { id })),
  )
  const late = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as CallError] : []))
  assert.deepEqual(
    late.map(({ status, code }) => [status, code]),
    Array.from({ length: 4 }, () => [429, 'email_limit_reached']),
  )
  assert.match(late[0]!.message, /Until your business is approved, you can email 20 different customers a day/)

  const rejectedDraft = drafts[results.findIndex(({ status }) => status === 'rejected')]!
  assert.equal((await call(getInvoice, { id: rejectedDraft.id })).status, 'draft')
  await app.drain()
  assert.equal((await mailsTo(app, rejectedDraft.customerEmail)).length, 0)

  const second = await call(addMerchant, { businessName: 'Ade Fabrics', countryId: 566 })
  await assert.rejects(send('stranger-30@example.com', { ...user, merchantId: second.id }), limited)
  assert.equal((await send(user.email)).status, 'pending')
  assert.equal((await send('stranger-31@example.com', await app.createUser('bola'))).status, 'pending')
  app.forward(dayMs)
  assert.equal((await call(sendInvoice, { id: rejectedDraft.id })).status, 'pending')
})

test('one customer gets at most ten emails of a business that is not approved; further receipts are not sent, and the member sees that', async (t) => {
  const { app, user, call } = await business(t)
  const { slug } = await call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000, feeBearer: 'merchant' })
  const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2098 }
  const payer = app.asNobody()
  for (let times = 0; times < 12; times++) {
    const email = 'victim@example.com'
    const { accessCode } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
    assert.equal((await payer.call(payByCard, { accessCode, ...card })).status, 'success')
  }
  await app.drain()
  assert.equal((await mailsTo(app, 'victim@example.com')).length, 10)
  const { content: notifications } = await call(listNotifications, {})
  assert.equal(
    notifications.filter(({ title }) => title === 'Some emails to your customers were not sent today').length,
    1,
  )
  const { content } = await call(listPayments, {})
  await assert.rejects(call(resendReceipt, { id: content[0]!.id }), limited)
  app.forward(dayMs)
  await call(resendReceipt, { id: content[0]!.id })
  await app.drain()
  assert.equal((await mailsTo(app, 'victim@example.com')).length, 11)
  assert.equal((await mailsTo(app, user.email)).length, 1)
})

test('an email that the mail server did not accept is not counted, and no email is counted twice', async (t) => {
  const app = await testApp(t, { ...env, SMTP_URL: 'smtp://127.0.0.1:9' })
  toEarlyMorning(app)
  const user = await app.createUser('ade')
  const merchant = app.as(user)
  const { slug } = await merchant.call(createPaymentLink, { name: 'Cloth', amountKobo: 500_000, feeBearer: 'merchant' })
  const payer = app.asNobody()
  const email = 'ada@example.com'
  const { accessCode } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer.call(payByCard, { accessCode, number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2098 })
  const [payment] = (await merchant.call(listPayments, {})).content
  await assert.rejects(app.drain(), /ECONNREFUSED/)
  const counted = () =>
    app.runtime.database.read(async (tx) => {
      const { rows } = await tx.$client.query<{ key: string }>(
        "select key from rate_limit_attempts where key like 'day:emailed:%'",
      )
      return rows.length
    })
  assert.equal(await counted(), 0)
  // One customer and one email, counted by the request and not again by its job.
  await merchant.call(resendReceipt, { id: payment!.id })
  await assert.rejects(app.drain(), /ECONNREFUSED/)
  assert.equal(await counted(), 2)
})

test('emails for a business that is not approved have a neutral subject, mark its name and contain no link of its own', async (t) => {
  const { app, user, draft, call } = await business(t)
  const { id } = await draft('ada@example.com', user, 'Click evil.example/login now')
  const hidden =
    'evil.example?a@b.example evil.example,a@b evil.example#a@b.example evil\uff0eexample evil\u3002example'
  const message = `Your account is locked: https://evil.example/login or www.evil.example ${hidden}`
  await call(sendInvoice, { id, message })
  await app.drain()
  const [mail] = await mailsTo(app, 'ada@example.com')
  assert.match(mail!.subject, /^\[Test\] Invoice INV-0001 from a business on Adire: NGN\s5,000\.00$/)
  assert.match(mail!.text, /^Test Mode: no real money moved\. Adire has not verified the business behind this email\./)
  assert.match(mail!.text, /ade Stores \(not verified\) has sent you invoice INV-0001/)
  for (const text of [mail!.text, mail!.html]) {
    assert.doesNotMatch(text, /evil[.\uff0e\u3002]example/)
    assert.match(text, /Your account is locked: \[link removed\]/)
  }
  const links = [...mail!.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  assert.ok(links.length === 1 && links[0]!.startsWith(app.runtime.config.publicUrl), links.join())
})

test('emails name an approved business as it is, until it changes its name', async (t) => {
  const { app, user, send, call } = await business(t)
  await approve(app, user)
  const invoice = await send('ada@example.com')
  await app.drain()
  const [mail] = await mailsTo(app, 'ada@example.com')
  assert.match(mail!.subject, /^\[Test\] Invoice INV-0001 from ade Stores: /)
  assert.doesNotMatch(mail!.text, /not verified/)

  const profile = {
    businessName: 'Zenith Bank',
    merchantCategoryId: 1,
    businessDescription: '',
    businessEmail: 'hello@ade.example',
    businessPhone: '08031234567',
    supportEmail: 'help@ade.example',
    chargebackEmail: 'money@ade.example',
    stateId: 25,
    streetAddress: '12 Allen Avenue',
  }
  await assert.rejects(call(updateMerchant, profile), errorWith(403, 'confirmation_required'))
  await confirmSessions(app, user)
  assert.equal((await call(updateMerchant, profile)).isVerified, false)
  await call(remindInvoice, { id: invoice.id })
  await app.drain()
  const [, reminder] = await mailsTo(app, 'ada@example.com')
  assert.match(reminder!.subject, /^\[Test\] Reminder: invoice INV-0001 from a business on Adire is due in/)
  assert.match(reminder!.text, /Zenith Bank \(not verified\)/)
})
