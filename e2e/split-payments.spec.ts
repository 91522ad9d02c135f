import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'

const main = (page: Page) => page.getByRole('main')

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a party is added, and the editor fits the screen', async ({ page, baseURL }) => {
    const business = await newBusiness(baseURL!)
    await signIn(page, business)
    await page.goto('/split-payment?show=parties&party=new')
    const modal = page.getByRole('dialog', { name: 'Add party' })
    await modal.getByLabel('Name').fill('Ada Farms')
    await modal.getByLabel('Bank', { exact: true }).fill('Guaranty')
    await page.getByRole('option', { name: /Guaranty Trust/ }).click()
    await modal.getByLabel('Account Number').fill('0000000018')
    await expect(modal).toContainText('Held by ADA TEST OBI')
    await modal.getByRole('button', { name: 'Add party' }).click()
    await expect(page.getByRole('table', { name: 'Parties' })).toContainText('Ada Farms')
    await expectNoSidewaysScroll(page, 'parties on a phone')
    await page.goto('/split-payment-detail?new=1')
    await main(page).getByLabel('Party 1', { exact: true }).selectOption({ label: 'Ada Farms' })
    await main(page).getByText('Fixed amounts').click()
    await main(page).getByLabel('Share 1', { exact: true }).fill('12000')
    await expect(main(page)).toContainText('each is cut in proportion')
    await expectNoSidewaysScroll(page, 'the editor of a split on a phone')
    await expectAccessible(page, 'the editor of a split on a phone')
  })
})
