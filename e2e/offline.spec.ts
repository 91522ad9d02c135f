import { getPush } from '@adire/contract/notifications.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { newLink } from './support/checkout.ts'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Number of caches of the origin, and whether a service worker is registered. */
const readWorker = (page: Page) =>
  page.evaluate(async () => ({
    caches: (await caches.keys()).length,
    isRegistered: (await navigator.serviceWorker.getRegistration('/')) !== undefined,
  }))

/** Paths of all stored files. Not while a cache may be deleted: to open it would create it again. */
const readStoredPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** Ends the time without a connection. The browser tells its service worker of it later than the page. */
async function goOnline(context: BrowserContext) {
  await context.setOffline(false)
  const isOnline = () =>
    fetch('/robots.txt').then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(() => context.serviceWorkers()[0]!.evaluate(isOnline)).toBe(true)
}

/** Runs in the page: replaces the push service of the browser, which is on the internet. The keys are those of RFC 8291. */
function stubPushService(endpoint: string) {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const given: Pick<PushSubscription, 'endpoint' | 'toJSON'> = { endpoint, toJSON: () => ({ endpoint, keys }) }
  const subscription = given as PushSubscription
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.subscribe = async () => subscription
  PushManager.prototype.getSubscription = async () => subscription
}

test('without a connection the dashboard says so, other pages are left alone, and signing out removes the service worker', async ({
  page,
  context,
  baseURL,
  business,
}) => {
  const link = await newLink(business)
  await page.goto('/robots.txt')
  // Left by an earlier release.
  await page.evaluate(() => caches.open('shell-0'))
  await signIn(page, business)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await readWorker(page)).caches).toBe(1)

  await test.step('only the offline page and files with a hash are stored', async () => {
    const paths = await readStoredPaths(page)
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
    await goOnline(context)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/transactions?status=failed')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  })

  await test.step('a page of the checkout is not answered by the worker', async () => {
    const payer = await context.newPage()
    await context.setOffline(true)
    await expect(payer.goto(link.url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await payer.close()
    await goOnline(context)
  })

  await test.step('payments are turned on and off for this device', async () => {
    await page.goto('/settings/notifications')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'On this device' }) })
    await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await page.evaluate(stubPushService, `${baseURL}/push`)
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(section.getByText('On', { exact: true })).toBeVisible()
    expect((await business.call(getPush, {})).devices).toHaveLength(1)
    await expectAccessible(page, 'notifications that are on', 'main')
    await section.getByRole('button', { name: 'Turn off' }).click()
    await expect(section.getByText('Off', { exact: true })).toBeVisible()
    expect((await business.call(getPush, {})).devices).toEqual([])
  })

  await test.step('a payment that is pushed is shown', async () => {
    const worker = context.serviceWorkers()[0]!
    // A browser without a screen shows no notifications, so the test reads what it would show.
    await worker.evaluate(() => {
      const shown: unknown[] = []
      Object.assign(globalThis, { shown })
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        shown.push([title, options?.body, options?.tag])
      }
    })
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const path = (to: string) => `/open?${new URLSearchParams({ business: business.merchantId, mode: 'TEST', to })}`
    const push = { title: '[Test] NGN 5,000.00 received', body: business.name, path: path('/transactions/1') }
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL!,
      registrationId: await registered,
      data: JSON.stringify(push),
    })
    await expect
      .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown')))
      .toEqual([[push.title, push.body, push.path]])
    // A click opens the payment in its business, or the window that shows it.
    const clicked = await worker.evaluate(
      async (paths) => {
        const opened: string[] = []
        Object.assign(Reflect.get(globalThis, 'clients'), { openWindow: async (url: string) => opened.push(url) })
        Reflect.get(globalThis, 'WindowClient').prototype.focus = async () => opened.push('focus')
        for (const data of paths) {
          const event = new Event('notificationclick')
          const ended = new Promise((resolve) => Object.assign(event, { waitUntil: resolve }))
          dispatchEvent(Object.assign(event, { notification: { data, close: () => {} } }))
          await ended
        }
        return opened
      },
      [push.path, path('/settings/notifications')],
    )
    expect(clicked).toEqual([new URL(push.path, baseURL).href, 'focus'])
  })

  await test.step('push notifications end when another user signs in on the device', async () => {
    await page.addInitScript(() => {
      const unsubscribe = async () => Object.assign(globalThis, { isUnsubscribed: true })
      PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as unknown as PushSubscription
    })
    const isUnsubscribed = () => page.evaluate(() => Reflect.get(globalThis, 'isUnsubscribed') === true)
    await page.goto('/dashboard')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(await isUnsubscribed()).toBe(false)
    await signIn(page, await newBusiness(baseURL!))
    await expect.poll(isUnsubscribed).toBe(true)
  })

  await test.step('signing out leaves neither worker nor files', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => readWorker(page)).toEqual({ caches: 0, isRegistered: false })
  })
})
