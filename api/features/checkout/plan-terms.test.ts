import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCheckoutPage, payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { updatePlan } from '@adire/contract/plans.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const email = 'ada@example.com'
const toText = (html: string) => html.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '')

test('a payer whose page shows an old price of a plan pays nothing until they have seen the new one', async (t) => {
  const { app, merchant, payer, plan, linkTo } = await subscriptionFixture(t)
  const { id, name } = await plan()
  const { slug } = await linkTo(id)
  const url = `${app.url}/pay/page/${slug}`
  const shown = (await payer(getCheckoutPage, { slug })).plan!.termsVersion!
  await merchant.call(updatePlan, { id, name, amountKobo: 600_000 })
  const body = { slug, checkoutId: crypto.randomUUID(), email }
  await assert.rejects(payer(startPayment, { ...body, termsVersion: shown }), errorWith(409, 'price_changed'))

  const post = (termsVersion: string, lang = 'en') =>
    fetch(`${url}?lang=${lang}`, {
      method: 'POST',
      body: new URLSearchParams({ step: 'start', checkoutId: body.checkoutId, email, termsVersion }),
      redirect: 'manual',
    })
  const rejected = await post(shown)
  const html = toText(await rejected.text())
  assert.equal(rejected.status, 409)
  assert.match(html, /This page has changed since you opened it\. Amount: NGN 6,000\.00/)
  assert.match(html, /value="ada@example\.com"/)
  assert.match(await (await post(shown, 'pcm')).text(), /This page don change since you open am/)
  assert.equal((await merchant.call(listPayments, {})).totalElements, 0)

  const now = html.match(/name="termsVersion" value="([^"]+)"/)![1]!
  assert.notEqual(now, shown)
  const accepted = await post(now)
  assert.equal(accepted.status, 303)
  const next = toText(await (await fetch(new URL(accepted.headers.get('location')!, url))).text())
  assert.match(next, /NGN 6,000\.00/)
  assert.doesNotMatch(next, /5,000/)
})

for (const trialDays of [0, 7])
  test(`a payer who has started to pay for a plan ${trialDays > 0 ? 'with a trial ' : ''}keeps the price that the page showed`, async (t) => {
    const { app, merchant, payer, plan, linkTo, subscribe, live, detail } = await subscriptionFixture(t)
    const { id, name } = await plan({ trialDays })
    const { slug } = await linkTo(id)
    const checkoutId = crypto.randomUUID()
    const { accessCode } = await payer(startPayment, { slug, checkoutId, email })
    await merchant.call(updatePlan, { id, name, amountKobo: 600_000, applyTo: 'everyone' })
    const html = toText(await (await fetch(`${app.url}/pay/page/${slug}?payment=${accessCode}`)).text())
    assert.match(html, /NGN 5,000\.00/)
    assert.doesNotMatch(html, /6,000/)
    assert.equal((await payer(payByCard, { accessCode, ...testCards.good })).status, 'success')
    const { content } = await merchant.call(listSubscriptions, { planId: id })
    const begun = await detail(content[0]!.id)
    assert.deepEqual([begun.amountKobo, begun.nextChargeKobo], [500_000, 500_000])
    assert.match(begun.consentText!, /NGN.5,000\.00/)
    assert.doesNotMatch(begun.consentText!, /6,000/)
    await live(40)
    assert.equal((await detail(begun.id)).collectedKobo, 1_000_000)
    // A new payer pays the new price.
    assert.equal((await subscribe(id, testCards.good, 'bola@example.com')).amountKobo, 600_000)
  })
