import { playOutcome } from '@adire/contract/simulator.ts'
import { getSubscription, listSubscriptionInvoices } from '@adire/contract/subscriptions.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Business, mailTo, signIn } from './support/business.ts'
import { fillCard, payerPhone, testCards, waitForHydration } from './support/checkout.ts'
import { moveByDays } from './support/clock.ts'
import { goInApp } from './support/session.ts'
import { createPlanWithLink, payersPage, subscribePayer } from './support/subscriptions.ts'
import { test } from './support/test.ts'

const moveBy = (business: Business, days: number) => moveByDays(business, days, 120_000)

test('two months of a subscription: a renewal fails and recovers with another card; another one ends', async ({
  page,
  browser,
  business,
}) => {
  test.slow()
  const { link } = await createPlanWithLink(business)
  const recovers = await subscribePayer(business, link.slug, '4000000000000341')
  const ends = await subscribePayer(business, link.slug, '4000000000000341')
  await moveBy(business, 32)
  const pastDue = await business.call(getSubscription, { id: recovers.id })
  expect(pastDue).toMatchObject({ status: 'attention', attention: { owedKobo: 500_000 } })

  await signIn(page, business, `/subscriptions/${recovers.id}`)
  await expect(page.getByText(/^Past due: NGN.5,000\.00 could not be charged/)).toBeVisible()
  await expectAccessible(page, 'a subscription that is past due', 'main')
  await page.getByRole('button', { name: 'Charge now' }).click()
  const charge = page.getByRole('dialog', { name: /^Charge NGN.5,000\.00 now/ })
  await expect(charge).toContainText('The card ending 0341')
  await charge.getByRole('button', { name: /^Charge/ }).click()
  await expect(charge.getByRole('alert')).toContainText('The charge was declined')
  await charge.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Card-update link' }).click()
  const linkModal = page.getByRole('dialog', { name: 'Card-update link' })
  await expect(linkModal).toContainText(new URL(pastDue.payerUrl!).pathname)
  await expectAccessible(page, 'the card-update link', 'dialog')
  await linkModal.getByRole('button', { name: 'Close' }).click()

  const phone = await payerPhone(browser)
  await phone.goto(payersPage(await mailTo(recovers.email, /did not go through/)))
  await expect(phone.getByRole('heading', { name: 'Your last payment did not go through' })).toBeVisible()
  await expectAccessible(phone, 'a payment that did not go through')
  await phone.getByLabel('Language').selectOption({ label: 'Hausa' })
  await phone.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(phone.getByText('Babu isasshen kuɗi a asusun.')).toBeVisible()
  await phone.getByLabel('Harshe').selectOption({ label: 'English' })
  await phone.getByRole('button', { name: 'Canza', exact: true }).click()
  const consent = phone.getByText(/^With it you pay the NGN.5,000\.00/)
  const { promise: isNeeded, resolve: send } = Promise.withResolvers<void>()
  await phone.route(/plan-parts/, async (route) => {
    await isNeeded
    await route.continue()
  })
  await phone.getByRole('button', { name: /^Pay NGN.5,000\.00 with another card/ }).click()
  await expect(consent).toBeVisible()
  await fillCard(phone, testCards.good)
  // Before its file has arrived, too: otherwise the button would move while it is pressed.
  await expect(consent).toBeVisible()
  send()
  await waitForHydration(phone)
  await expect(consent).toBeVisible()
  await phone.getByRole('button', { name: /^Pay NGN.5,000\.00/ }).click()
  await expect(phone.getByRole('heading', { name: 'Paid, and your card has been changed' })).toBeVisible()

  await moveBy(business, 64 - 32)
  const after = await business.call(getSubscription, { id: recovers.id })
  expect(after).toMatchObject({ status: 'active', card: { last4: '4081' }, charges: 3, collectedKobo: 3 * 500_000 })
  const { content } = await business.call(listSubscriptionInvoices, { id: recovers.id, limit: 100 })
  expect(content.map(({ status }) => status)).toEqual(Array(3).fill('success'))
  expect(await business.call(getSubscription, { id: ends.id })).toMatchObject({
    status: 'cancelled',
    endReason: 'payment_failed',
  })
  await page.reload()
  await expect(page.getByText(/^Next charge: NGN.5,000\.00 on/)).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Periods' }).getByRole('cell', { name: 'Paid', exact: true }).first(),
  ).toBeVisible()
  await goInApp(page, `/subscriptions/${ends.id}`)
  await expect(page.getByText(/^Ended on .*The card could not be charged/)).toBeVisible()
  await phone.goto((await business.call(getSubscription, { id: ends.id })).payerUrl!)
  await phone.getByRole('link', { name: 'Subscribe again' }).click()
  await expect(phone).toHaveURL(new RegExp(`/pay/page/${link.slug}`))
})

test('a subscription whose renewal is at the bank says that a charge is in progress, also to who cancels it at once', async ({
  page,
  business,
}) => {
  const { link } = await createPlanWithLink(business)
  const { id } = await subscribePayer(business, link.slug, testCards.good.number)
  await business.call(playOutcome, { kind: 'subscription', id, name: 'bank_silent' })
  await signIn(page, business, `/subscriptions/${id}`)
  await expect(page.getByText('A charge is in progress.')).toBeVisible()
  await expect(page.getByText('A charge is in progress', { exact: true })).toBeVisible()
  const atBank = /A charge of NGN\s5,000\.00 is at the bank and may still be paid; after it, nothing more is charged\./
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(atBank)).toHaveCount(2)
  await expect(dialog.getByText(/Nothing more/)).toHaveCount(0)
  await dialog.getByText('Now', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Ended on/ })).toHaveText(atBank)
})
