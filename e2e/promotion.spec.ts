import { createPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { confirmPassword, signIn } from './support/business.ts'
import { freshName } from './support/checkout.ts'
import { liveStarter } from './support/review.ts'
import { sidebar } from './support/shell.ts'
import { test } from './support/test.ts'

test('an owner copies from Test Mode to Live Mode after reviewing the differences, and later only what changed', async ({
  page,
  baseURL,
}) => {
  const business = await liveStarter(baseURL!, 'Promotion Atelier')
  await business.call(createPlan, { name: 'Gold', amountKobo: 500_000, interval: 'monthly' })
  await business.call(createPlan, { name: 'Quick', amountKobo: 500_000, interval: 'hourly' })
  const name = freshName('Ankara')
  const link = await business.call(createPaymentLink, { name, amountKobo: 1_200_000 })
  await signIn(page, business, '/settings/copy-to-live')

  await test.step('the differences, and why something cannot be copied', async () => {
    await expect(page.getByText('2 new · 1 not possible')).toBeVisible()
    const plans = page.getByRole('list', { name: 'Plans' })
    await expect(plans.getByRole('listitem').filter({ hasText: 'Quick' })).toContainText('for Test Mode only')
    await expect(plans.getByRole('checkbox')).toHaveCount(1)
    await expectAccessible(page, 'the differences')
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(page, 'the differences')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('only what is chosen is copied, after a confirmation', async () => {
    await page.getByRole('checkbox', { name: 'Gold' }).uncheck()
    await page.getByRole('button', { name: 'Copy 1 to Live Mode' }).click()
    await confirmPassword(page, business)
    await expect(page.getByRole('status', { name: 'Results' })).toContainText('Added')
    await expectAccessible(page, 'the results')
    await expect(page.getByText('1 new · 1 not possible')).toBeVisible()
  })
  await test.step('a change of the copied link is shown with both values, and updates the copy', async () => {
    await business.call(updatePaymentLink, { id: link.id, name, amountKobo: 1_500_000 })
    await page.reload()
    await expect(page.getByRole('row', { name: /^Amount/ })).toHaveText('AmountNGN 12,000.00NGN 15,000.00')
    await page.getByRole('checkbox', { name: 'Gold' }).uncheck()
    await page.getByRole('button', { name: 'Copy 1 to Live Mode' }).click()
    await expect(page.getByRole('status', { name: 'Results' })).toContainText('Updated')
    await sidebar(page)
      .getByRole('button', { name: /^Test Mode/ })
      .click()
    await expect(sidebar(page).getByRole('button', { name: /^Live Mode/ })).toBeVisible()
    await page.goto('/payment-link')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('15,000.00')
  })
})
