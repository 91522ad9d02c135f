import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import { newLink, randomEmail, testCards, waitForHydration } from './support/checkout.ts'
import { test } from './support/test.ts'

test('a payer with a narrow phone pays in the language of the browser, and changes it at the foot of the page', async ({
  browser,
  baseURL,
}) => {
  const link = await newLink(await newBusiness(baseURL!), { amountKobo: 4_500_000_00, feeBearer: 'customer' })
  const context = await browser.newContext({ locale: 'ha-NG', viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(link.url)
  await waitForHydration(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ha')
  await expect(page.getByRole('heading', { name: 'Ina za a aika da rasit?' })).toBeVisible()
  expect(new Set(scripts).size, 'the checkout and the texts of one language').toBe(2)

  await test.step('the choice is remembered on the pages that follow, which fit in each language', async () => {
    await page.getByLabel('Harshe').selectOption({ label: 'Yorùbá' })
    await page.getByRole('button', { name: 'Canza' }).click()
    // The page before is hydrated, too.
    await expect(page.locator('html')).toHaveAttribute('lang', 'yo')
    await waitForHydration(page)
    await page.getByLabel('Àdírẹ́sì ímeèlì').fill('ada')
    await page.getByRole('button', { name: /^Tẹ̀síwájú/ }).click()
    await expect(page.getByText('Jọ̀wọ́ kọ àdírẹ́sì ímeèlì tó tọ́!')).toBeVisible()
    await page.getByLabel('Àdírẹ́sì ímeèlì').fill(randomEmail())
    await page.getByRole('button', { name: /^Tẹ̀síwájú/ }).click()
    await expect(page.getByRole('heading', { name: 'Báwo ni o ṣe fẹ́ sanwó?' })).toBeFocused()
    for (const [language, heading] of [
      ['ig', 'Kedu ka ị chọrọ isi kwụọ ụgwọ?'],
      ['pcm', 'How you wan take pay?'],
      ['ha', 'Ta yaya kuke so ku biya?'],
    ] as const) {
      await expectNoSidewaysScroll(page, `the payment methods before ${language}`)
      await page.locator('select[name=lang]').selectOption(language)
      await page.locator('form:has([name=lang]) button').click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(`^${heading.replace('?', '\\?')} \\| `))
    }
    await expectAccessible(page, 'the payment methods in Hausa')
  })

  await test.step('the amount is the same as in English, and the receipt names its step in the title', async () => {
    await page.getByLabel('Lambar kati').fill('4084')
    await page.getByRole('button', { name: /^Biya NGN\s4,502,150\.00$/ }).click()
    await expect(page.getByText('Lambar katin ba ta cika ba, ko akwai kuskure')).toBeVisible()
    const { number, expiry = '12 / 30', cvv } = testCards.good
    await page.getByLabel('Lambar kati').fill(number)
    await page.getByLabel('Ranar ƙarewa').fill(expiry)
    await page.getByLabel('CVV').fill(cvv)
    await page.getByRole('button', { name: /^Biya NGN/ }).click()
    await expect(page.getByRole('heading', { name: 'An karɓi kuɗin' })).toBeFocused()
    await expect(page).toHaveTitle(/^An karɓi kuɗin \| Biya /)
    await expectNoSidewaysScroll(page, 'the receipt in Hausa')
  })
  await context.close()
})
