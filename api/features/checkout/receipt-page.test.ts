import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { getRefund, requestRefund } from '@adire/contract/refunds.ts'
import { testApp } from '../../testing/app.ts'
import { mailsTo } from '../../testing/mails.ts'

const goodCard = { number: '4084084084084081', expiryMonth: 12, expiryYear: 2039, cvv: '408' }

test('a receipt is a page and a PDF for everyone with its URL, once the payment is paid', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const payer = app.asNobody()
  const link = await call(createPaymentLink, { name: 'Ankara & <b>lace</b>', amountKobo: 500_000 })
  const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer.call(startPayment, begun)
  const { id } = (await call(listPayments, {})).content[0]!
  const get = (url: string) => fetch(app.url + new URL(url, app.url).pathname)
  assert.equal((await call(getPayment, { id })).receiptUrl, null)
  assert.equal((await get(`/pay/receipt/${accessCode}`)).status, 404)
  assert.equal((await get(`/pay/receipt/${accessCode}/pdf`)).status, 404)

  await payer.call(payByCard, { accessCode, ...goodCard })
  await app.drain()
  const { receiptUrl, reference } = await call(getPayment, { id })
  const page = await get(receiptUrl!)
  assert.deepEqual([page.status, page.headers.get('x-robots-tag')], [200, 'noindex'])
  const html = await page.text()
  for (const text of ['Ankara &amp; &lt;b&gt;lace&lt;/b&gt;', 'NGN\u00a05,000.00', '4081', reference, 'Test Mode'])
    assert.ok(html.includes(text), text)
  const pdf = await get(`${receiptUrl}/pdf`)
  assert.deepEqual(
    [pdf.status, pdf.headers.get('content-type'), pdf.headers.get('content-disposition')],
    [200, 'application/pdf', `attachment; filename="receipt-${reference}.pdf"`],
  )
  assert.match((await pdf.text()).slice(0, 8), /^%PDF-1/)
  const mail = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => subject.includes('Your payment of'))
  assert.ok(mail?.text.includes(`View receipt: ${receiptUrl}`))
  assert.match(mail?.text ?? '', /For: Ankara & <b>lace<\/b>/)

  const asked = await call(requestRefund, { id, amountKobo: 100_000, reason: 'requested_by_customer' })
  await app.drain()
  assert.match(await (await get(receiptUrl!)).text(), /Refunded since/)
  assert.equal((await get('/pay/receipt/unknown')).status, 404)

  const refund = await call(getRefund, { id: asked.id })
  assert.equal(refund.receiptUrl, `${receiptUrl}/refunds/${refund.reference}`)
  const refundPage = await get(refund.receiptUrl!)
  assert.deepEqual([refundPage.status, refundPage.headers.get('x-robots-tag')], [200, 'noindex'])
  const refundHtml = await refundPage.text()
  for (const text of [
    'Refund receipt',
    'NGN\u00a01,000.00',
    'Visa ending 4081',
    refund.reference,
    reference,
    'Test Mode',
  ])
    assert.ok(refundHtml.includes(text), text)
  const refundPdf = await get(`${refund.receiptUrl}/pdf`)
  assert.deepEqual(
    [refundPdf.status, refundPdf.headers.get('content-disposition')],
    [200, `attachment; filename="receipt-${refund.reference}.pdf"`],
  )
  assert.match((await refundPdf.text()).slice(0, 8), /^%PDF-1/)
  const notice = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => subject.includes('refunded'))
  assert.ok(notice?.text.includes(`View refund receipt: ${refund.receiptUrl}`))

  // The secret of another payment does not open it.
  const second = await payer.call(startPayment, { ...begun, checkoutId: crypto.randomUUID() })
  assert.equal((await get(`/pay/receipt/${second.accessCode}/refunds/${refund.reference}`)).status, 404)
  assert.equal((await get(`/pay/receipt/${accessCode}/refunds/rfd_unknown/pdf`)).status, 404)
})

test('a receipt with a fee on top has the price, the fee and the total, as its email has', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const payer = app.asNobody()
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 12_400_000, feeBearer: 'customer' })
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer.call(startPayment, begun)
  await payer.call(payByCard, { accessCode, ...goodCard })
  await app.drain()
  const html = await (await fetch(`${app.url}/pay/receipt/${accessCode}`)).text()
  const mail = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => subject.includes('Your payment of'))
  const rows = /Price\W+NGN\s124,000\.00\W+Payment fee, VAT included\W+NGN\s2,141\.53\W+Total paid\W+NGN\s126,141\.53/
  for (const text of [html.replace(/<[^>]+>/g, ' '), mail?.text ?? '']) {
    assert.match(text, rows)
    assert.doesNotMatch(text, /\bAmount\b/)
  }
})
