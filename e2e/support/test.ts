import { setTimeout } from 'node:timers/promises'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Business, newBusiness } from './business.ts'
import { payerPhone } from './checkout.ts'
import { describePages } from './describe-pages.ts'

/** Maximum delay of a request, to find stories that depend on fast responses. */
const maxDelayMs = Number(process.env.E2E_DELAY_MS ?? 0)

interface Fixtures {
  /** A new business, whose owner is not signed in. */
  business: Business
  /** Page of a payer, on a phone. */
  payer: Page
  /** Errors that a test causes on purpose. */
  expectedErrors: RegExp | undefined
  /** All errors seen so far. */
  seenErrors: readonly string[]
}

/**
 * `test` of all stories. A test fails if a page of it, in whatever context, violates its content security policy or throws an error that
 * nothing catches.
 */
export const test = base.extend<Fixtures>({
  business: async ({ baseURL }, use) => use(await newBusiness(baseURL!)),
  payer: async ({ browser, seenErrors: _ }, use) => use(await payerPhone(browser)),
  expectedErrors: [undefined, { option: true }],
  seenErrors: [
    async ({ browser, expectedErrors }, use, testInfo) => {
      const errors: string[] = []
      const newContext = browser.newContext
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options)
        listen(context, (error) => errors.push(error))
        if (maxDelayMs) await delayRequests(context)
        return context
      }
      await use(errors)
      browser.newContext = newContext
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('pages', { body: await describePages(browser) })
      // Their pages would follow changes, and need CPU time, until the last story of this browser.
      for (const context of browser.contexts()) await context.close()
      const unexpected = errors.filter((error) => !expectedErrors?.test(error))
      expect(unexpected, 'violations of the policy and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})

/** Delays the scripts of pages and their requests, so that a story that reads a page before it has loaded fails (docs/development.md). */
async function delayRequests(context: BrowserContext) {
  const isDelayed = (type: string) => type === 'fetch' || type === 'xhr' || type === 'script'
  await context.route('**/*', async (route) => {
    if (isDelayed(route.request().resourceType())) await setTimeout(Math.random() * maxDelayMs)
    await route.fallback().catch(() => undefined)
  })
}

/** Reports what the browser says of a policy, and errors that a page did not catch. */
function listen(context: BrowserContext, report: (error: string) => void) {
  context.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|Trusted ?Type/i.test(text)) report(`${message.page()?.url()}: ${text}`)
  })
  context.on('weberror', (webError) => report(`${webError.page()?.url()}: ${webError.error()}`))
}
