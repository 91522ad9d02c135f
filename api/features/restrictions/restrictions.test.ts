import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNotices } from '@adire/contract/announcements.ts'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { getCheckoutPage, payByCard, startPayment } from '@adire/contract/checkout.ts'
import { applyCoupon, createCoupon } from '@adire/contract/coupons.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getRestrictions } from '@adire/contract/restrictions.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { eq } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { testCard } from '../../testing/charge-fixture.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { debitFixture } from '../../testing/debit-fixture.ts'
import { runNow } from '../../testing/drain.ts'
import { addDueSubscriptions, countRenewals } from '../../testing/due-subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { dayFromNow } from '../../testing/mandates.ts'
import { runOperator } from '../../testing/operator.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'
import { findBusiness } from '../kyc/review.ts'
import { merchants } from '../merchants/tables.ts'
import { freezePayments } from './set.ts'

test('frozen payments stop pages, started payments and charges; the business is told why, its payers are not', async (t) => {
  const { app, user, merchant, payer, link, begin, accessCode } = await checkoutFixture(t)
  const code = await codeOfBusiness(app, user.merchantId)
  const freeze = () => runOperator(app, 'business', 'freeze', code, '--reason', 'Documents of the owner are missing')
  const [one, other] = await Promise.all([freeze(), freeze()])
  assert.match(one.text + other.text, /payments: frozen \(Documents of the owner are missing\)/)
  await assert.rejects(payer.call(getCheckoutPage, { slug: link.slug }), errorWith(404, 'payment_page_closed'))
  await assert.rejects(payer.call(payByCard, { accessCode, ...testCard }), errorWith(409, 'payments_stopped'))
  await assert.rejects(
    payer.call(startPayment, { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'new@example.com' }),
    errorWith(409, 'payments_stopped'),
  )
  const order = { amountKobo: 100_000, email: 'ada@example.com', reference: 'order-1' }
  await assert.rejects(merchant.call(initialiseCharge, order), errorWith(409, 'payments_stopped'))
  const page = await fetch(`${app.url}/pay/page/${link.slug}`)
  const html = await page.text()
  assert.equal(page.status, 404)
  assert.match(html, /takes no payments at the moment/)
  assert.doesNotMatch(html, /Documents of the owner/)
  for (const shown of [getRestrictions, getNotices])
    assert.equal((await merchant.call(shown, {})).paymentsStoppedFor, 'Documents of the owner are missing')
  await app.drain()
  const mails = await mailsTo(app, user.email)
  const told = mails.filter(({ subject }) => subject.includes('Your business cannot take payments'))
  assert.equal(told.length, 1, 'two commands at once notify once')

  await runOperator(app, 'business', 'unfreeze', code)
  await begin()
  assert.equal((await payer.call(payByCard, { accessCode, ...testCard })).status, 'success')
  const { content } = await merchant.call(listAuditEvents, {})
  const actions = content.map(({ action }) => action).filter((action) => action.startsWith('payments.'))
  assert.deepEqual(actions, ['payments.unfrozen', 'payments.frozen'])
})

test('a command whose transaction is not committed prints nothing of what it did', async (t) => {
  const app = await testApp(t)
  const { merchantId } = await app.createUser()
  const code = await codeOfBusiness(app, merchantId)
  await app.runtime.database.write((tx) =>
    tx.$client.query(`
      create function reject() returns trigger language plpgsql as $$ begin raise 'not committed'; end $$;
      create constraint trigger reject after insert or update on business_restrictions
        deferrable initially deferred for each row execute function reject()`),
  )
  const { code: exitCode, text } = await runOperator(app, 'business', 'freeze', code, '--reason', 'Under review')
  assert.equal(exitCode, 1)
  assert.match(text, /not committed/)
  assert.doesNotMatch(text, /frozen/)
})

test('renewals of a business with frozen payments wait, and are made once it may take payments', async (t) => {
  const app = await testApp(t)
  const merchantId = await addDueSubscriptions(app.runtime, 3)
  await freeze(app, merchantId, 'Under review')
  for (let times = 0; times < 2; times++) {
    await runNow(app.runtime, 'renew-subscriptions')
    await app.drain()
    app.forward(3 * 3_600_000)
  }
  const waiting = await countRenewals(app.runtime, merchantId)
  assert.deepEqual([waiting.payments, waiting.invoices], [0, 0])
  await freeze(app, merchantId, null)
  await runNow(app.runtime, 'renew-subscriptions')
  await app.drain()
  const { paidPayments, invoices, doubled } = await countRenewals(app.runtime, merchantId)
  assert.deepEqual([paidPayments, invoices, doubled], [3, 3, 0])
})

test('after a freeze of several periods a subscription is charged once, for a period that begins then', async (t) => {
  const { app, user, plan, subscribe, live, now, invoices, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan({ interval: 'daily' })).id)
  const late = await subscribe((await plan({ interval: 'weekly' })).id)
  const first = Date.parse((await detail(late.id)).nextPaymentAt!)
  await live(4.5)
  await freeze(app, user.merchantId, 'Under review')
  await live(3.2)
  assert.ok(Date.parse((await detail(id)).nextPaymentAt!) > (await now()), 'the next charge is not in the past')
  await freeze(app, user.merchantId, null)
  await live(0.2)
  const [period, ...others] = await invoices(id)
  assert.equal(others.length, 5)
  assert.ok((await now()) - Date.parse(period!.startsAt) < 5 * 3_600_000)
  assert.equal((await detail(id)).nextPaymentAt, period!.endsAt)
  const restarted = (await detail(id)).events.filter(({ kind }) => kind === 'period_restarted')
  assert.equal(restarted.length, 1)
  // One that waited for less than a period keeps its days.
  assert.equal(Date.parse((await invoices(late.id))[0]!.startsAt), first)
})

test('a renewal is compared with the limit of a payment by what it charges, after its discount', async (t) => {
  const { app, user, merchant, plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id: planId } = await plan({ interval: 'weekly' })
  const reduced = await subscribe(planId)
  const full = await subscribe(planId, testCards.good, 'bola@example.com')
  const coupon = await merchant.call(createCoupon, { name: 'Half price', percentOff: 50 })
  await merchant.call(applyCoupon, { id: reduced.id, couponId: coupon.id })
  await runOperator(app, 'business', 'limits', await codeOfBusiness(app, user.merchantId), '--payment-kobo', '250000')
  await live(7.1)
  assert.deepEqual([(await detail(reduced.id)).charges, (await detail(full.id)).charges], [2, 1])
})

test('a subscription that waits for another card does not end while payments are frozen, but a day later', async (t) => {
  const { app, user, merchant, plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'card_expired' })
  await freeze(app, user.merchantId, 'Under review')
  await live(8)
  const waiting = await detail(id)
  assert.deepEqual([waiting.status, waiting.attention!.needsNewCard], ['attention', true])
  await freeze(app, user.merchantId, null)
  await live(1.1)
  assert.equal((await detail(id)).endReason, 'payment_failed')
})

test('a debit that exceeds the limit of a day is cancelled, and its customer reads that it is not made', async (t) => {
  const { api, user, mandate, plan, debits, at, runDebitJobs } = await debitFixture(t)
  const first = await mandate()
  const second = await mandate({ customerEmail: 'chi@example.com' })
  await plan(first, 200_000, dayFromNow(api, 2))
  await plan(second, 200_000, dayFromNow(api, 2))
  await runOperator(api, 'business', 'limits', await codeOfBusiness(api, user.merchantId), '--day-kobo', '300000')
  for (const day of [1, 2]) {
    at(day, 9)
    await runDebitJobs()
  }
  await api.drain()
  const [paid, cancelled] = [...(await debits(first)), ...(await debits(second))].sort((one) =>
    one.status === 'success' ? -1 : 1,
  )
  assert.deepEqual([paid!.status, cancelled!.status], ['success', 'cancelled'])
  assert.equal(cancelled!.failure?.code, 'day_limit_reached')
  const told = async (email: string) =>
    (await mailsTo(api, email)).filter(({ subject }) => /will not debit NGN.2,000\.00$/.test(subject))
  const mails = [...(await told('ada@example.com')), ...(await told('chi@example.com'))]
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, /will not be taken from .*\. Your direct debit continues\./)
  // The limit of the business is not for its customers to read.
  assert.doesNotMatch(mails[0]!.text, /limit|3,000|today/)
})

test('a debit that becomes due while payments are frozen is cancelled, of which the business is notified, and none can be requested', async (t) => {
  const { api, user, mandate, plan, debits, at, runDebitJobs } = await debitFixture(t)
  const id = await mandate()
  await plan(id, 200_000)
  await runDebitJobs() // It is announced.
  await freeze(api, user.merchantId, 'Under review')
  await assert.rejects(plan(id, 100_000), errorWith(409, 'payments_stopped'))
  at(2, 9)
  await runDebitJobs()
  const [debit] = await debits(id)
  assert.deepEqual([debit?.status, debit?.failure?.code], ['cancelled', 'payments_stopped'])
  const [notice] = (await api.as(user).call(listNotifications, {})).content
  assert.match(
    `${notice!.title}: ${notice!.text}`,
    /^A debit was cancelled: NGN.2,000\.00 of Ada Obi was not debited: This/,
  )
})

test('limits per payment and per day hold for payers who start at the same moment', async (t) => {
  const { app, user, merchant, payer } = await checkoutFixture(t)
  const code = await codeOfBusiness(app, user.merchantId)
  const shown = await runOperator(app, 'business', 'limits', code, '--payment-kobo', '1000000', '--day-kobo', '2500000')
  assert.match(shown.text, /one payment: at most NGN.10,000\.00\n {2}a day: at most NGN.25,000\.00/)
  const { slug } = await merchant.call(createPaymentLink, { name: 'Any amount' })
  const start = (amountKobo: number) =>
    payer.call(startPayment, { slug, amountKobo, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  await assert.rejects(start(1_000_001), errorWith(422, 'payment_limit_exceeded'))
  // NGN 5,000.00 was started already: of six payments of NGN 5,000.00 at once, four fit into the day.
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => start(500_000)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 4)
  const rejected = results.filter((result) => result.status === 'rejected')
  assert.ok(rejected.every(({ reason }) => reason.code === 'day_limit_reached'))
  await assert.rejects(start(500_000), errorWith(409, 'day_limit_reached'))
  app.forward(86_400_000)
  await start(500_000)
  const restrictions = await merchant.call(getRestrictions, {})
  assert.deepEqual([restrictions.maxPaymentKobo, restrictions.maxDayKobo], [1_000_000, 2_500_000])
})

type App = Awaited<ReturnType<typeof testApp>>

const codeOfBusiness = async ({ runtime }: App, id: string) =>
  (await runtime.database.read((tx) => tx.select().from(merchants).where(eq(merchants.id, id))))[0]!.merchantCode

const freeze = ({ runtime }: App, merchantId: string, reason: string | null) =>
  runtime.database.write(async (tx) => {
    const now = runtime.clock()
    const origin = { requestId: 'test', ip: null, userAgent: null }
    const { config, vault } = runtime
    const context = { tx, mode: 'TEST' as const, now, realNow: now, config, vault, origin }
    await freezePayments(context, await findBusiness(tx, merchantId), reason, 'ngozi')
  })
