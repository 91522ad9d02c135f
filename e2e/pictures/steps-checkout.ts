import { listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import type { Page } from '@playwright/test'
import type { Business } from '../support/business.ts'
import * as checkout from '../support/checkout.ts'
import { moveByDays } from '../support/clock.ts'
import type { Look, PictureScreen } from './kind.ts'
import { channelSteps, faultSteps, linkSteps } from './steps-channels.ts'
import { largestKobo, longTexts } from './steps-texts.ts'

const { testCards } = checkout

async function begin(page: Page, slug: string) {
  await page.goto(`/pay/page/${slug}`)
  await checkout.waitForHydration(page)
  await page.getByLabel('Email address').fill(checkout.randomEmail())
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByText('How would you like to pay?').waitFor()
}

/** From the link to the receipt, by each channel, with each error. */
export async function checkoutSteps(sade: Business): Promise<PictureScreen[]> {
  const { slug } = await checkout.newLink(sade, { description: 'Six yards, hand-dyed in Abẹ́òkúta. Delivery is free.' })
  const walk = (name: string, steps: (page: Page, look: Look) => Promise<unknown>): PictureScreen => ({
    name: `pay-${name}`,
    path: '/',
    walk: async (page, look) => {
      await begin(page, slug)
      await steps(page, look)
    },
  })
  const card = (name: string, used: checkout.TestCard, steps: (page: Page, look: Look) => Promise<unknown>) =>
    walk(name, async (page, look) => {
      await checkout.payWith(page, used)
      await steps(page, look)
    })
  return [
    {
      name: 'pay-link',
      path: `/pay/page/${slug}`,
      async walk(page, look) {
        await look('details')
        await page.getByRole('button', { name: /^Continue/ }).click()
        await look('errors')
      },
    },
    walk('card', async (page, look) => {
      await look('empty')
      await checkout.payButton(page).click()
      await look('errors')
    }),
    card('pin', testCards.pinPhoneAndOtp, async (page, look) => {
      await page.getByLabel('Card PIN').waitFor()
      await look('asked')
      await checkout.submitChallenge(page, 'pin', '111')
      await look('error')
      await checkout.submitChallenge(page, 'pin', '0000')
      await page.getByLabel('Phone number').waitFor()
      await look('phone')
      await checkout.submitChallenge(page, 'phone', '08031234567')
      await page.getByLabel('One-time code').waitFor()
      await look('code')
      await checkout.submitChallenge(page, 'otp', '111111')
      await page.getByText('The code is wrong').first().waitFor()
      await look('code-wrong')
    }),
    card('bank-page', testCards.bankPage, async (page, look) => {
      const link = page.getByRole('link', { name: 'Continue to your bank' })
      await link.waitFor()
      await look('asked')
      await link.click()
      await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor()
      await look('sandbox')
    }),
    card('declined', testCards.noFunds, async (page, look) => {
      await checkout.notThrough(page).waitFor()
      await look('card')
    }),
    card('late', testCards.timeout, async (page, look) => {
      await page.getByText('Your bank has not answered yet').first().waitFor()
      await look('bank')
    }),
    card('received', testCards.good, async (page, look) => {
      await checkout.receivedHeading(page).waitFor()
      await look('paid')
      await page.getByRole('link', { name: 'View receipt' }).click()
      await look('receipt')
      const [payment] = (await sade.call(listPayments, { limit: 1 })).content
      await sade.call(requestRefund, { id: payment!.id, amountKobo: 200_000, reason: 'requested_by_customer' } as never)
      await moveByDays(sade, 0.2)
      await page.reload()
      await look('receipt-refunded')
    }),
    ...channelSteps(walk),
    ...faultSteps(walk),
    ...(await linkSteps(sade)),
  ]
}

const longLink = {
  name: longTexts.name,
  amountKobo: largestKobo,
  feeBearer: 'customer',
  description: longTexts.description,
} as const

/** The same with every field, the longest texts and the largest amount. */
export async function longCheckoutSteps(large: Business): Promise<PictureScreen[]> {
  const link = await checkout.newLink(large, {
    ...longLink,
    // Names of links differ, also from those of an earlier run.
    name: checkout.freshName('Aṣọ-Òkè ìgbéyàwó (Ìyàwó àti Ọkọ): complete'),
    collectPhone: true,
    customFields: [
      { key: 'guests', label: 'Number of family members who come to be measured', type: 'number', required: true },
      {
        key: 'size',
        label: 'Size',
        type: 'choice',
        required: true,
        choices: ['Small', 'Large, with sleeves to the wrist'],
      },
      { key: 'bag', label: 'W'.repeat(60), type: 'text', required: false },
    ],
  } as never)
  const walk: PictureScreen['walk'] = async (page, look) => {
    await look('details')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await look('errors')
    await page.getByLabel('Email address').fill(longTexts.email)
    await page.getByLabel('Phone number').fill('08031234567')
    await page.getByLabel(/^Number of/).fill('12')
    await page.getByLabel('Size').selectOption({ index: 2 })
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.getByText('How would you like to pay?').waitFor()
    await look('card')
    await checkout.payWith(page, testCards.good)
    await checkout.receivedHeading(page).waitFor()
    await look('received')
    await page.getByRole('link', { name: 'View receipt' }).click()
    await look('receipt')
  }
  return [{ name: 'pay-long', path: `/pay/page/${link.slug}`, walk }]
}

/** A payment in each language, with long texts. */
export async function languageSteps(large: Business): Promise<PictureScreen[]> {
  const { slug } = await checkout.newLink(large, { ...longLink, name: checkout.freshName('Aṣọ-Òkè ìgbéyàwó') })
  return ['ha', 'yo', 'ig', 'pcm'].map((language) => ({
    name: `pay-${language}`,
    path: `/pay/page/${slug}?lang=${language}`,
    async walk(page, look) {
      await checkout.waitForHydration(page)
      await look('details')
      await page.locator('input[type=email]').press('Enter')
      await look('errors')
      await page.locator('input[type=email]').fill(checkout.randomEmail())
      await page.locator('input[type=email]').press('Enter')
      await page.locator('input[autocomplete=cc-number]').waitFor()
      await page.locator('input[autocomplete=cc-number]').press('Enter')
      await look('card-errors')
      for (const [field, text] of [
        ['cc-number', testCards.noFunds.number],
        ['cc-exp', testCards.noFunds.expiry],
        ['cc-csc', testCards.noFunds.cvv],
      ])
        await page.locator(`input[autocomplete=${field}]`).fill(text!)
      await page.locator('input[autocomplete=cc-csc]').press('Enter')
      await page.locator('input[autocomplete=cc-csc]').waitFor({ state: 'hidden' })
      await look('declined')
    },
  }))
}
