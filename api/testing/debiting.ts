import type { TestContext } from 'node:test'
import { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { subscribeByAccount } from '@adire/contract/subscribing.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { mailsTo } from './mails.ts'
import { agreeToMandate, gtBankId, testAccounts } from './mandates.ts'
import { subscriptionFixture } from './subscribing.ts'

export const codeIn = (url: string) => url.split('/').at(-1)!

/** A merchant fixture whose payers subscribe by direct debit. */
export async function debiting(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { app, merchant, payer, linkTo, live } = fixture
  const requestSubscription = (slug: string, accountNumber: string = testAccounts.ok, email = 'ada@example.com') =>
    payer(subscribeByAccount, { slug, email, name: 'Ada Obi', bankId: gtBankId, accountNumber })
  /** Subscribes, approves the mandate and sends the NGN 50. The simulated bank then activates it within a day. */
  const subscribe = async (planId: string, accountNumber: string = testAccounts.ok) => {
    const { slug } = await linkTo(planId)
    const accessCode = codeIn((await requestSubscription(slug, accountNumber)).mandateUrl)
    await app.drain()
    await agreeToMandate(app, accessCode)
    await payer(simulateMandateTransfer, { accessCode, outcome: 'exact' })
    await live(0.1)
    return (await merchant.call(listSubscriptions, { planId, limit: 1 })).content[0]!.id
  }
  const payments = async (subscriptionId: string) =>
    (await merchant.call(listPayments, { subscriptionId })).content.map(({ status, channel, amountKobo }) => ({
      status,
      channel,
      amountKobo,
    }))
  const subjects = async () =>
    (await mailsTo(app, 'ada@example.com')).map(({ subject }) => subject.replace('[Test] ', ''))
  return { ...fixture, subscribing: fixture.subscribe, requestSubscription, subscribe, payments, subjects }
}
