import { followBusiness } from '@adire/contract/live.ts'
import { messages } from '@adire/contract/messages.ts'
import { saveView } from '@adire/contract/saved-views.ts'
import { logOut } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { formAddresses, memberAddresses, visitorAddresses } from './support/addresses.ts'
import { type Business, newBusiness, requestToken, signInByForm } from './support/business.ts'
import { endAtServer, goInApp, leaveToken, readDatabases, storageOf, submitSignIn } from './support/session.ts'
import { test } from './support/test.ts'

const businessPage = /\/(dashboard|onboarding|transactions|payment-link|settings)/

/** Access token and refresh token of a sign-in. */
async function signInForTokens(page: Page, business: Business) {
  const response = page.waitForResponse('**/oauth/token')
  await signInByForm(page, business)
  return (await (await response).json()) as { access_token: string; refresh_token: string }
}

const signOut = (page: Page) => page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

test('every dashboard address without a session clears the stored data and leads to the sign-in [S2.1-02] [S2.1-05] [S6-01]', async ({
  page,
}) => {
  expect(memberAddresses).toContain('/dashboard')
  await page.goto('/')
  const expectCleared = async (address: string) => {
    await expect(page, address).toHaveURL('/')
    await expect.poll(() => storageOf(page), address).not.toHaveProperty(['adire.token'])
    // Its script runs, and notices the next address.
    await expect(signInButton(page), address).toBeEnabled()
  }
  for (const address of ['/dashboard', '/transactions/some', '/settings/some']) {
    await leaveToken(page)
    await page.goto(address)
    await expectCleared(address)
  }
  for (const address of memberAddresses) {
    await leaveToken(page)
    await goInApp(page, address)
    await expectCleared(address)
  }
})

test('a session cannot be read from the disk, leads from public addresses to the dashboard, and is over once the server has ended it [S2.1-06] [S3-06] [S4-01]', async ({
  page,
  context,
  baseURL,
}) => {
  const tokens = await signInForTokens(page, await newBusiness(baseURL!))
  await test.step('it is encrypted, with a key that cannot be exported', async () => {
    const storage = await storageOf(page)
    expect(Object.keys(storage)).toEqual(expect.arrayContaining(['adire.token', 'adire.session', 'adire.mode']))
    expect(storage['adire.mode']).toBe('TEST')
    const readable = Object.values(storage).flatMap((value) => [value, Buffer.from(value, 'base64').toString('latin1')])
    // Numbers, such as the seconds until a token expires, are not secret, and encrypted text may contain three digits by chance.
    const texts = Object.values(tokens).filter((value) => typeof value === 'string')
    for (const secret of [...texts, ...tokens.access_token.split('.'), 'user_name', 'refreshToken'])
      expect(readable.filter((text) => text.includes(secret))).toEqual([])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await context.cookies()).toEqual([])

    const stored = await page.evaluate(readDatabases)
    expect(stored.texts.join()).not.toContain(tokens.access_token)
    expect(stored.keys).toEqual([{ extractable: false, taken: false }])
  })

  await test.step('every public address leads to the dashboard', async () => {
    for (const address of ['/', '/terms-and-conditions', '/page']) {
      expect(visitorAddresses).toContain(address)
      await page.goto(address)
      await expect(page, address).toHaveURL('/dashboard')
    }
    for (const address of formAddresses) {
      await goInApp(page, address)
      await expect(page, address).toHaveURL('/dashboard')
    }
  })

  await test.step('the next action after its end leads to the sign-in', async () => {
    await endAtServer(baseURL!, tokens.access_token)
    // Opens the URL directly: a polling list may already be redirecting to the sign-in, and would remove a link.
    await page.goto('/transactions')
    await expect(page).toHaveURL('/')
    await expect(signInButton(page)).toBeVisible()
    expect(await storageOf(page)).not.toHaveProperty(['adire.token'])
  })
})

test('a token is renewed before it expires while the tab is open and survives a reload; after its end the next visit starts at the sign-in [S2.1-05] [S4-01]', async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  await signInByForm(page, await newBusiness(baseURL!))
  const before = await storageOf(page)
  const renewing = page.waitForRequest(
    (request) => request.url().endsWith('/oauth/token') && !!request.postData()?.includes('grant_type=refresh_token'),
  )
  // The server's clock stays behind: any further, the new token would be renewed again at once, and the reload would interrupt that.
  await page.clock.fastForward(14 * 60_000 + 1_000)
  expect((await (await renewing).response())!.status()).toBe(200)
  await expect.poll(async () => (await storageOf(page))['adire.token']).not.toBe(before['adire.token'])
  await expect(page).toHaveURL('/dashboard')

  await test.step('a renewal whose response was lost is repeated', async () => {
    await page.evaluate((token) => localStorage.setItem('adire.token', token), before['adire.token']!)
    const repeated = page.waitForResponse('**/oauth/token')
    await page.reload()
    expect((await repeated).status()).toBe(200)
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('a session survives a reload and ends with its token', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

    await page.goto('about:blank')
    await page.clock.setSystemTime(Date.now() + 31 * 60_000)
    await page.goto('/transactions')
    await expect(page).toHaveURL('/')
    await expect(signInButton(page)).toBeVisible()
    const storage = await storageOf(page)
    expect(storage).not.toHaveProperty(['adire.token'])
    expect(storage).not.toHaveProperty(['adire.mode'])
  })
})

test('signing out clears token, business and mode, shows nothing of the business to the back button or to the next user, and works offline [S2.7-06] [S4-02]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Kola Prints')
  await signInByForm(page, business)
  await test.step('the back button after signing out shows nothing of the business', async () => {
    await page.getByRole('link', { name: 'Payment Links', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Links' })).toBeVisible()
    await signOut(page)
    await expect(signInButton(page)).toBeVisible()
    for (let steps = 0; steps < 2; steps++) {
      await page.goBack()
      await expect(signInButton(page)).toBeVisible()
      await expect(page).not.toHaveURL(businessPage)
      await expect(page.getByText(business.name)).toHaveCount(0)
    }
  })

  await test.step('a business is not shown to the next user of the same tab', async () => {
    const next = await newBusiness(baseURL!, 'Next Business')
    await signInByForm(page, business)
    await expect(page.getByRole('complementary')).toContainText(business.name)
    await signOut(page)
    await expect(signInButton(page)).toBeVisible()
    await signInByForm(page, next)
    await expect(page.getByRole('complementary')).toContainText(next.name)
    await expect(page.getByText(business.name)).toHaveCount(0)
  })

  await test.step('signing out works offline', async () => {
    await page.route(`**/${logOut.path}`, (route) => route.abort())
    await page.evaluate(() => localStorage.setItem('adire.mode', 'TEST'))
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expect.poll(() => storageOf(page)).not.toHaveProperty(['adire.token'])
    expect(await storageOf(page)).not.toHaveProperty(['adire.mode'])
  })
})

test('a second tab is signed out and in by the first [S4-02] [S2.1-06]', async ({ page, context, baseURL }) => {
  const business = await newBusiness(baseURL!)
  await signInByForm(page, business)
  const second = await context.newPage()
  await second.goto('/transactions')
  await expect(second.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(second).toHaveURL('/')
  await expect(signInButton(second)).toBeVisible()
  const signedOut = (tab: Page) => tab.getByText('You signed out in another tab.')
  await expect(signedOut(second)).toBeVisible()
  await expect(signedOut(page)).toHaveCount(0)

  await submitSignIn(second, business)
  await expect(second).toHaveURL('/transactions')
  await expect(page).toHaveURL('/dashboard')

  await test.step('a session that ends otherwise is not a sign-out', async () => {
    await leaveToken(page)
    await expect(second).toHaveURL('/')
    await expect(signInButton(second)).toBeVisible()
    await expect(signedOut(second)).toHaveCount(0)
  })
})

test('signing in sends the bearer token of the user, and signing out revokes it on the server [S2.3-06] [S2.7-06] [S4-02] [S6-01] [S6-03] [S7.1-09]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const requested = page.waitForRequest(`**/api/v1/merchants/${business.merchantId}`)
  const withType = new Set<string>()
  page.on('request', (request) => {
    if (request.headers()['password-type'] === 'plain') withType.add(new URL(request.url()).pathname)
  })
  const tokens = await signInForTokens(page, business)
  expect(await (await requested).headerValue('authorization')).toBe(`Bearer ${tokens.access_token}`)
  await expect
    .poll(() => [...withType])
    .toEqual(
      expect.arrayContaining([
        '/test/core/oauth/token',
        '/test/core/api/v1/merchants',
        `/test/core/api/v1/merchants/${business.merchantId}`,
        `/test/core/${followBusiness.path}`,
      ]),
    )

  await test.step('signing out revokes the token on the server, clears token, business and mode, and leads to /', async () => {
    const before = await storageOf(page)
    const logOutResponse = page.waitForResponse(`**/${logOut.path}`)
    await signOut(page)
    expect((await logOutResponse).status()).toBe(204)
    expect(withType).toContain(`/test/core/${logOut.path}`)
    await expect(page).toHaveURL('/')
    await expect(signInButton(page)).toBeVisible()
    await expect.poll(() => storageOf(page)).not.toHaveProperty(['adire.token'])
    const storage = await storageOf(page)
    expect(storage).not.toHaveProperty(['adire.mode'])
    // Merchant id and refresh token are removed: the encrypted rest is shorter by more than the refresh token.
    await expect
      .poll(async () => ((await storageOf(page))['adire.session'] ?? '').length)
      .toBeLessThan(before['adire.session']!.length - tokens.refresh_token.length)

    // Other processes notice it within a second (decision 105).
    if (process.env.E2E_BALANCED) await page.waitForTimeout(1_000)
    const rejected = await fetch(
      `${baseURL}/test/core/api/v1/merchants?userEmail=${encodeURIComponent(business.email)}`,
      {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      },
    )
    expect(rejected.status).toBe(401)
    await expect(
      requestToken(baseURL!, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    ).rejects.toThrow()
  })
})

test('a list of businesses that fails shows a toast and signs out; without a response the toast says to try again later [S8-02] [S8-03]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const rejection = { code: 'forbidden', message: 'Your businesses cannot be shown', errors: [] }
  await page.route('**/api/v1/merchants?**', (route) => route.fulfill({ status: 403, json: rejection }))
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(business.email)
  await page.getByLabel('Password', { exact: true }).fill(business.password)
  await signInButton(page).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Your businesses cannot be shown' })
  await expect(toast).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect.poll(() => storageOf(page)).not.toHaveProperty(['adire.token'])

  await test.step('without a response', async () => {
    await page.unroute('**/api/v1/merchants?**')
    await signInByForm(page, business)
    await test.step('a list that is loaded already stays when it cannot be loaded again', async () => {
      await page.route('**/api/v1/merchants?**', (route) => route.fulfill({ status: 403, json: rejection }))
      const again = page.waitForResponse('**/api/v1/merchants?**')
      // Announced to open dashboards, which then load the list again.
      await business.call(saveView, { list: 'transactions', name: 'Failed', query: 'status=failed' })
      expect((await again).status()).toBe(403)
      await page.getByRole('link', { name: 'Customers', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
      await page.unroute('**/api/v1/merchants?**')
    })
    await page.route('**/api/v1/merchants?**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: messages.tryAgainLater })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
