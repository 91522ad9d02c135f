import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { newLink } from './support/checkout.ts'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/** Caches of the origin with their paths, and whether a service worker is registered. */
const readWorker = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return {
      caches: names.length,
      paths: requests.flat().map(({ url }) => new URL(url).pathname),
      isRegistered: (await navigator.serviceWorker.getRegistration('/')) !== undefined,
    }
  })

test('without a connection the dashboard says so, other pages are left alone, and signing out removes the service worker', async ({
  page,
  context,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  await page.goto('/robots.txt')
  // Left by an earlier release.
  await page.evaluate(() => caches.open('shell-0'))
  await signIn(page, business)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await readWorker(page)).caches).toBe(1)

  await test.step('only the offline page and files with a hash are stored', async () => {
    const { paths } = await readWorker(page)
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) expect(path).toMatch(/^\/offline$|^\/static\/[\w./-]+-[\w-]{8}\.\w+$/)
  })

  await test.step('offline the dashboard shows the offline page, and loads again with its address', async () => {
    await context.setOffline(true)
    await page.goto('/transactions?status=failed')
    await expect(page.locator('body')).toMatchAriaSnapshot(`
      - main:
        - heading "You are offline" [level=1]
        - paragraph: Adire needs a connection to show your payments.
        - link "Try again"
    `)
    await expectAccessible(page, 'the offline page')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/transactions?status=failed')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  })

  await test.step('a page of the checkout is not answered by the worker', async () => {
    const payer = await context.newPage()
    await context.setOffline(true)
    await expect(payer.goto(link.url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await payer.close()
    await context.setOffline(false)
  })

  await test.step('a payment that is pushed is shown, and once', async () => {
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const data = JSON.stringify({ title: '[Test] NGN 5,000.00 received', body: business.name, path: '/transactions/1' })
    for (const _ of [1, 2])
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: baseURL!, registrationId, data })
    const listShown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => [title, body]),
      )
    await expect.poll(listShown).toEqual([['[Test] NGN 5,000.00 received', business.name]])
  })

  await test.step('signing out leaves neither worker nor files', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => readWorker(page)).toEqual({ caches: 0, paths: [], isRegistered: false })
  })
})
