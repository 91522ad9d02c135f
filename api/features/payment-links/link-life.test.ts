import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutPage, payByCard, startPayment } from '@adire/contract/checkout.ts'
import {
  checkPaymentLinkName,
  createPaymentLink,
  deletePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  publishPaymentLink,
  updatePaymentLink,
} from '@adire/contract/payment-links.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36'

async function business(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const payer = app.asNobody().call
  const begin = (slug: string, email = 'ada@example.com') =>
    payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  const pay = async (slug: string) => {
    const { accessCode, reference } = await begin(slug)
    await payer(payByCard, { accessCode, ...card })
    return { accessCode, reference }
  }
  const mails = async () => {
    const folder = join(app.runtime.config.dataDir, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
    return Promise.all(names.map(async (name): Promise<Mail> => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  }
  return { app, user, call, payer, begin, pay, mails }
}

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

test('views of a page are counted in total and by visitor, without bots and the business itself', async (t) => {
  const { app, call, pay } = await business(t)
  const link = await call(createPaymentLink, { name: 'Looked at', amountKobo: 500_000 })
  const look = (headers: Record<string, string> = {}, query = '', method = 'GET') =>
    fetch(`${app.url}/pay/page/${link.slug}${query}`, { method, headers: { 'user-agent': phone, ...headers } })
  const statuses = await Promise.all(Array.from({ length: 20 }, () => look().then(({ status }) => status)))
  assert.deepEqual([...new Set(statuses)], [200])
  const { accessCode } = await pay(link.slug)
  await Promise.all([
    look({ 'user-agent': 'WhatsApp/2.23.20.0' }),
    look({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    look({ 'user-agent': 'facebookexternalhit/1.1' }),
    look({ 'user-agent': '' }),
    look({ 'sec-purpose': 'prefetch;prerender' }),
    look({ purpose: 'prefetch' }),
    look({ 'sec-fetch-site': 'same-origin' }),
    look({ 'cache-control': 'max-age=0' }),
    look({}, `?payment=${accessCode}`),
    look({}, '', 'HEAD'),
  ])
  await call(publishPaymentLink, { id: link.id, published: false })
  assert.equal((await look()).status, 404)
  // Views are written in batches after a delay.
  await until(async () => (await call(getPaymentLink, { id: link.id })).views >= 20)
  const { views, started, payments } = await call(getPaymentLink, { id: link.id })
  assert.deepEqual([views, started, payments], [20, 1, 1])
  await runNow(app.runtime, 'roll-up-payment-stats')
  const [listed] = (await call(listPaymentLinks, {})).content
  assert.deepEqual([listed!.views, listed!.started, listed!.payments], [20, 1, 1])
})

async function until(isSo: () => Promise<boolean>) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('It did not come to that')
}

test('a link without payments is deleted with its address; a link with payments is archived and shows its closed message [S2.6-05] [S7.5-03]', async (t) => {
  const { app, call, begin, payer } = await business(t)
  const unused = await call(createPaymentLink, { name: 'Unused', amountKobo: 500_000 })
  const trialLink = await call(createPaymentLink, { name: 'Tried', amountKobo: 500_000 })
  const { accessCode } = await begin(trialLink.slug)
  const page = (slug: string) => fetch(`${app.url}/pay/page/${slug}`).then((response) => response.text())
  await assert.rejects(
    call(deletePaymentLink, { id: trialLink.id, message: 'x'.repeat(301) }),
    errorWith(400, 'validation_error', 'message'),
  )
  const message = 'Sold out! <script>alert(1)</script> & thanks'
  for (const { id } of [unused, trialLink]) await call(deletePaymentLink, { id, message })
  const archived = await page(trialLink.slug)
  assert.ok(archived.includes('Sold out! &lt;script&gt;alert(1)&lt;/script&gt; &amp; thanks'))
  assert.ok(!archived.includes('<script>alert'))
  assert.ok(!(await page(unused.slug)).includes('Sold out'))
  await assert.rejects(payer(getCheckoutPage, { slug: trialLink.slug }), errorWith(404, 'payment_page_closed'))
  await assert.rejects(begin(trialLink.slug), errorWith(404, 'payment_page_closed'))
  assert.equal((await call(checkPaymentLinkName, { name: 'Unused' })).available, true)
  await assert.rejects(call(checkPaymentLinkName, { name: 'Tried' }), errorWith(409, 'name_taken', 'name'))
  // A payment started before can still be completed.
  assert.equal((await payer(payByCard, { accessCode, ...card })).status, 'success')
  const log = (await call(listAuditEvents, {})).content.map(({ action, object }) => `${action} ${object}`)
  assert.deepEqual(log.slice(0, 2), ['payment_link.archived Tried', 'payment_link.removed Unused'])
})

test('the address of a link can be chosen apart from its name, and is validated and reserved like a generated one [S4-08]', async (t) => {
  const { call } = await business(t)
  const link = await call(createPaymentLink, { name: 'Christmas hamper', slug: ' Tola Hamper! ' })
  assert.equal(link.slug, 'tola-hamper')
  assert.equal((await call(createPaymentLink, { name: 'Christmas hamper' })).slug, 'christmas-hamper')
  const taken = call(createPaymentLink, { name: 'Another', slug: 'TOLA hamper' })
  await assert.rejects(taken, errorWith(409, 'name_taken', 'slug'))
  const none = call(createPaymentLink, { name: 'Another', slug: '日本語' })
  await assert.rejects(none, errorWith(422, 'validation_error', 'slug'))
})

test('the list is filtered by published, and options stay unchanged when the charge is edited [S2.6-06] [S3-09]', async (t) => {
  const { call } = await business(t)
  const options = {
    collectPhone: true,
    paymentLimit: 5,
    successMessage: 'Thank you',
    redirectUrl: 'https://shop.example/',
    notificationEmail: 'orders@shop.example',
    expiresAt: '2035-01-01T00:00:00.000Z',
    customFields: [{ key: 'size', label: 'Size', type: 'text' as const, required: true, choices: [] }],
  }
  const { id } = await call(createPaymentLink, { name: 'With options', amountKobo: 500_000, ...options })
  assert.ok(id)
  const off = await call(createPaymentLink, { name: 'Switched off' })
  await call(publishPaymentLink, { id: off.id, published: false })
  const names = async (status?: 'active' | 'inactive') =>
    (await call(listPaymentLinks, { ...(status && { status }) })).content.map(({ name }) => name)
  assert.deepEqual(await names('active'), ['With options'])
  assert.deepEqual(await names('inactive'), ['Switched off'])
  assert.deepEqual(await names(), ['Switched off', 'With options'])
  const edited = await call(updatePaymentLink, { id, name: 'Renamed', amountKobo: 600_000 })
  const storedOptions = Object.fromEntries(
    Object.keys(options).map((name) => [name, edited[name as keyof typeof options]]),
  )
  assert.deepEqual(storedOptions, options)
  const none = { paymentLimit: null, expiresAt: null, redirectUrl: null, notificationEmail: null, customFields: [] }
  const bare = await call(updatePaymentLink, { id, name: 'Renamed', amountKobo: 600_000, ...none })
  assert.deepEqual([bare.paymentLimit, bare.customFields, bare.collectPhone], [null, [], true])

  const { content } = await call(listAuditEvents, { action: 'payment_link.updated' })
  assert.deepEqual(content.map(({ object, before, after }) => [object, before, after]).at(-1), [
    'With options',
    { name: 'With options', amountKobo: 500_000 },
    { name: 'Renamed', amountKobo: 600_000 },
  ])
  // Saving the same values writes no audit event.
  await call(updatePaymentLink, { id, name: 'Renamed', amountKobo: 600_000, ...none })
  await call(publishPaymentLink, { id, published: true })
  const log = (await call(listAuditEvents, { limit: 100 })).content.filter(({ action }) => /^payment_link/.test(action))
  assert.equal(log.length, 5)
})

test('an email set on a link is notified of each payment once, with the custom fields and without fees', async (t) => {
  const { app, call, payer, mails } = await business(t)
  const link = await call(createPaymentLink, {
    name: 'Told of',
    amountKobo: 500_000,
    notificationEmail: ' Orders@Shop.example ',
    customFields: [{ key: 'wish', label: 'A wish', type: 'text', required: true, choices: [] }],
  })
  assert.equal(link.notificationEmail, 'orders@shop.example')
  const given = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer(startPayment, { ...given, fields: { wish: '<img src=x onerror=alert(1)>' } })
  await payer(payByCard, { accessCode, ...card })
  await app.drain()
  await app.drain()
  const noticeMails = (await mails()).filter(({ to }) => to === 'orders@shop.example')
  assert.equal(noticeMails.length, 1)
  assert.match(noticeMails[0]!.subject, /received NGN\s5,000\.00/)
  assert.match(noticeMails[0]!.text, /A wish: <img src=x onerror=alert\(1\)>/)
  assert.ok(noticeMails[0]!.html.includes('&lt;img src=x onerror=alert(1)&gt;'))
  assert.doesNotMatch(noticeMails[0]!.text, /Fee|Net|transactions\//)
  const bad = call(updatePaymentLink, {
    id: link.id,
    name: 'Told of',
    notificationEmail: 'a@b.example\nbcc: c@d.example',
  })
  await assert.rejects(bad, errorWith(400, 'validation_error', 'notificationEmail'))
})
