import {
  checkPaymentLinkName,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
} from '@adire/contract/payment-links.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Business, newBusiness, signIn } from './support/business.ts'
import { freshName, newLink, payerPhone, payLink } from './support/checkout.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const modalOf = (page: Page) => page.getByRole('dialog', { name: 'New payment link' })

/** Signs in, and opens the form of a new link. */
async function signInToModal(page: Page, business: Business) {
  await signIn(page, business, '/payment-link?new=1')
  await expect(modalOf(page).getByLabel('Name')).toBeFocused()
  return modalOf(page)
}

async function openModal(page: Page) {
  await page.goto('/payment-link?new=1')
  await expect(modalOf(page).getByLabel('Name')).toBeFocused()
  return modalOf(page)
}

test('a new link: a taken name is reported while typing, every invalid field shows an error, and script in a field is text [S2.6-07] [S4-06] [S4-08] [S5-01] [S5-06]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { name } = await newLink(business)
  const modal = await signInToModal(page, business)
  await modal.getByLabel('Name').fill(name.toUpperCase().replace(' ', ' & '))
  await expect(modal.getByText('Not Available')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Create link' })).toBeDisabled()
  await modal.getByLabel('Name').fill(`${name} again`)
  await expect(modal.getByText('Available', { exact: true })).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Create link' })).toBeEnabled()

  await test.step('any failure of the name check shows the name as not available', async () => {
    const check = '**/payment-links/check-availability?*'
    for (const failure of [
      () => page.route(check, (route) => route.fulfill({ status: 400, json: {} })),
      () => page.route(check, (route) => route.fulfill({ status: 503, body: 'gone' })),
      () => page.route(check, (route) => route.abort('connectionrefused')),
    ]) {
      await failure()
      await modal.getByLabel('Name').fill(freshName('Lace'))
      await expect(modal.getByText('Not Available')).toBeVisible()
      await page.unroute(check)
    }
    // No letter or digit to make a slug from, so the server rejects it.
    await modal.getByLabel('Name').fill('👗👗👗')
    await expect(modal.getByText('Not Available')).toBeVisible()
  })

  await test.step('script and emoji in the fields stay text', async () => {
    const hostile = `<img src=x onerror=alert(1)> ${freshName('👗')}`
    await modal.getByLabel('Name').fill(hostile)
    await modal.getByLabel('Price in naira').fill('<script>1e9</script>')
    await expect(modal.getByLabel('Price in naira')).toHaveValue('19')
    await modal.getByLabel('Price in naira').fill('1500')
    await modal.getByLabel(/^Description/).fill('</textarea><script>alert(1)</script>\n"quoted" & 😀')
    await modal.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('dialog', { name: 'Your link is ready' }).getByRole('button', { name: 'Close' }).click()
    // The button that opened the form is on the page before.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible()
    await expect(page.getByText('</textarea><script>alert(1)</script>')).toBeVisible()
    await openInApp(page, '/payment-link')
    await page.getByRole('searchbox', { name: 'Name or amount' }).fill('onerror=alert(1)')
    await expect(page.getByRole('table', { name: 'Payment links' }).getByRole('link', { name: hostile })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Name or amount' }).fill('%_%')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  })

  await test.step('every invalid field shows an error, and the button is disabled until all are valid', async () => {
    await openModal(page)
    const create = modal.getByRole('button', { name: 'Create link' })
    await create.click()
    for (const name of ['Name', 'Price in naira'])
      await expect(modal.getByLabel(name)).toHaveAccessibleDescription('This field must not be empty!')
    await expect(create).toBeDisabled()
    await modal.getByLabel('Name').fill('ab')
    await expect(modal.getByText('This field must be at least 3 characters long')).toBeVisible()
    await modal.getByLabel('Name').fill(freshName('Lace'))
    await modal.getByLabel('Price in naira').fill('99.99')
    await modal.getByLabel('Price in naira').blur()
    await expect(modal.getByText('Amount cannot be less than 100', { exact: true })).toBeVisible()
    await expect(create).toBeDisabled()
    await modal.getByLabel('Price in naira').fill('50000000.01')
    await expect(modal.getByText(/^Amount cannot be more than NGN\s50,000,000\.00$/)).toBeVisible()
    await modal.getByLabel('Price in naira').fill('50000000')
    await expect(create).toBeEnabled()
    await create.click()
    await expect(page).toHaveURL(/\/payment-link\/[0-9a-f-]{36}$/)
    expect((await business.call(listPaymentLinks, {})).content[0]).toMatchObject({ amountKobo: 5_000_000_000 })
  })
})

test('errors of the server appear at their field, failures are shown, typed text stays, and a lost response creates no second link [S4-05] [S4-06] [S7.5-03]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const modal = await signInToModal(page, business)
  const name = freshName('Lace')
  await modal.getByLabel('Name').fill(name)
  await modal.getByLabel('Price in naira').fill('7,500')
  await modal.getByLabel(/^Description/).fill('Five yards')
  await modal.getByLabel('The payer').check()
  await expect(modal.getByText('Available', { exact: true })).toBeVisible()

  const links = '**/core/payment-links'
  const pendingResponses: (() => Promise<void>)[] = []
  await page.route(links, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((resolve) => pendingResponses.push(resolve as () => Promise<void>))
    await route.abort('connectionreset')
  })
  await modal.getByRole('button', { name: 'Create link' }).click()
  await expect(modal.getByRole('button', { name: 'Please Wait...' })).toBeVisible()
  await expect.poll(() => pendingResponses.length).toBe(1)
  await pendingResponses[0]!()
  await expect(modal.getByText('Something went wrong please try again later')).toBeVisible()
  await page.unroute(links)

  // The name is taken between the check and the creation.
  await newLink(await newBusiness(baseURL!), { name })
  await modal.getByRole('button', { name: 'Create link' }).click()
  await expect(modal.getByText('This name is already in use, choose another')).toBeVisible()
  await expect(modal.getByLabel('Name')).toBeFocused()
  await expect(modal.getByLabel('Name')).toHaveValue(name)
  await expect(modal.getByLabel('Price in naira')).toHaveValue('7,500.00')
  await expect(modal.getByLabel(/^Description/)).toHaveValue('Five yards')
  await expect(modal.getByLabel('The payer')).toBeChecked()
  await modal.getByLabel('Name').fill(`${name} two`)
  await expect(modal.getByText('Available', { exact: true })).toBeVisible()
  await modal.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeVisible()

  await test.step('a lost response creates no second link', async () => {
    await openModal(page)
    await modal.getByLabel('Name').fill(freshName('Lace'))
    await modal.getByText('Payer chooses').click()
    await expect(modal.getByText('Available', { exact: true })).toBeVisible()
    let isLost = false
    await page.route('**/core/payment-links', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    await modal.getByRole('button', { name: 'Create link' }).click()
    await expect(modal.getByRole('alert')).toBeVisible()
    await modal.getByRole('button', { name: 'Create link' }).click()
    await expect(page).toHaveURL(/\/payment-link\/[0-9a-f-]{36}$/)
    expect(await business.call(listPaymentLinks, {})).toMatchObject({ totalElements: 2 })
    expect(await business.call(listPlanPaymentLinks, {})).toMatchObject({ totalElements: 0 })
  })
})

test('a link is published, copied and edited, and not shown to another business [S2.4-02] [S2.6-06] [S4-05] [S4-07] [S7.5-03]', async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  await signIn(page, business, `/payment-link/${link.id}`)
  await test.step('publishing shows a toast and loads the link again; a failure shows a toast and resets the switch', async () => {
    const published = page.getByRole('switch', { name: 'Published' })
    await expect(published).toBeChecked()
    // The page may also read the link, as it was, because it has just begun to follow changes.
    const readAgain = page.waitForResponse(
      async (response) =>
        response.url().includes(`/payment-links/${link.id}?`) &&
        response.request().method() === 'GET' &&
        (await response.json()).published === false,
    )
    await published.click()
    await readAgain
    await expect(page.getByText('Successfully Unpublished')).toBeVisible()
    await expect(page.getByText('This link is unpublished: payers see a closed page.')).toBeVisible()
    await page.route('**/publish*', (route) => route.fulfill({ status: 500, json: { message: 'The press is broken' } }))
    await published.click()
    await expect(page.getByText('The press is broken')).toBeVisible()
    await expect(published).not.toBeChecked()
    await page.unroute('**/publish*')
    await published.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Successfully Published')).toBeVisible()
    await expect(published).toBeChecked()
  })

  await test.step('the address is copied, and its QR code saved as an image', async () => {
    // Waits from before the click, and looks more often than `expect`: the word stays one second.
    const copied = page.getByText('Copied!').waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await copied
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download QR code' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${link.slug}-qr.png`)
  })

  await test.step('a link of another business is not found, also by its id', async () => {
    const foreign = await newLink(await newBusiness(baseURL!))
    for (const id of [foreign.id, 'no-id-at-all']) {
      await page.goto(`/payment-link/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Payment link not found' })).toBeVisible()
    }
  })

  await test.step('a charge is edited; its address stays', async () => {
    await openInApp(page, `/payment-link/${link.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Edit charge' }).click()
    const modal = page.getByRole('dialog', { name: 'Edit charge' })
    await modal.getByLabel('Name').fill('Ankara three-piece')
    await modal.getByLabel('Price in naira').fill('9000')
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Payment link has been successfully updated!!!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Ankara three-piece' })).toBeVisible()
    await page.goto(link.url)
    await expect(page.getByRole('heading', { level: 1, name: 'Ankara three-piece' })).toBeVisible()
    await expect(page.getByRole('button', { name: /NGN\s9,000\.00/ })).toBeVisible()
  })
})

test('links are filtered by status, switched and shown as a QR code; a link shows its views, started and paid payments; a deleted one leads back to the list, closes its page and keeps its payments [S2.6-05] [S2.7-02] [S4-07] [S7.5-03]', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const [seen, other] = [await newLink(business), await newLink(business)]
  const payer = await payerPhone(browser)
  await payLink(payer, seen)
  await test.step('from the overview on a phone, an older link is copied in two clicks', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, business)
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.getByRole('button', { name: `Copy ${seen.name}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(seen.url)
    await expectAccessible(page, 'the links to copy')
    await page.getByRole('link', { name: 'All payment links' }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  const table = page.getByRole('table', { name: 'Payment links' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(row(seen.name)).toContainText(/NGN\s5,000\.00/)
  await row(other.name)
    .getByRole('switch', { name: `Published: ${other.name}` })
    .click()
  await expect(page.getByText('Successfully Unpublished')).toBeVisible()
  await expect(row(other.name)).toContainText('Unpublished')
  await page.getByLabel('Status').selectOption('Unpublished')
  await expect(page).toHaveURL(/status=inactive/)
  await expect(row(seen.name)).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select ${other.name}` }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: 'Publish 1 payment link?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1 payment link published')).toBeVisible()
  await expect(row(other.name)).toHaveCount(0)
  await page.getByLabel('Status').selectOption('All links')
  // The list may still show the row as it was before it was published: the switch would then publish it again.
  const published = row(other.name).getByRole('switch', { name: `Published: ${other.name}` })
  await expect(published).toBeChecked()
  await published.click()
  await page.getByLabel('Status').selectOption('Published')
  await expect(row(other.name)).toHaveCount(0)
  await row(seen.name)
    .getByRole('button', { name: `Actions for ${seen.name}` })
    .click()
  await page.getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await expect.poll(async () => (await business.call(getPaymentLink, { id: seen.id })).views).toBe(1)
  await row(seen.name).getByRole('link', { name: seen.name }).click()
  const statTile = (label: string) => page.locator('dl > div').filter({ hasText: new RegExp(`^${label}`) })
  await expect(statTile('Views')).toHaveText(/^Views1/)
  await expect(statTile('Started')).toHaveText('Started1100% of views')
  await expect(statTile('Paid')).toHaveText('Paid1100% of started')
  // Views by the business itself are not counted.
  const [payerPage] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Preview payment page' }).click(),
  ])
  await expect(payerPage.getByRole('heading', { level: 1, name: seen.name })).toBeVisible()
  expect(await business.call(getPaymentLink, { id: seen.id })).toMatchObject({ views: 1, started: 1, payments: 1 })

  await test.step('a deleted link', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const modal = page.getByRole('dialog', { name: 'Delete this payment link?' })
    await expect(modal.getByText('Its payments stay in your transactions.')).toBeVisible()
    await modal.getByLabel(/^Message on the closed page/).fill('Sold out. Thank you all!')
    await modal.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/payment-link$/)
    await expect(page.getByText('Payment link has been successfully deleted!!')).toBeVisible()
    await expect(table.getByRole('link', { name: other.name })).toBeVisible()
    await expect(table.getByRole('link', { name: seen.name })).toHaveCount(0)
    await payer.goto(seen.url)
    await expect(payer.getByRole('heading', { name: 'This payment page is closed' })).toBeVisible()
    await expect(payer.getByText('Sold out. Thank you all!')).toBeVisible()
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('Successful')
    // The archived link keeps its slug.
    await expect(business.call(checkPaymentLinkName, { name: seen.name })).rejects.toThrow('already in use')
  })
})
