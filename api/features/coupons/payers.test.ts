import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCheckoutState, startPayment } from '@adire/contract/checkout.ts'
import { archiveCoupon, createCoupon, getCoupon } from '@adire/contract/coupons.ts'
import { getMandate, listMandates } from '@adire/contract/direct-debit.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { checkCoupon, subscribeByAccount } from '@adire/contract/subscribing.ts'
import { cancelSubscription, listSubscriptions } from '@adire/contract/subscriptions.ts'
import { lagosDay } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { htmlText } from '../../testing/html-text.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture } from '../../testing/subscribing.ts'

const declined = { number: '4084080000005408', cvv: '001', expiryMonth: 12, expiryYear: 2035 }

/** A page of a plan of NGN 5,000.00 a month, with payers who have a code. */
async function codeFixture(t: TestContext, given: { trialDays?: number } = {}) {
  const fixture = await subscriptionFixture(t)
  const { merchant, payer, pay } = fixture
  const { id: planId } = await fixture.plan(given)
  const { slug } = await fixture.linkTo(planId)
  const coupon = (terms: Partial<EndpointInput<typeof createCoupon>> = {}) =>
    merchant.call(createCoupon, { name: 'Launch', code: 'LAUNCH', percentOff: 50, ...terms })
  const check = (code = 'launch') => payer(checkCoupon, { slug, code })
  const start = (name: string, couponId?: string) =>
    payer(startPayment, {
      slug,
      checkoutId: crypto.randomUUID(),
      email: `${name}@example.com`,
      ...(couponId && { couponId }),
    })
  const subscribeWith = async (name: string, couponId: string) => {
    const begun = await start(name, couponId)
    await pay(begun.accessCode)
    return findOf(name)
  }
  const findOf = async (name: string) => {
    const { content } = await merchant.call(listSubscriptions, { search: `${name}@example.com` })
    return fixture.detail(content[0]!.id)
  }
  const redemptions = async (id: string) => (await merchant.call(getCoupon, { id })).redemptions
  return { ...fixture, planId, slug, coupon, check, start, subscribeWith, findOf, redemptions }
}

test('a payer who types a code sees and pays the reduced price, agrees to both prices, and pays the full price afterwards', async (t) => {
  const { app, merchant, slug, coupon, check, subscribeWith, findOf, redemptions, invoices } = await codeFixture(t)
  const { id: couponId } = await coupon({ charges: 2 })
  const page = await check(' Launch')
  assert.deepEqual([page.amountKobo, page.coupon], [250_000, { id: couponId, code: 'LAUNCH' }])
  assert.deepEqual([page.plan?.discountKobo, page.plan?.discountCharges, page.plan?.amountKobo], [250_000, 2, 500_000])
  const html = await (await fetch(`${app.url}/pay/page/${slug}?code=launch`)).text()
  assert.match(htmlText(html), /LAUNCH is applied: NGN.2,500\.00 a month for 2 months, then NGN.5,000\.00 a month/)

  const { id, consentText, discount, amountKobo, collectedKobo } = await subscribeWith('ada', couponId)
  assert.deepEqual([amountKobo, collectedKobo, discount], [500_000, 250_000, { amountKobo: 250_000, chargesLeft: 1 }])
  const terms = `${formatNaira(250_000)} a month for 2 months, then ${formatNaira(500_000)} a month, until you cancel`
  assert.ok(consentText?.includes(terms), String(consentText))
  assert.equal(await redemptions(couponId), 1)
  await app.drain()
  const mail = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => /You subscribed/.test(subject))!
  assert.ok(
    mail.text.replaceAll('\u00a0', ' ').includes('NGN 2,500.00 a month for 2 months, then NGN 5,000.00 a month'),
  )
  const [payment] = (await merchant.call(listPayments, { search: 'ada@example.com' })).content
  assert.deepEqual([payment!.amountKobo, payment!.netKobo < 250_000], [250_000, true])

  const reduced = { id: couponId, name: 'Launch', discountKobo: 250_000 }
  const first = await merchant.call(getPayment, { id: payment!.id })
  assert.deepEqual(first.coupon, reduced)
  const receipt = htmlText(await (await fetch(app.url + new URL(first.receiptUrl!).pathname)).text())
  assert.match(receipt, /Coupon\s*Launch, NGN.2,500\.00 off/)

  await merchant.call(archiveCoupon, { id: couponId })
  for (let count = 0; count < 2; count++)
    await merchant.call(playOutcome, { kind: 'subscription', id, name: 'renewed' })
  assert.deepEqual(
    (await invoices(id)).map(({ dueKobo }) => dueKobo),
    [500_000, 250_000, 250_000],
  )
  assert.deepEqual([(await findOf('ada')).discount, (await findOf('ada')).amountKobo], [null, 500_000])
  const { content } = await merchant.call(listPayments, { search: 'ada@example.com' })
  const paid = await Promise.all(content.map(({ id }) => merchant.call(getPayment, { id })))
  assert.deepEqual(
    paid.map(({ coupon }) => coupon),
    [null, reduced, reduced],
  )
})

test('a code that is unknown, expired, archived, used up, of another plan or business is rejected, and guesses are limited', async (t) => {
  const { app, merchant, payer, plan, coupon, check, start, redemptions, live, now, slug } = await codeFixture(t)
  const rejected = (code: string) => assert.rejects(check(code), errorWith(422, 'coupon_refused', 'code'))
  const stranger = app.as(await app.createUser('Stranger')).call
  const theirs = await stranger(createCoupon, { name: 'Theirs', code: 'THEIRS', percentOff: 90 })
  await rejected('THEIRS')
  await assert.rejects(start('ada', theirs.id), errorWith(422, 'coupon_refused', 'couponId'))
  const hidden = await merchant.call(createCoupon, { name: 'By hand', percentOff: 90 })
  await assert.rejects(start('ada', hidden.id), errorWith(422, 'coupon_refused', 'couponId'))
  const archived = await coupon({ code: 'OLD' })
  await merchant.call(archiveCoupon, { id: archived.id })
  await rejected('OLD')
  const gold = await plan({ name: 'Gold' })
  await coupon({ code: 'GOLD', planIds: [gold.id] })
  await rejected('GOLD')
  await coupon({ code: 'TODAY', endsOn: lagosDay(new Date(await now())) })
  await check('TODAY')
  await live(1)
  await rejected('TODAY')
  const single = await merchant.call(createPaymentLink, { name: 'Once', amountKobo: 100_000 })
  await assert.rejects(payer(checkCoupon, { slug: single.slug, code: 'GOLD' }), errorWith(404, 'payment_page_closed'))
  const withCoupon = {
    slug: single.slug,
    checkoutId: crypto.randomUUID(),
    email: 'a@example.com',
    couponId: archived.id,
  }
  await assert.rejects(payer(startPayment, withCoupon), errorWith(422, 'coupon_refused'))
  await assert.rejects(
    app.asNobody('LIVE').call(checkCoupon, { slug, code: 'GOLD' }),
    errorWith(404, 'payment_page_closed'),
  )

  const good = await coupon()
  for (let count = 0; count < 35; count++) await check()
  let guesses = 0
  while (guesses < 60 && (await check(`GUESS${guesses}`).catch(({ code }) => code)) === 'coupon_refused') guesses++
  assert.ok(guesses > 15 && guesses <= 30, String(guesses))
  await assert.rejects(check(), errorWith(429, 'too_many_attempts'))
  assert.equal(await redemptions(good.id), 0)
})

test('two payers cannot both take the last redemption, and a declined or abandoned payment gives it back', async (t) => {
  const { app, payer, pay, coupon, check, start, findOf, redemptions, runDueJobs } = await codeFixture(t)
  const { id: couponId } = await coupon({ redemptionLimit: 1 })
  const declinedStart = await start('bola', couponId)
  await pay(declinedStart.accessCode, declined)
  assert.equal((await payer(getCheckoutState, { accessCode: declinedStart.accessCode })).status, 'failed')
  assert.equal(await redemptions(couponId), 0)
  const [one, two] = [await start('one', couponId), await start('two', couponId)]
  const results = await Promise.allSettled([pay(one.accessCode), pay(two.accessCode)])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const late = results[0]!.status === 'rejected' ? one : two
  await assert.rejects(pay(late.accessCode), errorWith(409, 'coupon_used_up'))
  assert.equal(await redemptions(couponId), 1)
  await assert.rejects(check(), errorWith(422, 'coupon_refused', 'code'))
  const subscriber = late === one ? 'two' : 'one'
  assert.equal((await findOf(subscriber)).collectedKobo, 250_000)

  // A payer who leaves at the challenge of the bank holds the redemption until the payment is abandoned.
  const { id: second } = await coupon({ code: 'SECOND', redemptionLimit: 1 })
  const leaving = await start('leaves', second)
  await pay(leaving.accessCode, { number: '5060666666666666666', cvv: '123', expiryMonth: 12, expiryYear: 2035 })
  assert.equal(await redemptions(second), 1)
  const same = await start('same', second).catch(({ code }) => code)
  assert.equal(same, 'coupon_refused')
  app.forward(2 * 3_600_000)
  await runDueJobs()
  assert.equal(await redemptions(second), 0)
})

test('a process that ends while a payer pays with a code counts the redemption once', async (t) => {
  const { app, pay, coupon, start, findOf, redemptions, runDueJobs } = await codeFixture(t)
  const { id: couponId } = await coupon()
  const process = openInterrupter(app)
  for (const [index, points] of [2, 4, 6, 8].entries()) {
    const name = `cut${points}`
    const { accessCode } = await start(name, couponId)
    process.endAfter(points)
    await pay(accessCode).catch(() => undefined)
    process.revive()
    await pay(accessCode).catch(() => undefined)
    app.forward(600_000)
    await runDueJobs()
    assert.deepEqual([(await findOf(name)).collectedKobo, await redemptions(couponId)], [250_000, index + 1], name)
  }
})

test('a code of 100 % only checks the card, and a trial is reduced from its end on', async (t) => {
  const free = await codeFixture(t)
  const { id: whole } = await free.coupon({ percentOff: 100, charges: 1 })
  const page = await free.check()
  assert.deepEqual([page.amountKobo, page.plan?.isCardCheck, page.plan?.trialDays], [5_000, true, 0])
  const begun = await free.subscribeWith('ada', whole)
  assert.deepEqual([begun.isTrial, begun.charges, begun.collectedKobo, begun.amountKobo], [false, 1, 0, 500_000])
  assert.deepEqual([begun.discount, begun.nextChargeKobo], [null, 500_000])
  assert.deepEqual(
    (await free.invoices(begun.id)).map(({ amountKobo, discountKobo, status }) => [amountKobo, discountKobo, status]),
    [[0, 500_000, 'success']],
  )

  const trial = await codeFixture(t, { trialDays: 7 })
  const { id: half } = await trial.coupon({ charges: 1 })
  const trialing = await trial.subscribeWith('ada', half)
  assert.deepEqual([trialing.isTrial, trialing.nextChargeKobo], [true, 250_000])
  assert.ok(
    trialing.consentText?.includes(` on ${formatNaira(250_000)} a month for 1 month, then`),
    String(trialing.consentText),
  )
  await trial.live(8)
  assert.deepEqual((await trial.findOf('ada')).collectedKobo, 250_000)
})

test('a bank account is allowed to be debited by the full price, and a code that is not used is free again', async (t) => {
  const { merchant, payer, slug, coupon, findOf, redemptions } = await codeFixture(t)
  const { id: couponId } = await coupon({ redemptionLimit: 1 })
  const account = { slug, name: 'Ada Test Obi', bankId: 8, accountNumber: '0000000018' }
  const by = (name: string) => payer(subscribeByAccount, { ...account, email: `${name}@example.com`, couponId })
  const both = await Promise.allSettled([by('ada'), by('ada')])
  assert.ok(both.every(({ status }) => status === 'fulfilled'))
  assert.equal(await redemptions(couponId), 1)
  await assert.rejects(by('bola'), errorWith(422, 'coupon_refused', 'couponId'))
  const pending = await findOf('ada')
  assert.deepEqual([pending.status, pending.nextChargeKobo], ['pending', 250_000])
  const [mandate] = (await merchant.call(listMandates, {})).content
  assert.equal((await merchant.call(getMandate, { id: mandate!.id })).limitKobo, 500_000)
  await merchant.call(cancelSubscription, { id: pending.id })
  assert.equal(await redemptions(couponId), 0)
})
