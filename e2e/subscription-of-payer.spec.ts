import { createCoupon } from '@adire/contract/coupons.ts'
import { messages } from '@adire/contract/messages.ts'
import { updatePlan } from '@adire/contract/plans.ts'
import { getSubscription } from '@adire/contract/subscriptions.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, newBusiness } from './support/business.ts'
import { fillCard, payerPhone, randomEmail, testCards, waitForHydration } from './support/checkout.ts'
import { createPlanWithLink, payersPage, subscribePayer } from './support/subscriptions.ts'
import { test } from './support/test.ts'

test('on a phone the payer opens the email, adds another card and cancels, also without script', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  const { plan, link } = await createPlanWithLink(business)
  const { email, id } = await subscribePayer(business, link.slug, '4084084084084081')
  const url = payersPage(await mailTo(email, /You subscribed to/))
  const phone = await payerPhone(browser)
  await test.step('another payer subscribes with a code, after a wrong one', async () => {
    await business.call(createCoupon, { name: 'Launch offer', code: 'LAUNCH', percentOff: 50, charges: 2 })
    await phone.goto(`/pay/page/${link.slug}`)
    await phone.getByText('Have a code?').click()
    await phone.getByLabel('Code', { exact: true }).fill('WRONG')
    await phone.getByRole('button', { name: 'Apply' }).click()
    await expect(phone.getByText('This code is not valid')).toBeVisible()
    await expectAccessible(phone, 'a wrong code')
    await phone.getByLabel('Code', { exact: true }).fill('launch')
    await phone.getByRole('button', { name: 'Apply' }).click()
    await expect(phone.getByText(/^LAUNCH is applied: NGN.2,500\.00 a month for 2 months, then/)).toBeVisible()
    await expectAccessible(phone, 'a code that is applied')
    await expectNoSidewaysScroll(phone, 'a code that is applied')
    await waitForHydration(phone)
    await phone.getByLabel('Email address').fill(randomEmail('bisi'))
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByText(/2,500\.00 a month for 2 months, then NGN.5,000\.00 a month, until/)).toBeVisible()
    await fillCard(phone, testCards.good)
    await phone.getByRole('button', { name: /^Subscribe and pay NGN.2,500\.00/ }).click()
    await expect(phone.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
  })
  await test.step('a price that changes while the page is open is shown before anything is charged', async () => {
    const reprice = (amountKobo: number) => business.call(updatePlan, { id: plan.id, name: plan.name, amountKobo })
    await phone.goto(`/pay/page/${link.slug}`)
    await waitForHydration(phone)
    await reprice(550_000)
    const late = randomEmail('chidi')
    await phone.getByLabel('Email address').fill(late)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('alert')).toHaveText(
      /^This page has changed since you opened it\. Amount: NGN\s5,500\.00$/,
    )
    await expect(phone.getByLabel('Email address')).toHaveValue(late)
    await expectAccessible(phone, 'a price that has changed')
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByText(/charge this card NGN.5,500\.00 a month/)).toBeVisible()
    await reprice(500_000)
  })
  await phone.goto(url)
  await expect(phone.getByRole('heading', { name: 'Your subscription is active' })).toBeVisible()
  await expect(phone.getByText('Visa ending 4081, 12/39')).toBeVisible()
  await expectAccessible(phone, 'a subscription as its payer sees it')
  await expect(phone.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - paragraph: Tola Atelier
    - main:
      - heading "Your subscription is active" [level=2]
      - term: Card
      - definition: Visa ending 4081, 12/39
      - button "Change the card"
      - link "Cancel the subscription"
      - heading "Payments so far" [level=3]
  `)
  await expectNoSidewaysScroll(phone, 'a subscription as its payer sees it')
  await phone.getByRole('button', { name: 'Change the card' }).click()
  await waitForHydration(phone)
  await fillCard(phone, testCards.bankPage)
  await expectAccessible(phone, 'another card')
  await phone.getByRole('button', { name: 'Use this card' }).click()
  await phone.getByRole('link', { name: 'Continue to your bank' }).click()
  await phone.getByRole('button', { name: 'Approve' }).click()
  await expect(phone.getByRole('heading', { name: 'Your card has been changed' })).toBeVisible()
  await phone.getByRole('link', { name: 'Back to your subscription' }).click()
  await expect(phone.getByText(/^Mastercard ending 4796/)).toBeVisible()

  const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await plain.goto(url)
  await plain.getByRole('link', { name: 'Cancel the subscription' }).click()
  await expect(plain.getByRole('heading', { name: `Cancel ${plan.name}?` })).toBeVisible()
  await plain.getByLabel('Why are you leaving?').fill('Moving <b>away</b>')
  await plain.getByRole('button', { name: 'Cancel the subscription' }).click()
  await expect(plain.getByText(messages.subscriptionCancelled)).toBeVisible()
  await expect(plain.getByRole('heading', { name: /^Your subscription ends on/ })).toBeVisible()
  expect(await business.call(getSubscription, { id })).toMatchObject({
    status: 'non_renewing',
    endReason: 'payer',
    endNote: 'Moving <b>away</b>',
    card: { last4: '4796' },
  })
  await plain.goto(url.replace(/\w+$/, 'x'.repeat(32)))
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Subscription not found')
  await expect(plain).toHaveTitle(/^Subscription not found \|/)
})
