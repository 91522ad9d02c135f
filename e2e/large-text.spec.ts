import { expect, type Page } from '@playwright/test'
import { findFaults } from './pictures/faults.ts'
import { formAddresses } from './support/addresses.ts'
import { expectSoon, hideFurtherRows } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { demoCredentials, signIn } from './support/business.ts'
import { beginCheckout, newLink } from './support/checkout.ts'
import { sentInvoice } from './support/invoices.ts'
import { flexibleMandate } from './support/mandates.ts'
import { openInApp } from './support/session.ts'
import { test as base } from './support/test.ts'

/** A browser whose reader has set text of 200 %: media queries follow it too, as they do not where a page enlarges its own text. */
const test = base.extend<{ reader: Page }>({
  reader: async ({ playwright, launchOptions, hasTouch }, use) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage({ hasTouch })
    await hideFurtherRows(page)
    await use(page)
    await browser.close()
  },
})

/** What the reader can neither see nor scroll to, at the width of a phone and of a small laptop. */
async function expectNothingCut(page: Page, what: string, widths = [390, 1024]) {
  await expect(page.getByRole('heading', { level: 1 }).first(), what).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const findCut = async () =>
      (await page.evaluate(findFaults)).filter((fault) => /sideways|outside|cut|covers/.test(fault))
    await expectSoon(findCut, `${what} in ${width} px`).toEqual([])
  }
}

test.describe('with text of 200 %', () => {
  test.use({ hasTouch: true })

  test('the pages of visitors, payers and the back office show all of their text', async ({
    reader,
    business,
    baseURL,
  }) => {
    test.slow()
    for (const address of formAddresses) {
      await reader.goto(address)
      await expectNothingCut(reader, address)
    }
    const link = await newLink(business, { description: 'Six yards of hand-dyed adire. Delivery is free.' })
    await reader.goto(link.url)
    await expectNothingCut(reader, 'the details of a payer')
    await beginCheckout(reader, link)
    for (const channel of ['card', 'bank_transfer', 'ussd', 'qr', 'bank_account']) {
      const address = new URL(reader.url())
      address.searchParams.set('way', channel)
      await reader.goto(address.href)
      await expectNothingCut(reader, `paying by ${channel}`)
    }
    await openBackOffice(reader, baseURL!, 'finance', '/money?mode=TEST')
    await expectNothingCut(reader, '/operator/money')
    for (const path of ['/merchants', '/approvals']) {
      await openInApp(reader, `/operator${path}`)
      await expectNothingCut(reader, `/operator${path}`)
    }
  })

  test('an invoice, a mandate and the main screens of the dashboard show their amounts on the smallest phones', async ({
    reader,
    business,
  }) => {
    test.slow()
    const widths = [320]
    const invoice = await sentInvoice(business, {
      lines: [{ description: 'Aso-oke', quantity: 9_999, unitPriceKobo: 499_000 }],
    })
    await reader.goto(invoice.url)
    await expectNothingCut(reader, 'the invoice of a payer', widths)
    const { consentUrl } = await flexibleMandate(business)
    await reader.goto(consentUrl!)
    await expectNothingCut(reader, 'the consent to a mandate', widths)
    await signIn(reader, business, `/invoice_page/${invoice.id}`)
    await expect(reader.getByRole('article', { name: `Invoice ${invoice.number}` })).toBeVisible()
    await expectNothingCut(reader, 'an invoice', widths)
    await signIn(reader, demoCredentials)
    await expectNothingCut(reader, '/dashboard', widths)
    for (const path of ['/transactions', '/payouts', '/invoice', '/subscriptions/revenue']) {
      await openInApp(reader, path)
      await expectNothingCut(reader, path, widths)
    }
  })
})
