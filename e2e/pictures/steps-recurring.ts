import { createCoupon } from '@adire/contract/coupons.ts'
import { createMandate } from '@adire/contract/direct-debit.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { pauseSubscription } from '@adire/contract/subscriptions.ts'
import { type Business, mailTo } from '../support/business.ts'
import * as checkout from '../support/checkout.ts'
import { lagosDay, moveByDays } from '../support/clock.ts'
import { flexibleMandate } from '../support/mandates.ts'
import { payersPage, subscribePayer } from '../support/subscriptions.ts'
import type { PictureScreen } from './kind.ts'
import { longTexts } from './steps-texts.ts'

const goodCard = '4084084084084081'

async function createLinkOfPlan(business: Business, fields: object) {
  const plan = await business.call(createPlan, {
    name: checkout.freshName('Style box'),
    amountKobo: 1_500_000,
    interval: 'monthly',
    ...fields,
  } as never)
  return business.call(createPaymentLink, { name: checkout.freshName('Style box'), planId: plan.id })
}

/** From the link of a plan to the payer's page of the subscription. */
export async function subscriptionSteps(sade: Business, large: Business): Promise<PictureScreen[]> {
  const description = 'A new set each month, delivered in Lagos.'
  const trial = await createLinkOfPlan(sade, { description, trialDays: 7, setupFeeKobo: 200_000 })
  await sade.call(createCoupon, { name: 'Launch offer', code: 'LAUNCH', percentOff: 50, charges: 2 })
  const club = await createLinkOfPlan(sade, {})
  const active = await subscribePayer(sade, club.slug, goodCard)
  const paused = await subscribePayer(sade, club.slug, goodCard)
  await sade.call(pauseSubscription, { id: paused.id } as never)
  const long = await createLinkOfPlan(large, { name: longTexts.name, amountKobo: 499_999_999, interval: 'biannually' })
  const longOne = await subscribePayer(large, long.slug, goodCard, longTexts.email)
  const pageOf = async ({ email }: { email: string }) =>
    new URL(payersPage(await mailTo(email, /You subscribed to/))).pathname
  return [
    {
      name: 'plan',
      path: `/pay/page/${trial.slug}`,
      async walk(page, look) {
        await checkout.waitForHydration(page)
        await look('details')
        await page.getByText('Have a code?').click()
        await page.getByLabel('Code', { exact: true }).fill('WRONG')
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByText('This code is not valid').waitFor()
        await look('code-wrong')
        await page.getByLabel('Code', { exact: true }).fill('launch')
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByText('LAUNCH').first().waitFor()
        await checkout.waitForHydration(page)
        await look('code')
        await page.getByLabel('Email address').fill(checkout.randomEmail())
        await page.getByRole('button', { name: /^Continue/ }).click()
        await page.getByLabel('Card number').waitFor()
        await look('card')
        await checkout.fillCard(page, checkout.testCards.good)
        await page.getByRole('button', { name: /^Start free trial|^Subscribe and pay|^Pay/ }).click()
        await page.waitForTimeout(2_000)
        await look('started')
      },
    },
    {
      name: 'plan-account',
      path: `/pay/page/${trial.slug}/account`,
      async walk(page, look) {
        await look('empty')
        await page.getByRole('button', { name: 'Continue' }).click()
        await look('errors')
      },
    },
    {
      name: 'subscription',
      path: await pageOf(active),
      async walk(page, look) {
        await look('active')
        const cancel = { name: 'Cancel the subscription' }
        await page.getByRole('button', cancel).or(page.getByRole('link', cancel)).first().click()
        await look('cancel')
      },
    },
    { name: 'subscription-paused', path: await pageOf(paused) },
    { name: 'plan-long', path: `/pay/page/${long.slug}` },
    { name: 'subscription-long', path: await pageOf(longOne) },
    { name: 'subscription-not-found', path: `/pay/subscription/${'x'.repeat(32)}` },
  ]
}

/** From the request for consent to the cancellation of a direct debit. */
export async function mandateSteps(sade: Business, large: Business): Promise<PictureScreen[]> {
  const long = await large.call(createMandate, {
    customerEmail: longTexts.email,
    customerName: longTexts.person,
    bankId: 8,
    accountNumber: '0000000018',
    kind: 'variable',
    amountKobo: 2_499_999_999,
    startOn: lagosDay(1),
    narration: 'Fabric on account for the wedding of Ìyàwó',
  })
  return [
    {
      name: 'mandate',
      path: `/mandate/${'x'.repeat(32)}`,
      async walk(page, look) {
        const { consentUrl } = await flexibleMandate(sade)
        await page.goto(consentUrl!)
        await look('request')
        await page.getByRole('button', { name: 'Email me a code to agree' }).click()
        await page.getByLabel('Code from the email').fill('000000')
        await page.getByRole('button', { name: 'I agree' }).click()
        await look('errors')
        await page.getByRole('checkbox').check()
        await page.getByLabel('Code from the email').fill('123456')
        await page.getByRole('button', { name: 'I agree' }).click()
        await page.getByRole('heading', { name: /Now send/ }).waitFor()
        await look('transfer')
        await page.getByRole('button', { name: 'Send exactly NGN 50' }).click()
        await page.getByRole('heading', { name: /has arrived/ }).waitFor()
        await look('arrived')
        await moveByDays(sade, 0.01)
        await page.reload()
        await look('set-up')
        await page.getByRole('link', { name: 'Cancel this direct debit' }).click()
        await look('cancel')
        await page.getByRole('button', { name: 'Cancel direct debit' }).click()
        await look('cancelled')
      },
    },
    {
      name: 'mandate-long',
      path: new URL(long.consentUrl!).pathname,
      async walk(page, look) {
        await look('request')
        await page.getByRole('link', { name: 'Decline this request' }).click()
        await look('decline')
      },
    },
    { name: 'mandate-not-found', path: `/mandate/${'x'.repeat(32)}` },
  ]
}
