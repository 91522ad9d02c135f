import { messages } from '@adire/contract/messages.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, formatDay, formatShortDay } from '../web/ui/date.ts'
import { lengthen } from './pictures/long-texts.ts'
import { expectAccessible } from './support/axe.ts'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { newLink } from './support/checkout.ts'
import { lagosDay } from './support/clock.ts'
import { test } from './support/test.ts'

const statTile = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(label, { exact: true }) })
const choosePeriod = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Dates: / }).click()
  await page.getByRole('button', { name, exact: true }).click()
}
const digits = (text: string) => Number(text.replace(/\D/g, ''))
const numberIn = async (locator: Locator) => digits((await locator.textContent())!)

test('each stat has an explanation, links to its list, follows the period, and shows an error when it fails [S2.3-13] [S4-05] [S7.3-01] [S8-02]', async ({
  page,
}) => {
  const calls = (series: string | null) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname.endsWith('/payments/over-view') && searchParams.get('series') === series
    })
  const bothCalls = Promise.all([calls(null), calls('day')])
  await signIn(page, demoCredentials)
  await bothCalls
  const counted = statTile(page, 'Transactions').locator('dd').first()
  await expect(counted).toHaveText(/^[\d,]+$/)
  const count = await numberIn(counted)
  const total = page.getByText(/^1–50 of [\d,]+$/)
  for (const [label, address] of [
    ['Gross volume', '/transactions?period=30&status=paid'],
    ['Transactions', '/transactions?period=30&status=paid'],
    ['Success rate', '/transactions?period=30&status=failed'],
  ] as const) {
    await statTile(page, label).getByRole('link').click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
    if (label !== 'Success rate') expect(digits((await total.textContent())!.replace(/^.*of/, ''))).toBe(count)
    await page.goBack()
  }
  await statTile(page, 'Unsettled balance').getByRole('link').click()
  await expect(page).toHaveURL('/payouts')

  await test.step('the explanation of a stat is behind its (i), also by keyboard', async () => {
    await page.goto('/dashboard')
    const info = page.getByRole('button', { name: 'How gross volume is counted' })
    await info.focus()
    await page.keyboard.press('Enter')
    const formula = page.getByText(/successful payments in this period, before fees/)
    await expect(formula).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(formula).toBeHidden()
  })

  await test.step('the chart is read day by day with the arrow keys, next to the same day of the previous period', async () => {
    const chart = page.getByRole('img', { name: /^Gross volume from .* highest on .* Arrow keys read the days\.$/ })
    await chart.focus()
    await page.keyboard.press('End')
    const reading = page.locator('figure [aria-live]')
    const today = formatDay(lagosDay(0))
    const earlier = formatDay(lagosDay(-30))
    await expect(reading).toHaveText(new RegExp(`^${today}, so far: NGN\\s[\\d,.]+; ${earlier}: NGN\\s[\\d,.]+$`))
    await expect(chart.getByText(formatShortDay(lagosDay(-29)), { exact: true })).toBeVisible()
    await expect(chart.getByText(formatShortDay(lagosDay(0)), { exact: true })).toBeVisible()
    const last = (await reading.textContent())!
    await page.keyboard.press('ArrowLeft')
    await expect(reading).not.toHaveText(last)
    await page.keyboard.press('ArrowRight')
    await expect(reading).toHaveText(last)
    await page.keyboard.press('Escape')
    await expect(reading).toHaveText('')
  })

  await test.step('the channels add up to the gross volume, and each leads to its payments', async () => {
    const channels = page
      .locator('ul')
      .filter({ has: page.getByRole('link', { name: /^Card/ }) })
      .getByRole('link', { name: /NGN/ })
    await expect(channels.first()).toBeVisible()
    const sums = (await channels.evaluateAll((links) => links.map((link) => link.getAttribute('title')!))).map(digits)
    const gross = statTile(page, 'Gross volume').locator('dd').first()
    expect(sums.reduce((sum, kobo) => sum + kobo, 0)).toBe(await numberIn(gross))
    await channels.filter({ hasText: 'Card' }).click()
    await expect(page).toHaveURL('/transactions?period=30&status=paid&channel=card')
  })

  await test.step('the selected period is in the address, and every stat follows it', async () => {
    await page.goto('/dashboard')
    const gross = statTile(page, 'Gross volume').locator('dd').first()
    await expect(gross).toHaveText(/NGN/)
    const of30 = await numberIn(gross)
    await choosePeriod(page, 'Last 90 days')
    await expect(page).toHaveURL('/dashboard?period=90')
    await expect(page.getByRole('button', { name: 'Dates: Last 90 days' })).toBeVisible()
    await expect.poll(() => numberIn(gross)).toBeGreaterThan(of30)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Dates: Last 90 days' })).toBeVisible()
    await choosePeriod(page, 'Last month')
    await expect(page).toHaveURL('/dashboard?period=last-month')
    const firstOfMonth = `${lagosDay(0).slice(0, 8)}01`
    const monthEnd = addDays(firstOfMonth, -1)
    const monthStart = `${monthEnd.slice(0, 8)}01`
    await expect(page.getByRole('heading', { name: /^Sales/ })).toContainText(formatDay(monthEnd))
    await expect(page.locator('dl[aria-busy=true]')).toHaveCount(0)
    const ofMonth = await numberIn(gross)
    await page.getByRole('button', { name: /^Dates: / }).click()
    await page.getByRole('textbox', { name: 'First day' }).fill(monthStart)
    await page.getByRole('textbox', { name: 'Last day' }).fill(monthEnd)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(`/dashboard?from=${monthStart}&to=${monthEnd}`)
    await expect(page.getByRole('button', { name: `Dates: ${formatDay(monthStart)}` })).toBeVisible()
    await expect.poll(() => numberIn(gross)).toBe(ofMonth)
    await expect(statTile(page, 'Gross volume').getByRole('link')).toHaveAttribute(
      'href',
      `/transactions?from=${monthStart}&to=${monthEnd}&status=paid`,
    )
  })

  await test.step('today is a stat of its own, and as a period it is compared with yesterday until the same time', async () => {
    await choosePeriod(page, 'Today')
    await expect(page).toHaveURL('/dashboard?period=today')
    await expect(statTile(page, 'Gross volume')).toContainText(/vs same time yesterday|Nothing to compare with|Up from/)
    await expect
      .poll(() => numberIn(statTile(page, 'Gross volume').locator('dd').first()))
      .toBe(await numberIn(statTile(page, 'Today').locator('dd').first()))
    await expect(page.getByRole('link', { name: `${formatDay(lagosDay(0))}, so far` })).toBeVisible()
    await expect(page.getByRole('link', { name: `${formatDay(lagosDay(-1))}, until` })).toBeVisible()
  })

  await test.step('stats that fail show an error in their place, with Retry', async () => {
    const statsUrl = (url: URL) => url.pathname.endsWith('/payments/over-view') && !url.searchParams.has('series')
    await page.route(statsUrl, (route) => route.abort('connectionrefused'))
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible()
    await page.unroute(statsUrl)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(statTile(page, 'Gross volume')).toHaveText(/NGN/)
  })
})

/** A notice that arrives late moves the page by at least 0.05; initials that are centred anew by a fraction of a pixel, by a millionth. */
const visibleShift = 0.001

/** Runs in the page: adds up how far content moves without the user having done anything. */
function sumShifts() {
  Object.assign(globalThis, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput)
        Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + entry.value })
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const [device, width, height] of [
  ['a phone', 390, 844],
  ['a tablet', 1024, 768],
  ['a computer', 1440, 900],
] as const)
  test(`on ${device} what is above the stats moves nothing when it arrives`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoCredentials, '/robots.txt')
    await page.addInitScript(sumShifts)
    // Time passes only in steps of the test, so that no wait of the page ends because the machine is slow.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    const afterAStep = (isDone: () => boolean | Promise<boolean>) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(5)
            return isDone()
          },
          { intervals: [50], timeout: 60_000 },
        )
        .toBe(true)
    const late = Promise.withResolvers<void>()
    await page.route(/\/(disputes|refunds|channel-health)\?/, async (route) => {
      await late.promise
      await route.continue()
    })
    const arrived: string[] = []
    page.on('response', (response) => arrived.push(new URL(response.url()).pathname))
    await page.goto('/dashboard')
    for (const end of ['/payments/filter', '/payments/over-view'])
      await afterAStep(() => arrived.some((path) => path.endsWith(end)))
    late.resolve()
    for (const part of [
      page.getByRole('region', { name: 'Response needed' }),
      statTile(page, 'Today'),
      statTile(page, 'Gross volume'),
      page.locator('figure svg[role=img]'),
      page.getByRole('table', { name: 'Recent transactions' }),
    ])
      await afterAStep(() => part.isVisible())
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted'))).toBeLessThan(visibleShift)
  })

test('a part of the overview that cannot be loaded fails alone, with Retry, and the rest can be used', async ({
  page,
}) => {
  await signIn(page, demoCredentials, '/robots.txt')
  const chart = /\/static\/js\/area-chart-/
  const disputes = /\/disputes\?/
  await page.route(chart, (route) => route.abort())
  await page.route(disputes, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: 'No list' } }))
  await page.goto('/dashboard')
  const failedPart = (text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text })
  const failedChart = failedPart('This part could not be loaded.')
  await expect(failedChart).toBeVisible()
  const open = page.getByRole('region', { name: 'Response needed' })
  await expect(open.getByRole('alert')).toContainText('No list')
  await expect(statTile(page, 'Gross volume')).toContainText('NGN')
  await expectAccessible(page, 'an overview with parts that are not loaded')

  await test.step('each comes back by its own Retry', async () => {
    await page.unroute(chart)
    await failedChart.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('img', { name: /^Gross volume from/ })).toBeVisible()
    await expect(failedChart).toHaveCount(0)
    await page.unroute(disputes)
    await open.getByRole('button', { name: 'Retry' }).click()
    await expect(open.getByRole('link', { name: / disputes NGN/ })).toBeVisible()
    await expect(open.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a dialog that cannot be loaded says so, and the page behind it stays', async () => {
    const palette = /\/static\/js\/palette-/
    await page.route(palette, (route) => route.abort())
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('This part could not be loaded.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(statTile(page, 'Gross volume')).toContainText('NGN')
    await page.unroute(palette)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a page that cannot be loaded leaves the navigation', async () => {
    await page.route(/\/static\/js\/plans-page-/, (route) => route.abort())
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await sidebar.getByRole('link', { name: 'Plans' }).click()
    await expect(page.getByRole('heading', { level: 1, name: messages.errorTitle })).toBeVisible()
    await sidebar.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
  })
})

test('an empty business shows the steps to a first payment instead of empty stats [S2.3-13]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await signIn(page, business)
  await expect(page.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()
  await expect(page.getByText('Gross volume')).toHaveCount(0)
  await page.getByRole('link', { name: 'New payment link' }).click()
  await expect(page.getByRole('dialog', { name: 'New payment link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/payment-link')
  const link = await newLink(business)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Preview payment page' })).toHaveAttribute('href', link.url)
  await expect(page.getByRole('main').getByRole('link', { name: 'New payment link' })).toHaveCount(0)
})

test('amounts of billions are on one line within their tiles at every width', async ({ page }) => {
  await page.route(/over-view|unsettled/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: lengthen(await response.json()) })
  })
  await signIn(page, demoCredentials)
  await expect(statTile(page, 'Gross volume').locator('dd').first()).toHaveText(/NGN\s\d{3},\d{3},\d{3},\d{3}\.\d\d/)
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const label of ['Today', 'Unsettled balance', 'Gross volume']) {
      const room = await statTile(page, label).evaluate((tile) => {
        const figure = tile.querySelector('dd .figures')!
        const { right } = figure.getBoundingClientRect()
        const lines = figure.getClientRects().length
        return { lines, px: tile.getBoundingClientRect().right - right }
      })
      expect(room.lines, `lines of ${label} at ${width} px`).toBe(1)
      expect(room.px, `room beside ${label} at ${width} px`).toBeGreaterThanOrEqual(8)
    }
  }
})
