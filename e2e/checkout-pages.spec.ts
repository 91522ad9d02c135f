import { chargeForNet, priceOf } from '@adire/contract/fees.ts'
import { publishPaymentLink } from '@adire/contract/payment-links.ts'
import { expect } from '@playwright/test'
import { mailTo, newBusiness } from './support/business.ts'
import {
  beginCheckout,
  freshName,
  listFullPayments,
  newLink,
  payByGoodCard,
  payerPhone,
  payWith,
  randomEmail,
  testCards,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

test('the page of a payer has no navigation and accepts only valid emails; an unknown payment starts again, and a link that closes meanwhile is reported [S2.1-03] [S7.5-09]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Sade Textiles')
  const link = await newLink(business, { description: 'Six yards, hand-dyed' })
  await test.step('the page of a payer has no navigation: it shows the business, the purpose and the amount, and nothing of the dashboard', async () => {
    const response = await page.goto(link.url)
    expect(new URL(link.url).pathname).toBe(`/pay/page/${link.slug}`)
    expect(response!.headers()['content-security-policy']).toContain("default-src 'none'")
    await expect(page.getByText('Sade Textiles', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible()
    await expect(page.getByText('Six yards, hand-dyed')).toBeVisible()
    await expect(page.getByText(/Test Mode — no real money moves/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue to pay NGN\s5,000\.00/ })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Sign in|Log in|Register|Pricing/ })).toHaveCount(0)
  })

  await test.step('an address with an unknown payment starts again and says so', async () => {
    for (const code of ['A'.repeat(24), '../../core', '<script>alert(1)</script>']) {
      await page.goto(`${link.url}?payment=${encodeURIComponent(code)}`)
      await expect(page.getByLabel('Email address')).toBeVisible()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page).toHaveURL(link.url)
    }
  })

  await test.step('invalid emails show an error at the field, and an email can be corrected later', async () => {
    await page.goto(link.url)
    await waitForHydration(page)
    const email = page.getByLabel('Email address')
    for (const wrong of ['ada', 'ada@', 'ada@example', 'ada obi@example.com', 'ada@exa_mple.com']) {
      await email.fill(wrong)
      await page.getByRole('button', { name: /^Continue/ }).click()
      await expect(page.getByText('Please enter a valid email address!')).toBeVisible()
    }
    await email.fill('  Wrong@Example.com ')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByText('wrong@example.com')).toBeVisible()
    await page.getByRole('link', { name: 'Change' }).click()
    const right = randomEmail('right')
    await email.fill(right)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByText(right)).toBeVisible()
    await payWith(page, testCards.good)
    await expect(page.getByText(`A copy is on its way to ${right}`)).toBeVisible()
  })

  await test.step('a link that closes while the payer types is reported, and the typed email stays', async () => {
    await page.goto(link.url)
    await waitForHydration(page)
    await page.getByLabel('Email address').fill('ada@example.com')
    await business.call(publishPaymentLink, { id: link.id, published: false })
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByText('This page is not taking payments. Ask the business for a new link.')).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue('ada@example.com')
  })
})

test('where the payer bears the fee, price, fee and total are shown before and after the payment, and at double zoom everything can be reached [S9-01]', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business, { amountKobo: 12_400_000, feeBearer: 'customer' })
  expect(chargeForNet(priceOf('card'), 12_400_000).amountKobo).toBe(12_614_153)
  await page.goto(link.url)
  const summary = page.locator('header dl')
  await expect(summary).toHaveText(/NGN\s124,000\.00Payment fee, VAT includedNGN\s2,141\.53TotalNGN\s126,141\.53$/)

  const payer = await payerPhone(browser)
  const email = await beginCheckout(payer, link)
  const lines = payer.locator('form dl')
  await expect(lines).toHaveText(/^PriceNGN\s124,000\.00Payment fee, VAT includedNGN\s2,141\.53TotalNGN\s126,141\.53$/)
  await payByGoodCard(payer)
  await expect(payer.locator('main dl')).toHaveText(/PriceNGN\s124,000\.00Payment fee, VAT includedNGN\s2,141\.53/)
  expect((await mailTo(email, /NGN\s126,141\.53/)).text).toMatch(/NGN\s2,141\.53/)
  expect(await listFullPayments(business)).toMatchObject([
    { amountKobo: 12_614_153, feeKobo: 199_212, vatKobo: 14_941, netKobo: 12_400_000, priceKobo: 12_400_000 },
  ])

  await test.step('at double zoom everything can be reached', async () => {
    // At 200 % zoom, a window of 1280 by 900 has a viewport of 640 by 450.
    await page.setViewportSize({ width: 640, height: 450 })
    await beginCheckout(page, link)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
    await payByGoodCard(page)
    await expect(page.getByRole('link', { name: 'View receipt' })).toBeVisible()
  })
})

test('a chosen amount has to be between minimum and maximum, in kobo [S5-06]', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business, { amountKobo: undefined })
  await page.goto(link.url)
  const amount = page.getByLabel('Amount')
  const send = page.getByRole('button', { name: /^Continue/ })
  await page.getByLabel('Email address').fill(randomEmail())
  await send.click()
  await expect(page.getByText('This field must not be empty!')).toBeVisible()
  await amount.fill('99.99')
  await send.click()
  await expect(page.getByText('Amount cannot be less than 100', { exact: true })).toBeVisible()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('999999999999999999')
  await send.click()
  await expect(page.getByText(/^Amount cannot be more than NGN\s50,000,000\.00$/)).toBeVisible()
  await amount.fill('-5,000.505abc')
  await expect(amount).toHaveValue('5,000.50')
  await send.click()
  await payByGoodCard(page)
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', amountKobo: 500_050 }])
})

test('a name with markup is text on the page, in the receipt and in the email', async ({ page, baseURL }) => {
  const nasty = `" onerror="document.title='owned'" & "Aṣọ" 👗`
  const business = await newBusiness(baseURL!, nasty)
  const link = await newLink(business, {
    name: `</script><img src=x onerror=alert(1)><b>${freshName('B')}</b>`,
    description: '<script>document.title="owned"</script>',
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  const email = await beginCheckout(page, link)
  await expect(page.getByText(nasty, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible()
  await payByGoodCard(page)
  expect(await page.title()).not.toBe('owned')
  expect((await mailTo(email, /Your payment/)).html).not.toContain('onerror="document')
  expect(dialogs).toEqual([])
})
