import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'

const limited = { REQUESTS_PER_SECOND: '1000' }

test('a payer who comes back again and again causes few queries of the processor, which all payers share', async (t) => {
  const { app, payer, paystack, link, start, stateOf } = await liveFixture(t, limited)
  const { accessCode, reference } = await start()
  await payer.call(openCardPage, { accessCode })
  const comeBack = async () => {
    const { status, headers } = await fetch(`${app.url}/pay/return/${accessCode}`, { redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [303, `/pay/page/${link.slug}?payment=${accessCode}`])
  }
  const queries = () => paystack.control.readRequests().filter(({ operation }) => operation === 'transaction_verify')
  await comeBack()
  const ofOne = queries().length
  assert.ok(ofOne > 0)
  for (let times = 0; times < 5; times++) await Promise.all(Array.from({ length: 8 }, comeBack))
  assert.ok(queries().length <= 6 * ofOne, `${queries().length} requests`)

  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  app.forward(minuteMs)
  await comeBack()
  assert.equal((await stateOf(accessCode)).status, 'success')
})

test('a payer who changes the way to pay without end is stopped before the processor is called again', async (t) => {
  const { payer, paystack, start } = await liveFixture(t, limited)
  const { accessCode } = await start()
  const change = async () => {
    await payer.call(payByTransfer, { accessCode })
    await payer.call(openCardPage, { accessCode })
  }
  await change()
  await assert.rejects(
    async () => {
      for (let times = 0; times < 20; times++) await change()
    },
    errorWith(429, 'too_many_attempts'),
  )
  const before = paystack.control.readRequests().length
  await assert.rejects(change(), errorWith(429, 'too_many_attempts'))
  assert.equal(paystack.control.readRequests().length, before)
  const other = await start()
  assert.equal((await payer.call(payByTransfer, { accessCode: other.accessCode })).step, 'pay_offline')
  assert.equal((await payer.call(openCardPage, { accessCode: other.accessCode })).step, 'open_url')
})

test('the page of an invoice is where its payer comes back to, and not where its receipt leads later', async (t) => {
  const { app, call, payer, paystack } = await liveFixture(t)
  const customerEmail = 'ada@example.com'
  const invoice = await call(createSimpleInvoice, {
    customerEmail,
    description: 'Cloth',
    amountKobo: 500_000,
    dueOn: '2098-01-01',
  })
  await call(sendInvoice, { id: invoice.id })
  const slug = invoice.url.split('/').at(-1)!
  const begun = { slug, checkoutId: crypto.randomUUID(), email: customerEmail }
  const { accessCode, reference } = await payer.call(startPayment, begun)
  await payer.call(openCardPage, { accessCode })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  const comeBack = async () => {
    const response = await fetch(`${app.url}/pay/return/${accessCode}`, { redirect: 'manual' })
    return response.headers.get('location')
  }
  assert.equal(await comeBack(), `/pay/invoice/${slug}?payment=${accessCode}`)
  app.forward(15 * minuteMs)
  assert.equal(await comeBack(), `/pay/receipt/${accessCode}`)
})
