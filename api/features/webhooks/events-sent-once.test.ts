import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, payByTransfer, simulateOutcome, simulateTransfer, startPayment } from '@adire/contract/checkout.ts'
import { applyCoupon, createCoupon, removeCoupon } from '@adire/contract/coupons.ts'
import {
  cancelDebit,
  cancelMandate,
  createMandate,
  debitNow,
  getMandate,
  scheduleDebit,
} from '@adire/contract/direct-debit.ts'
import { dayMs, minuteMs } from '@adire/contract/durations.ts'
import {
  cancelInvoice,
  createSimpleInvoice,
  recordInvoicePayment,
  remindInvoice,
  removeInvoicePayment,
  sendInvoice,
} from '@adire/contract/invoices.ts'
import { deletePlan } from '@adire/contract/plans.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { reactivateSubscription } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription, pauseSubscription, resumeSubscription } from '@adire/contract/subscriptions.ts'
import { lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { runNow } from '../../testing/drain.ts'
import { aMandate, dayFromNow } from '../../testing/mandates.ts'
import { collectEventTypes } from '../../testing/received-events.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
const noFunds = { number: '4084080000670037', cvv: '787', ...expiry }
const timesOut = { number: '4000000000000119', cvv: '123', ...expiry }

test('each outcome of a payment emits one event: declined, paid, abandoned, transfer returned', async (t) => {
  const { app, user, payer, begin, accessCode, runScheduledJobs } = await checkoutFixture(t)
  const receivedEvents = await collectEventTypes(t, app, user)
  await payer.call(payByCard, { accessCode, ...noFunds })
  assert.deepEqual(await receivedEvents(), ['charge.failed'])

  const second = await begin()
  const { transfer } = await payer.call(payByTransfer, { accessCode: second.accessCode })
  const send = (amountKobo: number) =>
    payer.call(simulateTransfer, { accountNumber: transfer!.accountNumber, amountKobo })
  await send(499_999)
  assert.deepEqual(await receivedEvents(), ['bank_transfer.rejected'])
  await send(500_000)
  assert.deepEqual(await receivedEvents(), ['charge.success', 'customer.created', 'paymentlink.paid'])
  await send(500_000)
  await runScheduledJobs()
  assert.deepEqual(await receivedEvents(), ['bank_transfer.rejected'])

  // An existing customer causes no second `customer.created`.
  const third = await begin()
  for (let click = 0; click < 2; click++)
    await payer.call(payByCard, { accessCode: third.accessCode, ...testCards.good })
  assert.deepEqual(await receivedEvents(), ['charge.success', 'paymentlink.paid'])
  const late = await begin('late@example.com')
  await payer.call(payByTransfer, { accessCode: late.accessCode })
  await payer.call(simulateOutcome, { accessCode: late.accessCode, outcome: 'late' })
  assert.deepEqual(await receivedEvents(), ['bank_transfer.rejected', 'charge.abandoned'])

  const [silent] = [await begin('silent@example.com'), await begin('gone@example.com')]
  await payer.call(payByCard, { accessCode: silent.accessCode, ...timesOut })
  assert.deepEqual(await receivedEvents(), [])
  app.forward(31 * minuteMs)
  await runScheduledJobs()
  await runScheduledJobs()
  assert.deepEqual(await receivedEvents(), ['charge.abandoned', 'charge.failed'])
})

test('each change of an invoice emits one event: created, sent, overdue, paid', async (t) => {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const receivedEvents = await collectEventTypes(t, app, user)
  const write = (email: string) =>
    call(createSimpleInvoice, {
      customerEmail: email,
      description: 'Bridal fitting',
      amountKobo: 1_000_000,
      dueOn: lagosDay(app.runtime.clock()),
    })
  const { id, url } = await write('ada@example.com')
  assert.deepEqual(await receivedEvents(), ['customer.created', 'invoice.created'])
  await call(sendInvoice, { id })
  app.forward(2 * minuteMs)
  await call(sendInvoice, { id })
  await call(remindInvoice, { id })
  assert.deepEqual(await receivedEvents(), ['invoice.sent'])
  app.forward(dayMs)
  for (let times = 0; times < 2; times++) await runNow(app.runtime, 'check-invoices')
  assert.deepEqual(await receivedEvents(), ['invoice.overdue'])
  const paidOn = lagosDay(app.runtime.clock())
  await call(recordInvoicePayment, { id, amountKobo: 400_000, method: 'cash', paidOn })
  assert.deepEqual(await receivedEvents(), [])
  const slug = url.split('/').at(-1)!
  const payer = app.asNobody()
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer.call(startPayment, begun)
  for (let click = 0; click < 2; click++) await payer.call(payByCard, { accessCode, ...testCards.good })
  await runNow(app.runtime, 'check-invoices')
  assert.deepEqual(await receivedEvents(), ['charge.success', 'invoice.paid'])

  const other = await write('ada@example.com')
  await call(sendInvoice, { id: other.id })
  const byCard = { id: other.id, amountKobo: 1_000_000, method: 'pos' as const, paidOn }
  const { payments } = await call(recordInvoicePayment, byCard)
  await call(removeInvoicePayment, { id: other.id, invoicePaymentId: payments[0]!.id, reason: 'Another invoice' })
  await call(recordInvoicePayment, byCard)
  const cancelled = await write('ada@example.com')
  await call(sendInvoice, { id: cancelled.id })
  await call(cancelInvoice, { id: cancelled.id })
  app.forward(2 * dayMs)
  await runNow(app.runtime, 'check-invoices')
  assert.deepEqual(await receivedEvents(), [
    'invoice.created',
    'invoice.created',
    'invoice.paid',
    'invoice.paid',
    'invoice.payment_removed',
    'invoice.sent',
    'invoice.sent',
  ])
})

test('each change of a mandate and its debits emits one event; a debit that is retried has not failed', async (t) => {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const receivedEvents = await collectEventTypes(t, app, user)
  const simulate = (kind: 'mandate' | 'debit', id: string, name: string) => call(playOutcome, { kind, id, name })
  const create = (given = {}) => call(createMandate, aMandate(app, given))
  const { id } = await create({ maxTotalKobo: 200_000, amountKobo: 100_000 })
  assert.deepEqual(await receivedEvents(), ['customer.created', 'mandate.created'])
  const received: Record<string, string[]> = {}
  for (const name of ['agree', 'wrong_transfer', 'transfer', 'approve', 'ready', 'suspend', 'reinstate']) {
    await simulate('mandate', id, name)
    received[name] = await receivedEvents()
  }
  assert.deepEqual(received, {
    agree: [],
    wrong_transfer: [],
    transfer: ['mandate.authorized'],
    approve: ['mandate.activated'],
    ready: ['mandate.ready'],
    suspend: ['mandate.suspended'],
    reinstate: ['mandate.ready'],
  })
  app.forward(dayMs)
  const plan = () => call(scheduleDebit, { mandateId: id, amountKobo: 100_000, date: dayFromNow(app, 2) })
  const unwanted = await plan()
  for (let click = 0; click < 2; click++) await call(cancelDebit, { id: unwanted.id })
  assert.deepEqual(await receivedEvents(), ['debit.cancelled'])
  const planned = await plan()
  await simulate('debit', planned.id, 'insufficient_funds')
  assert.deepEqual(await receivedEvents(), ['charge.failed'])
  await simulate('debit', planned.id, 'no_answer')
  assert.deepEqual(await receivedEvents(), [])
  await simulate('debit', planned.id, 'issuer_unavailable')
  assert.deepEqual(await receivedEvents(), ['charge.failed'])
  await simulate('debit', planned.id, 'insufficient_funds')
  assert.deepEqual(await receivedEvents(), ['charge.failed', 'debit.failed'])
  const debit = async () => simulate('debit', (await call(debitNow, { id, amountKobo: 100_000 })).id, 'success')
  await debit()
  assert.deepEqual(await receivedEvents(), ['charge.success', 'debit.success'])
  await debit()
  assert.deepEqual(await receivedEvents(), ['charge.success', 'debit.success', 'mandate.expired'])

  const declined = await create()
  await simulate('mandate', declined.id, 'decline')
  const withdrawn = await create()
  for (let click = 0; click < 2; click++) await call(cancelMandate, { id: withdrawn.id })
  const created = Array(2).fill('mandate.created')
  assert.deepEqual(await receivedEvents(), ['mandate.cancelled', ...created, 'mandate.rejected'])
  const ended = await create()
  for (const name of ['agree', 'transfer', 'approve', 'ready']) await simulate('mandate', ended.id, name)
  app.forward(dayMs)
  await receivedEvents()
  // Its planned debits end with it, as they do when the bank suspends it.
  for (const end of [() => simulate('mandate', ended.id, 'suspend'), () => call(cancelMandate, { id: ended.id })]) {
    for (let planned = 0; planned < 2; planned++)
      await call(scheduleDebit, { mandateId: ended.id, amountKobo: 10_000, date: dayFromNow(app, 2) })
    await end()
    const type = (await call(getMandate, { id: ended.id })).status
    assert.deepEqual(await receivedEvents(), ['debit.cancelled', 'debit.cancelled', `mandate.${type}`])
    if (type === 'suspended') await simulate('mandate', ended.id, 'reinstate')
    await receivedEvents()
  }
  const unanswered = await create({ startOn: dayFromNow(app, 30) })
  assert.equal(unanswered.status, 'pending')
  app.forward(14 * dayMs)
  for (let times = 0; times < 2; times++) await runNow(app.runtime, 'follow-mandates')
  assert.deepEqual(await receivedEvents(), ['mandate.created', 'mandate.expired'])
})

test('each change of a subscription emits one event: started, renewed, declined at each attempt, expiring, ended', async (t) => {
  const { app, user, merchant, plan, subscribe, live, now, detail, runDueJobs } = await subscriptionFixture(t)
  const receivedEvents = await collectEventTypes(t, app, user)
  const box = await plan({ interval: 'weekly' })
  assert.deepEqual(await receivedEvents(), ['plan.created'])
  const { id } = await subscribe(box.id)
  const begun = ['charge.success', 'customer.created', 'paymentlink.paid', 'subscription.created']
  assert.deepEqual(await receivedEvents(), begun)
  const received: Record<string, string[]> = {}
  const simulate = async (name: string) => {
    await merchant.call(playOutcome, { kind: 'subscription', id, name })
    await runDueJobs()
    received[name] = await receivedEvents()
  }
  for (const name of ['renewed', 'no_funds', 'retry_declined', 'retry_paid', 'payer_cancels', 'period_over'])
    await simulate(name)
  assert.deepEqual(received, {
    renewed: ['charge.success', 'subscription.renewed'],
    no_funds: ['charge.failed', 'subscription.payment_failed'],
    retry_declined: ['charge.failed', 'subscription.payment_failed'],
    retry_paid: ['charge.success', 'subscription.renewed'],
    payer_cancels: ['subscription.not_renew'],
    period_over: ['subscription.cancelled'],
  })

  const trialPlan = await plan({ interval: 'daily', trialDays: 2, chargeLimit: 1 })
  const { id: trial } = await subscribe(trialPlan.id)
  await runDueJobs()
  // A card check is not a payment and causes no payment event.
  assert.deepEqual(await receivedEvents(), ['plan.created', 'subscription.created'])
  const half = await merchant.call(createCoupon, { name: 'Half price', percentOff: 50 })
  await merchant.call(applyCoupon, { id: trial, couponId: half.id })
  await merchant.call(removeCoupon, { id: trial })
  await merchant.call(removeCoupon, { id: trial })
  assert.deepEqual(await receivedEvents(), ['subscription.updated', 'subscription.updated'])
  await merchant.call(cancelSubscription, { id: trial })
  await merchant.call(reactivateSubscription, { id: trial })
  assert.deepEqual(await receivedEvents(), ['subscription.not_renew', 'subscription.updated'])
  await merchant.call(pauseSubscription, { id: trial })
  await merchant.call(resumeSubscription, { id: trial })
  await live(4)
  const ends = ['subscription.completed', 'subscription.not_renew', 'subscription.renewed']
  assert.deepEqual(await receivedEvents(), ['charge.success', ...ends])
  assert.deepEqual([(await detail(trial)).status, (await detail(trial)).charges], ['completed', 1])

  // A subscription that was cancelled before causes no second event when its plan is deleted.
  const cancelled = await subscribe(box.id, testCards.good, 'eche@example.com')
  await subscribe(box.id, testCards.good, 'femi@example.com')
  await merchant.call(cancelSubscription, { id: cancelled.id })
  await receivedEvents()
  await merchant.call(deletePlan, { id: box.id })
  assert.deepEqual(await receivedEvents(), ['subscription.not_renew'])

  const soon = new Date((await now()) + 100 * dayMs)
  const expiring = { ...testCards.good, expiryMonth: soon.getUTCMonth() + 1, expiryYear: soon.getUTCFullYear() }
  const yearly = await plan({ interval: 'annually' })
  const ended = await subscribe(yearly.id, testCards.good, 'chidi@example.com')
  await subscribe(yearly.id, expiring, 'bola@example.com')
  await receivedEvents()
  await merchant.call(cancelSubscription, { id: ended.id, when: 'now' })
  assert.deepEqual(await receivedEvents(), ['subscription.cancelled'])
  app.forward(100 * dayMs)
  for (let times = 0; times < 2; times++) await runNow(app.runtime, 'warn-of-expiring-cards')
  assert.deepEqual(await receivedEvents(), ['subscription.expiring_card'])
})
