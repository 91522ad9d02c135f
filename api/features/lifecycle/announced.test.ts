// What changes without a member of the business, by a payer, a bank or the passage of time, is announced to open dashboards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, payByTransfer, simulateTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createMandate, scheduleDebit } from '@adire/contract/direct-debit.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { createSimpleInvoice, getInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { submitBvn } from '@adire/contract/kyc.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import { cancelPayerSubscription } from '@adire/contract/subscriber.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { listenToTopics } from '../../testing/announcements.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { activeMandate, agreeToMandate, aMandate, codeOf, dayFromNow } from '../../testing/mandates.ts'
import { businessDetails, registerNewcomer } from '../../testing/onboarding.ts'
import { refundFixture } from '../../testing/refunding.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

test('a payment, and a transfer that is returned', async (t) => {
  const app = await testApp(t)
  const { call, merchantId } = app.as(await app.createUser())
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const announced = await listenToTopics(app, merchantId)
  const { call: payer } = app.asNobody()
  const checkoutId = crypto.randomUUID()
  const { accessCode } = await payer(startPayment, { slug, checkoutId, email: 'ada@example.com' })
  const { transfer } = await payer(payByTransfer, { accessCode })
  const { accountNumber } = transfer!
  const returned = () => payer(simulateTransfer, { accountNumber, amountKobo: 400_000 })
  assert.ok((await announced(returned)).includes('payments'))
  assert.ok((await announced(() => payer(payByCard, { accessCode, ...testCards.good }))).includes('payments'))
})

test('a refund', async (t) => {
  const { app, call, merchantId, pay, begin, runScheduledJobs } = await refundFixture(t)
  const payment = await pay('needsAccount')
  await app.drain()
  await begin(payment.id, 100_000)
  const announced = await listenToTopics(app, merchantId)
  assert.ok((await announced(runScheduledJobs)).includes('payments'))
  assert.equal((await call(listRefunds, {})).content[0]!.status, 'needs_attention')
})

test('a settlement, and a dispute', async (t) => {
  const { app, call, merchantId, pay, to, addAccount } = await settlementFixture(t)
  await addAccount()
  const announced = await listenToTopics(app, merchantId)
  await pay(500_000, 'disputed')
  await app.drain()
  app.forward(5 * 60_000)
  assert.ok((await announced(() => app.drain())).includes('payments'))
  assert.equal((await call(listDisputes, {})).content.length, 1)
  await pay()
  await app.drain()
  to(1, 1.2)
  assert.ok((await announced(() => runNow(app.runtime, 'create-settlements'))).includes('payments'))
  assert.equal((await call(listSettlements, {})).content[0]!.status, 'pending')
  to(1, 9.2)
  assert.ok((await announced(() => runNow(app.runtime, 'pay-settlements'))).includes('payments'))
})

test('an invoice', async (t) => {
  const app = await testApp(t)
  const { call, merchantId } = app.as(await app.createUser())
  const { id } = await call(createSimpleInvoice, {
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    description: 'Lace',
    amountKobo: 500_000,
    dueOn: addDays(lagosDay(app.runtime.clock()), 1),
  })
  await call(sendInvoice, { id })
  await app.drain()
  const announced = await listenToTopics(app, merchantId)
  app.forward(3 * dayMs)
  assert.ok((await announced(() => runNow(app.runtime, 'check-invoices'))).includes('payments'))
  assert.equal((await call(getInvoice, { id })).status, 'overdue')
})

test('a subscription', async (t) => {
  const { app, merchant, payer, plan, subscribe, runDueJobs } = await subscriptionFixture(t)
  await subscribe((await plan()).id)
  await runDueJobs()
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const announced = await listenToTopics(app, merchant.merchantId)
  assert.ok((await announced(() => payer(cancelPayerSubscription, { accessCode }))).includes('payments'))
})

test('a mandate, and a debit', async (t) => {
  const app = await testApp(t)
  const caller = app.as(await app.createUser())
  const announced = await listenToTopics(app, caller.merchantId)
  const mandate = await caller.call(createMandate, aMandate(app, { customerEmail: 'bayo@example.com' }))
  await app.drain()
  assert.ok((await announced(() => agreeToMandate(app, codeOf(mandate)))).includes('payments'))
  const { id: mandateId } = await activeMandate(app, caller)
  await caller.call(scheduleDebit, { mandateId, amountKobo: 100_000, date: dayFromNow(app, 5) })
  await app.drain()
  app.forward(4 * dayMs)
  assert.ok((await announced(() => runNow(app.runtime, 'notify-of-debits'))).includes('payments'))
})

test('a KYC item', async (t) => {
  const app = await testApp(t)
  const user = await registerNewcomer(app)
  const { call } = app.as(user)
  await call(submitBusinessDetails, businessDetails as never)
  await app.drain()
  const announced = await listenToTopics(app, user.merchantId)
  await call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
  assert.ok((await announced(() => app.drain())).includes('account'))
})
