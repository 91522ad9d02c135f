import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerBank } from '@adire/contract/checkout.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { cancelPayerSubscription, changeCard, getPayerSubscription } from '@adire/contract/subscriber.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import type { SubscriptionInvoice } from '@adire/contract/subscriptions-schemas.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const lagosHour = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(11, 16)
const toLagosDay = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10)
const daysAfter = (at: string, from: string) => (Date.parse(toLagosDay(at)) - Date.parse(toLagosDay(from))) / 86_400_000

test('a card without funds is retried after one, three and five days at nine in Lagos, then the subscription ends', async (t) => {
  const { merchant, plan, subscribe, live, liveToNextCharge, detail, invoices, app } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id, testCards.failsLater)
  const { nextPaymentAt } = await detail(id)
  await liveToNextCharge(id)
  const waiting = await detail(id)
  assert.equal(waiting.status, 'attention')
  assert.deepEqual(
    [waiting.attention!.code, waiting.attention!.needsNewCard, waiting.attention!.owedKobo],
    ['insufficient_funds', false, 500_000],
  )
  assert.equal(lagosHour(waiting.nextPaymentAt!), '09:00')
  assert.equal(waiting.attention!.endsAt, waiting.attention!.lastChanceAt)
  await live(10)
  const ended = await detail(id)
  assert.deepEqual([ended.status, ended.endReason, ended.charges], ['cancelled', 'payment_failed', 2])
  const [openInvoice] = await invoices(id)
  assert.deepEqual([openInvoice!.status, openInvoice!.attempts], ['failed', 4])
  const attempts = (await merchant.call(listPayments, { subscriptionId: id, status: 'failed' })).content.reverse()
  assert.deepEqual(
    attempts.map(({ createdAt }) => daysAfter(createdAt, nextPaymentAt!)),
    [0, 1, 3, 5],
  )
  for (const { createdAt } of attempts.slice(1)) assert.equal(lagosHour(createdAt), '09:00')
  const mails = await mailsTo(app, 'ada@example.com')
  const failures = mails.filter(({ subject }) => /did not go through/.test(subject))
  assert.equal(failures.length, 3)
  for (const { text } of failures) assert.match(text, /There is not enough money in the account\. We will try again on/)
  assert.equal(mails.filter(({ subject }) => /has ended/.test(subject)).length, 1)
  const titles = (await merchant.call(listNotifications, {})).content.map(({ title }) => title)
  assert.ok(titles.includes('A charge of NGN\u00a05,000.00 failed') && titles.includes('A subscription was cancelled'))
})

test('if the plan says so, a subscription stays unpaid after the last attempt, and a new card pays it', async (t) => {
  const { payer, plan, subscribe, live, detail, pay, invoices, app } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan({ afterFailure: 'attention' })).id, testCards.failsLater)
  await live(45)
  const afterRetries = await detail(id)
  assert.deepEqual(
    [afterRetries.status, afterRetries.nextPaymentAt, afterRetries.attention!.lastChanceAt],
    ['attention', null, null],
  )
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const seen = await payer(getPayerSubscription, { accessCode })
  assert.deepEqual([seen.owed?.amountKobo, seen.cardChange], [500_000, { amountKobo: 500_000, isGivenBack: false }])
  const started = await payer(changeCard, { accessCode })
  assert.equal(started.amountKobo, 500_000)
  assert.equal((await pay(started.accessCode)).status, 'success')
  const right = await detail(id)
  assert.deepEqual([right.status, right.card?.last4, right.charges], ['active', '4081', 2])
  await live(32)
  assert.equal((await invoices(id))[0]!.status, 'success')
  assert.equal((await detail(id)).charges, 3)
})

test('a debt is never charged twice: not while the payer pays it, not after; a declined card of the payer uses no attempt', async (t) => {
  const { app, merchant, payer, plan, subscribe, live, liveToNextCharge, detail, pay, invoices } =
    await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id, testCards.failsLater)
  await liveToNextCharge(id)
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const first = await payer(changeCard, { accessCode })
  const declinedCard = { number: '4084080000670037', cvv: '787', expiryMonth: 12, expiryYear: 2035 }
  assert.equal((await pay(first.accessCode, declinedCard)).status, 'failed')
  const still = await detail(id)
  assert.deepEqual(
    [still.status, still.attention!.attempts, lagosHour(still.nextPaymentAt!)],
    ['attention', 1, '09:00'],
  )

  const second = await payer(changeCard, { accessCode })
  assert.notEqual(second.accessCode, first.accessCode)
  const pinCard = { number: '507850785078507812', cvv: '081', expiryMonth: 12, expiryYear: 2035 }
  assert.equal((await pay(second.accessCode, pinCard)).step, 'send_pin')
  // While the bank waits for the payer, the saved card is not charged, even when its retry is due.
  app.forward(24 * 3_600_000)
  await runNow(app.runtime, 'renew-subscriptions')
  assert.equal((await merchant.call(listPayments, { subscriptionId: id, status: 'failed' })).totalElements, 2)
  app.forward(-24 * 3_600_000)
  const paid = await payer(answerBank, { accessCode: second.accessCode, question: 'pin', answer: '1111' })
  assert.equal(paid.status, 'success')
  await live(6)
  const [openInvoice] = await invoices(id)
  assert.deepEqual(
    [openInvoice!.status, openInvoice!.number, (await detail(id)).collectedKobo],
    ['success', 2, 1_000_000],
  )
})

test('a charge that was lost before the payer changed the card is looked for, and the new card is charged on the next retry day', async (t) => {
  const { app, merchant, payer, plan, subscribe, runDueJobs, detail, pay, invoices } = await subscriptionFixture(
    t,
    new Date('2026-11-10T10:00:00Z'),
  )
  const [lost, made] = [
    await subscribe((await plan({ interval: 'weekly' })).id),
    await subscribe((await plan({ interval: 'weekly' })).id, testCards.good, 'bola@example.com'),
  ]
  await app.drain()
  const interrupter = openInterrupter(app)
  app.stopClock(new Date('2026-11-17T10:00:00Z'))
  // The process ends when the charges are stored; one of the two reaches the bank.
  interrupter.endAfter(6)
  await assert.rejects(runNow(app.runtime, 'renew-subscriptions'))
  assert.ok(interrupter.revive())
  const [ofLost, ofMade] = [(await invoices(lost.id))[0]!, (await invoices(made.id))[0]!]
  assert.deepEqual([ofLost.status, ofMade.status], ['pending', 'pending'])
  const { reference } = await merchant.call(getPayment, { id: ofMade.paymentId! })
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into sandbox_charges (reference, amount_kobo, status, paid_by, charged_at) values ($1, 500000, 'success', 'card', $2)`,
      [reference, app.runtime.clock()],
    ),
  )
  for (const email of ['ada@example.com', 'bola@example.com']) {
    const started = await payer(changeCard, { accessCode: await findPayerCode(app, email) })
    assert.equal((await pay(started.accessCode)).status, 'success')
  }
  for (const minutes of [2, 5, 90, 100]) {
    app.stopClock(new Date(Date.parse('2026-11-17T10:00:00Z') + minutes * 60_000))
    await runDueJobs()
  }
  assert.deepEqual([(await detail(made.id)).status, (await detail(made.id)).collectedKobo], ['active', 1_000_000])
  const waiting = await detail(lost.id)
  assert.deepEqual([waiting.attention?.code, waiting.nextPaymentAt], ['abandoned', '2026-11-18T08:00:00.000Z'])
  app.stopClock(new Date('2026-11-18T08:00:00Z'))
  await runDueJobs()
  assert.deepEqual([(await detail(lost.id)).status, (await detail(lost.id)).collectedKobo], ['active', 1_000_000])
})

test('a payer who cancels while a renewal is at the bank is told that it is still in progress', async (t) => {
  const { app, merchant, payer, plan, subscribe, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  await app.drain()
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'bank_silent' })
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const page = async (query: string) => {
    const html = await (await fetch(`${app.url}/pay/subscription/${accessCode}?${query}`)).text()
    return html.replaceAll('\u00a0', ' ')
  }
  const inProgress = {
    en: 'A payment of NGN 5,000.00 is still in progress; after it, nothing more is charged.',
    ha: 'Ana kan biyan NGN 5,000.00 har yanzu; bayan shi, ba za a sake cire komai ba.',
    ig: 'Ịkwụ ụgwọ NGN 5,000.00 ka na-aga n’ihu; mgbe nke ahụ gasịrị, agaghị ewepụ ihe ọ bụla ọzọ.',
    pcm: 'Payment of NGN 5,000.00 still dey go on; after am, we no go charge anything again.',
    yo: 'Ìsanwó NGN 5,000.00 ṣì ń lọ lọ́wọ́; lẹ́yìn rẹ̀, a kò ní yọ ohunkóhun mọ́.',
  }
  const bothPages = async (isBefore: boolean) => {
    for (const [lang, text] of Object.entries(inProgress)) {
      const html = await page(`lang=${lang}${isBefore ? '&cancel=1' : ''}`)
      assert.ok(html.includes(text), `${lang}, ${isBefore ? 'before' : 'after'}`)
      assert.equal(html.includes('Nothing more is charged'), false)
    }
  }
  await bothPages(true)
  assert.equal((await payer(cancelPayerSubscription, { accessCode })).inProgressKobo, 500_000)
  await bothPages(false)
  await app.drain()
  assert.equal((await detail(id)).status, 'non_renewing')
  const told = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => /will end$/.test(subject))
  assert.match(told!.text, /A payment of NGN.5,000\.00 is still in progress; after it, nothing more is charged\./)
  const { id: other } = await subscribe((await plan()).id, testCards.good, 'bola@example.com')
  await app.drain()
  await merchant.call(cancelSubscription, { id: other })
  const code = await findPayerCode(app, 'bola@example.com')
  assert.equal((await payer(getPayerSubscription, { accessCode: code })).inProgressKobo, null)
  const html = await (await fetch(`${app.url}/pay/subscription/${code}`)).text()
  assert.match(html, /It stays active until then\. Nothing more is charged\./)
})

test('a business that cancels at once while a renewal is at the bank is told of it, and so is the payer, until the bank has answered', async (t) => {
  const { app, merchant, plan, subscribe, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  await app.drain()
  assert.equal((await detail(id)).inProgressKobo, null)
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'bank_silent' })
  const cancelled = await merchant.call(cancelSubscription, { id, when: 'now' })
  assert.deepEqual([cancelled.status, cancelled.inProgressKobo], ['cancelled', 500_000])
  await app.drain()
  const told = (await mailsTo(app, 'ada@example.com')).find(({ subject }) => /has ended$/.test(subject))
  assert.match(told!.text, /A payment of NGN.5,000\.00 is still in progress; after it, nothing more is charged for /)
  app.forward(3 * 60_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  assert.equal((await detail(id)).inProgressKobo, null)
})

test('a card that the bank rejects for good is not retried: a new card is requested until the last day', async (t) => {
  const { app, merchant, plan, subscribe, live, detail } = await subscriptionFixture(t)
  // The month of tomorrow: this month may end during the test, and ends an hour earlier in Lagos.
  const [expiryYear, expiryMonth] = addDays(lagosDay(new Date()), 1).split('-').map(Number)
  const expiring = { ...testCards.good, expiryMonth: expiryMonth!, expiryYear: expiryYear! }
  const { id } = await subscribe((await plan({ interval: 'quarterly' })).id, expiring)
  await live(93)
  const waiting = await detail(id)
  assert.deepEqual(
    [waiting.status, waiting.attention?.code, waiting.attention?.needsNewCard, waiting.nextPaymentAt],
    ['attention', 'expired_card', true, null],
  )
  await live(7)
  assert.deepEqual([(await detail(id)).status, (await detail(id)).endReason], ['cancelled', 'payment_failed'])
  assert.equal((await merchant.call(listPayments, { subscriptionId: id, status: 'failed' })).totalElements, 1)
  const subjects = (await mailsTo(app, 'ada@example.com')).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => /needs another card/.test(subject)).length, 1)
})

test('the holder of a card that expires next month is emailed once, on the first of the month before, if it is charged again', async (t) => {
  const { app, merchant, plan, subscribe, live } = await subscriptionFixture(t)
  const inMonths = new Date(Date.now() + 100 * 86_400_000)
  const card = { ...testCards.good, expiryMonth: inMonths.getUTCMonth() + 1, expiryYear: inMonths.getUTCFullYear() }
  await subscribe((await plan({ interval: 'annually' })).id, card)
  const ending = await subscribe((await plan({ name: 'Other box', interval: 'annually' })).id, card)
  await merchant.call(cancelSubscription, { id: ending.id, when: 'period_end' })
  await live(110)
  const expiryMails = (await mailsTo(app, 'ada@example.com')).filter(({ subject }) => /expires soon/.test(subject))
  assert.equal(expiryMails.length, 1)
})

test('a payer cancels by the emailed link, which gives access to their own subscription only', async (t) => {
  const { app, payer, plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  await app.drain()
  const accessCode = await findPayerCode(app, 'ada@example.com')
  await assert.rejects(
    app.asNobody('LIVE').call(getPayerSubscription, { accessCode }),
    errorWith(404, 'subscription_not_found'),
  )
  await assert.rejects(
    payer(getPayerSubscription, { accessCode: 'x'.repeat(32) }),
    errorWith(404, 'subscription_not_found'),
  )
  const gone = await payer(cancelPayerSubscription, { accessCode, note: '<script>alert(1)</script>' })
  assert.deepEqual([gone.status, gone.canCancel, gone.canChangeCard], ['non_renewing', false, false])
  await assert.rejects(payer(cancelPayerSubscription, { accessCode }), errorWith(409, 'subscription_ending'))
  await assert.rejects(payer(changeCard, { accessCode }), errorWith(409, 'subscription_ended'))
  assert.deepEqual([(await detail(id)).endReason, (await detail(id)).status], ['payer', 'non_renewing'])
  await live(32)
  const over = await payer(getPayerSubscription, { accessCode })
  const lastMail = (await mailsTo(app, 'ada@example.com')).at(-1)!
  assert.equal(over.status, 'cancelled')
  assert.match(over.subscribeAgainUrl!, /\/pay\/page\/subscribe-here-\d+$/)
  assert.ok(lastMail.text.includes(over.subscribeAgainUrl!))
})

test('a new card without debt is checked, and the charge is returned; the old card is deleted', async (t) => {
  const { app, merchant, payer, plan, subscribe, runDueJobs, live, detail, pay } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan({ interval: 'weekly' })).id, testCards.failsLater)
  await app.drain()
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const started = await payer(changeCard, { accessCode })
  assert.equal(started.amountKobo, 5_000)
  assert.equal((await payer(changeCard, { accessCode })).accessCode, started.accessCode)
  assert.equal((await pay(started.accessCode)).status, 'success')
  await runDueJobs()
  const checked = (await merchant.call(listPayments, { search: started.reference })).content[0]!
  assert.deepEqual([checked.status, checked.feeKobo], ['refunded', 0])
  assert.equal((await merchant.call(getPayment, { id: checked.id })).subscription?.isCardCheck, true)
  assert.equal((await detail(id)).card?.last4, '4081')
  const { rows } = await app.runtime.database.read((tx) => tx.$client.query('select * from saved_cards'))
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes('AUTH_'))
  await live(8)
  assert.deepEqual([(await detail(id)).status, (await detail(id)).charges], ['active', 2])
})

test('an unpaid subscription is cancelled at once, also when the end of the period is requested', async (t) => {
  const { merchant, plan, subscribe, live, liveToNextCharge, invoices } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id, testCards.failsLater)
  await liveToNextCharge(id)
  const ended = await merchant.call(cancelSubscription, { id, when: 'period_end' })
  assert.deepEqual([ended.status, ended.endReason, ended.attention], ['cancelled', 'merchant', null])
  await live(10)
  const [openInvoice]: SubscriptionInvoice[] = await invoices(id)
  assert.deepEqual([openInvoice!.status, openInvoice!.attempts], ['failed', 1])
})
