import type { TestContext } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { getSubscription, listSubscriptionInvoices, listSubscriptions } from '@adire/contract/subscriptions.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { type TestApp, testApp } from './app.ts'
import { runNow } from './drain.ts'
import { mailsTo } from './mails.ts'
import { addPayoutAccount } from './payout-account.ts'

export const testCards = {
  good: { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 },
  failsLater: { number: '4000000000000341', cvv: '123', expiryMonth: 12, expiryYear: 2035 },
}

let links = 0

/**
 * A business with plans and subscribers; with `stoppedAt`, its clock is stopped. It has an account for payouts: without one, its proceeds
 * would be tried again on each working day that its clock passes.
 */
export async function subscriptionFixture(t: TestContext, stoppedAt?: Date) {
  const app = await testApp(t)
  if (stoppedAt) app.stopClock(stoppedAt)
  const user = await app.createUser()
  const merchant = app.as(user)
  await app.runtime.database.write((tx) => addPayoutAccount(tx, user.merchantId, app.runtime.clock()))
  const { call: payer } = app.asNobody()

  const plan = (given: Partial<EndpointInput<typeof createPlan>> = {}) =>
    merchant.call(createPlan, { name: 'Box of the month', amountKobo: 500_000, interval: 'monthly', ...given })
  const linkTo = (planId: string) => merchant.call(createPaymentLink, { name: `Subscribe here ${++links}`, planId })
  const pay = (accessCode: string, card: typeof testCards.good = testCards.good) =>
    payer(payByCard, { accessCode, ...card })
  const subscribe = async (planId: string, card = testCards.good, email = 'ada@example.com') => {
    const { slug } = await linkTo(planId)
    const { accessCode } = await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
    await pay(accessCode, card)
    const [row] = (await merchant.call(listSubscriptions, { planId, search: email, limit: 1 })).content
    return row!
  }
  /** Runs the scheduled jobs and all due jobs now. */
  const runDueJobs = async () => {
    await runNow(app.runtime, 'renew-subscriptions')
    await runNow(app.runtime, 'check-payments')
    await runNow(app.runtime, 'check-refunds')
    await app.drain()
  }
  const now = async () => Date.parse((await merchant.call(getTestClock, {})).now)
  /** Moves the test clock of the business, which runs everything that becomes due on the way. */
  const liveTo = async (ms: number) => {
    await merchant.call(moveTestClock, { to: new Date(ms).toISOString() })
    await app.drain()
  }
  const live = async (days: number) => liveTo((await now()) + Math.round(days * dayMs))
  /** Moves the clock to one hour after the next charge. */
  const liveToNextCharge = async (id: string) => liveTo(Date.parse((await detail(id)).nextPaymentAt!) + dayMs / 24)
  const detail = (id: string) => merchant.call(getSubscription, { id })
  const invoices = async (id: string) => (await merchant.call(listSubscriptionInvoices, { id, limit: 100 })).content
  return {
    app,
    user,
    merchant,
    payer,
    plan,
    linkTo,
    pay,
    subscribe,
    runDueJobs,
    now,
    live,
    liveTo,
    liveToNextCharge,
    detail,
    invoices,
  }
}

/** Access code of the payer's subscription page, from the latest email with a link to it. */
export async function findPayerCode(app: TestApp, email: string): Promise<string> {
  const mails = await mailsTo(app, email)
  const codes = mails.flatMap(({ text }) => text.match(/\/pay\/subscription\/(\w+)/)?.[1] ?? [])
  return codes.at(-1)!
}
