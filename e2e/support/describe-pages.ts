import type { Browser, Page } from '@playwright/test'

const lastRequests = 8

/** What each page that is still open shows, and its last requests, for the report of a failed story: its pictures may be lost with the machine. */
export async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const described = pages.map((page) => describePage(page).catch((error: Error) => `${page.url()}: ${error.message}`))
  return (await Promise.all(described)).join('\n')
}

async function describePage(page: Page): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 2_000 })
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ initiatorType }) => initiatorType === 'fetch')
      .map(({ name, responseStatus, duration }) => `${responseStatus} ${name}, ${Math.round(duration)} ms`),
  )
  return [page.url(), ...requests.slice(-lastRequests), shown].join('\n')
}
