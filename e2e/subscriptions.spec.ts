import { initialiseCharge } from '@adire/contract/charges.ts'
import { messages } from '@adire/contract/messages.ts'
import { createPlan, listPlans } from '@adire/contract/plans.ts'
import { cancelSubscription, getSubscription } from '@adire/contract/subscriptions.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, newBusiness, signIn } from './support/business.ts'
import { fillCard, freshName, randomEmail, testCards } from './support/checkout.ts'
import { openExport, saveExport } from './support/export.ts'
import { openInApp } from './support/session.ts'
import { createPlanWithLink, payPage, subscribePayer } from './support/subscriptions.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a plan is created, shared, subscribed to, given another price, and deleted [S2.6-08] [S2.6-09] [S2.6-10] [S2.7-04] [S2.7-05] [S2.4-09]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/plans')
  await expect(page.getByText('No plans yet')).toBeVisible()
  await page.getByRole('button', { name: 'New plan' }).first().click()
  const form = dialog(page, 'New plan')
  await form.getByRole('button', { name: 'Create plan' }).click()
  await expect(form.getByText(messages.required)).not.toHaveCount(0)
  await expectAccessible(page, 'a new plan with errors')
  const name = freshName('Style box')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Price').fill('15000')
  await form.getByLabel('Setup fee').fill('2000')
  await form.getByRole('button', { name: 'Create plan' }).click()
  await expect(page).toHaveURL(/\/plans\/[\w-]{36}$/)
  await expect(heading(page, name)).toBeVisible()
  const [made] = (await business.call(listPlans, {})).content
  expect(made).toMatchObject({
    name,
    amountKobo: 1_500_000,
    setupFeeKobo: 200_000,
    interval: 'monthly',
    trialDays: 0,
    chargeLimit: null,
  })

  await page.getByRole('link', { name: 'New payment link' }).first().click()
  await expect(page.getByText('NGN 15,000.00 a month, with a setup fee of NGN 2,000.00.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(freshName('Join us'))
  await expect(page.getByText(messages.available, { exact: true })).toBeVisible()
  await expectAccessible(page, 'a link that subscribes, being made', 'main form')
  await page.getByRole('button', { name: 'Create link' }).click()
  const ready = dialog(page, 'Your link is ready')
  await expect(ready).toBeVisible()
  const url = (await ready.getByRole('link', { name: 'Preview payment page' }).getAttribute('href'))!

  const payer = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const email = randomEmail('sade')
  await payer.goto(url)
  await expect(payer.getByRole('heading', { name: `Subscribe to ${name}` })).toBeVisible()
  await expect(payer.getByText('Until you cancel')).toBeVisible()
  await expect(payer.getByText('Setup fee')).toBeVisible()
  await expectNoSidewaysScroll(payer, 'the page of a plan')
  await payer.getByLabel('Email address').fill(email)
  await payer.getByRole('button', { name: 'Continue' }).click()
  await expect(
    payer.getByText(
      /You let .* charge this card NGN.15,000\.00 a month, until you cancel\. A setup fee of NGN.2,000\.00/,
    ),
  ).toBeVisible()
  await fillCard(payer, testCards.good)
  await payer.getByRole('button', { name: /^Subscribe and pay NGN.17,000\.00/ }).click()
  await expect(payer.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()

  await page.goto(`/plans/${made!.id}`)
  await expect(page.getByRole('table', { name: 'Subscribers of this plan' }).getByRole('link')).toHaveText(email)
  await openInApp(page, '/plans')
  const plans = page.getByRole('table', { name: 'Plans' })
  await plans.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, 'Edit plan')
  await edit.getByLabel('Price').fill('17500')
  await edit.getByText('All subscribers').click()
  await expect(
    edit.getByText(/1 subscriber pays NGN.2,500\.00 more from the next charge on, the first on/),
  ).toBeVisible()
  await expect(edit.getByText(/they pay NGN.15,000\.00 a month now, and NGN.17,500\.00 at the new price/)).toBeVisible()
  await expectAccessible(page, 'a new price and whom it meets')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await plans.getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(/17,500\.00/)
  expect((await mailTo(email, /The price of .* changes/)).text).toMatch(/17,500\.00/)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const remove = dialog(page, 'Delete this plan?')
  await expect(remove).toContainText(/1 running subscription, worth NGN.17,500\.00 a month, will not be charged again/)
  await expectAccessible(page, 'a plan about to be deleted')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/plans')
  await toasts.expect(messages.planDeleted, 5000)
  await expect(page.getByText('No plans yet')).toBeVisible()
  await payer.goto(url)
  await expect(payer.getByText('This payment page is closed')).toBeVisible()
  await payer.close()
})

test('a business changes, pauses and cancels a subscription: rejected and accepted changes, the end of the period, and the export [S2.4-03] [S4-09]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  const { plan, link } = await createPlanWithLink(business)
  const { email, id } = await subscribePayer(business, link.slug, '4084084084084081')
  await business.call(createPlan, { name: 'Great box', amountKobo: 900_000, interval: 'monthly' })
  await signIn(page, business, '/subscriptions')
  await expect(page.getByRole('table', { name: 'Subscriptions' }).getByRole('link', { name: email })).toBeVisible()
  await test.step('another customer is added by hand, with a saved card', async () => {
    const other = randomEmail('tunde')
    const { authorizationUrl } = await business.call(initialiseCharge, {
      amountKobo: 10_000,
      email: other,
      saveCard: true,
    })
    await payPage(business, authorizationUrl.split('/').at(-1)!, '4084084084084081', other)
    await page.getByRole('button', { name: 'Add subscription' }).click()
    const add = dialog(page, 'Add subscription')
    await add.getByLabel('Customer’s email').fill(email)
    await expect(add.getByText(/^This customer has no saved card\./)).toBeVisible()
    await add.getByLabel('Customer’s email').fill(other)
    await add.getByLabel('Plan').selectOption({ label: 'Great box, NGN\u00a09,000.00 a month' })
    await expect(add.getByLabel('Saved card')).toHaveText(/^Visa •••• 4081/)
    await expectAccessible(page, 'a subscription added by hand')
    await add.getByRole('button', { name: /^Charge NGN.9,000\.00 and subscribe$/ }).click()
    await expect(heading(page, other)).toBeVisible()
    await openInApp(page, '/subscriptions')
  })
  await test.step('the recurring revenue has its definition and a table', async () => {
    await page.getByRole('link', { name: 'Revenue', exact: true }).click()
    const table = page.getByRole('table', { name: 'Recurring revenue by month' })
    await expect(table.getByRole('row').nth(1)).toContainText('NGN\u00a014,000.00')
    await expect(table.getByRole('row'), 'no month before the first').toHaveCount(2)
    await page.getByRole('button', { name: 'How Monthly recurring revenue is counted' }).click()
    await expect(page.getByText(/^Also called MRR: the prices/)).toBeVisible()
    await page.getByRole('link', { name: 'Subscriptions', exact: true }).last().click()
  })
  await page.getByRole('table', { name: 'Subscriptions' }).getByRole('link', { name: email }).click()
  await expect(heading(page, email)).toBeVisible()
  await expect(page.getByText(/^Next charge: NGN.5,000\.00 on/)).toBeVisible()

  await test.step('a coupon is created, applied and removed', async () => {
    await openInApp(page, '/plans/coupons')
    await page.getByRole('button', { name: 'New coupon' }).first().click()
    const form = dialog(page, 'New coupon')
    await form.getByRole('button', { name: 'Create coupon' }).click()
    await expect(form.getByText(messages.required)).toHaveCount(2)
    await expectAccessible(page, 'a new coupon with errors')
    await form.getByLabel('Name', { exact: true }).fill('Launch offer')
    await form.getByLabel('Code').fill('LAUNCH')
    await form.getByLabel('Percent off').fill('50')
    await form.getByText('Several payments').click()
    await form.getByLabel('Number of payments').fill('3')
    await expect(form.getByText(/: NGN.4,500\.00 a month for 3 months, then NGN.9,000\.00 a month\.$/)).toBeVisible()
    await form.getByRole('button', { name: 'Create coupon' }).click()
    await expect(heading(page, 'Launch offer')).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: `Copy link of ${link.name}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${link.url}?code=LAUNCH`)
    await openInApp(page, `/subscriptions/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Apply coupon' }).click()
    const apply = dialog(page, 'Apply a coupon')
    await apply.getByLabel('Coupon', { exact: true }).selectOption({ label: 'Launch offer: 50% off, 3 payments' })
    await expectAccessible(page, 'a coupon about to be applied')
    await apply.getByRole('button', { name: 'Apply coupon' }).click()
    await expect(page.getByText(/^Next charge: NGN.2,500\.00 on/)).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Remove coupon' }).click()
    await dialog(page, 'Remove the coupon?').getByRole('button', { name: 'Remove coupon' }).click()
    await expect(page.getByText(/^Next charge: NGN.5,000\.00 on/)).toBeVisible()
  })

  await test.step('an add-on is added and removed', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Edit add-ons' }).click()
    const edit = dialog(page, 'Edit add-ons')
    await edit.getByLabel('Name').fill('Extra cloth')
    await edit.getByRole('button', { name: 'Save add-ons' }).click()
    await expect(edit.getByText(messages.required)).toBeVisible()
    await edit.getByLabel('Price of one').fill('1250')
    await edit.getByLabel('Quantity').fill('2')
    await expect(edit.getByText(/^NGN.2,500\.00 is added to each charge from the next one on/)).toBeVisible()
    await expectAccessible(page, 'add-ons being edited')
    await edit.getByRole('button', { name: 'Save add-ons' }).click()
    await expect(page.getByText(/^Next charge: NGN.7,500\.00 on/)).toBeVisible()
    await expect(page.getByText(/^Extra cloth × 2: NGN.2,500\.00$/)).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Edit add-ons' }).click()
    await edit.getByRole('button', { name: 'Remove add-on 1' }).click()
    await edit.getByRole('button', { name: 'Save add-ons' }).click()
    await expect(page.getByText(/^Next charge: NGN.5,000\.00 on/)).toBeVisible()
  })

  await test.step('the days of retries are changed', async () => {
    await openInApp(page, '/plans/retries')
    await page.getByLabel('Days until retry 3').fill('2')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Each retry must be on a later day than the one before')).toBeVisible()
    await expect(page.locator('input[aria-invalid]')).toHaveAccessibleName('Days until retry 3')
    await page.getByLabel('Days until retry 2').fill('40')
    await expect(page.getByText('Use at most 30 days')).toBeVisible()
    await expect(page.locator('input[aria-invalid]')).toHaveAccessibleName('Days until retry 2')
    await page.getByLabel('Days until retry 3').fill('7')
    await page.getByRole('button', { name: 'Remove retry 2' }).click()
    await page.getByText('Keep it unpaid').click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.locator('.toasts').getByText('The retries are saved')).toBeVisible()
    await openInApp(page, `/subscriptions/${id}`)
  })

  await page.getByRole('button', { name: 'Change plan' }).click()
  const change = dialog(page, 'Change plan')
  await expect(change.getByRole('option', { name: /^Great box/ })).toBeAttached()
  await change.getByLabel('Plan').selectOption({ label: 'Great box, NGN\u00a09,000.00 a month' })
  await change.getByLabel('Quantity').fill('2')
  await expect(change.getByText('Unused credit', { exact: true })).toBeVisible()
  await expectAccessible(page, 'what another plan costs')
  await change.getByRole('button', { name: /^Charge NGN.* and change$/ }).click()
  await expect(change).toHaveCount(0)
  await expect(page.getByText('Great box, NGN\u00a018,000.00 a month')).toBeVisible()
  await expect(page.getByText('2 × NGN\u00a09,000.00')).toBeVisible()
  expect((await business.call(getSubscription, { id })).plan.id).not.toBe(plan.id)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await dialog(page, 'Pause this subscription?').getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused: nothing is charged until you resume it\./)).toBeVisible()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  const resume = dialog(page, 'Resume this subscription?')
  await expectAccessible(page, 'a subscription about to be resumed')
  await resume.getByRole('button', { name: 'Resume' }).click()
  await expect(resume).toHaveCount(0)
  await expect(page.getByText(/^Next charge: NGN/)).toBeVisible()

  await page.route('**/subscribe/cancel', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancel = dialog(page, 'Cancel this subscription?')
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(cancel.getByRole('alert')).toHaveText(messages.wentWrong)
  await expectAccessible(page, 'a cancellation that was refused')
  await cancel.getByText('Now', { exact: true }).click()
  await expect(cancel.getByRole('alert')).toHaveCount(0)
  await cancel.getByText(/^On \d\d \w+ \d{4}$/).click()
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(cancel).toHaveCount(0)
  await toasts.expect(messages.subscriptionCancelled, 5000)
  await expect(page.getByText(/^Cancelled by you: it ends on/)).toBeVisible()
  expect((await business.call(getSubscription, { id })).status).toBe('non_renewing')

  await test.step('the cancellation is taken back, and made again', async () => {
    const button = page.getByRole('button', { name: 'Take back cancellation' })
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 390, height })
    const [one, other] = [
      await button.boundingBox(),
      await page.getByRole('button', { name: 'More actions' }).boundingBox(),
    ]
    expect(other!.y, 'the menu is in one line with the button').toBe(one!.y)
    await page.setViewportSize({ width, height })
    await button.click()
    const back = dialog(page, 'Take back the cancellation?')
    await expect(back.getByText(/^NGN.18,000\.00 is charged on /)).toBeVisible()
    await expectAccessible(page, 'a cancellation about to be taken back')
    await back.getByRole('button', { name: 'Take back cancellation' }).click()
    await expect(page.getByText(/^Next charge: NGN.18,000\.00 on/)).toBeVisible()
    await expect(button).toHaveCount(0)
    expect((await business.call(getSubscription, { id })).status).toBe('active')
    await business.call(cancelSubscription, { id })
  })

  await openInApp(page, '/subscriptions?status=non_renewing')
  await expect(page.getByRole('table', { name: 'Subscriptions' }).getByRole('link', { name: email })).toBeVisible()
  const file = await saveExport(page, await openExport(page))
  expect(file.name).toBe('subscription.csv')
  expect(file.lines).toHaveLength(2)
  expect(file.lines[1]).toContain(email)
})
