import { unverifiedDescription } from '@adire/contract/auth.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect } from '@playwright/test'
import { mailsTo, newAccount, newBusiness, verificationToken, verifyOnPage } from './support/business.ts'
import { leaveToken, storageOf, submitSignIn } from './support/session.ts'
import { test } from './support/test.ts'

const nobody = { email: 'nobody@example.com', password: 'Indigo-2026' }

test('without a response or its configuration the form says to check the network, and works afterwards [S8-01]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await test.step('without its configuration', async () => {
    await page.route('**/config.json', (route) => route.abort())
    await page.goto('/')
    await submitSignIn(page, business)
    await expect(page.getByRole('alert')).toHaveText(messages.network)
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('without a response', async () => {
    await page.route('**/oauth/token', (route) => route.abort())
    await page.goto('/')
    await submitSignIn(page, business)
    await expect(page.getByRole('alert')).toHaveText(messages.network)
    await page.unroute('**/oauth/token')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('a visitor is led to the page that they opened, but not to the one on which somebody signed out', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/transactions?status=failed')
    await expect(page).toHaveURL('/')
    await submitSignIn(page, business)
    await expect(page).toHaveURL('/transactions?status=failed')
    await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await submitSignIn(page, business)
    await expect(page).toHaveURL('/dashboard')
  })
})

test('the password grant sends a trimmed lower-case username as form data, and a double click signs in once [S2.8-03] [S4-05] [S4-06] [S6-02] [S7.1-01]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { client } = await (await page.request.get('/config.json')).json()
  await page.goto('/')
  const tokenRequested = page.waitForRequest('**/oauth/token')
  await submitSignIn(page, { ...business, email: `  ${business.email.toUpperCase()} ` })
  const tokenRequest = await tokenRequested
  expect(tokenRequest.method()).toBe('POST')
  expect(await tokenRequest.headerValue('content-type')).toContain('application/x-www-form-urlencoded')
  expect(await tokenRequest.headerValue('authorization')).toBe(`Basic ${btoa(`${client.id}:${client.secret}`)}`)
  expect(Object.fromEntries(new URLSearchParams(tokenRequest.postData()!))).toEqual({
    grant_type: 'password',
    scope: 'profile',
    username: business.email,
    password: business.password,
  })
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')

  await test.step('a double click signs in once, and the button shows that it is busy', async () => {
    let sent = 0
    const { promise: tokenResponse, resolve: releaseResponse } = Promise.withResolvers<void>()
    await page.route('**/oauth/token', async (route) => {
      sent++
      await tokenResponse
      await route.continue()
    })
    await page.goto('/')
    await page.getByLabel('Email', { exact: true }).fill(business.email)
    await page.getByLabel('Password', { exact: true }).fill(business.password)
    const button = page
      .locator('form')
      .filter({ has: page.getByLabel('Password', { exact: true }) })
      .locator('[type=submit]')
    // Both clicks come before the page has rendered anything.
    await button.evaluate((element: HTMLButtonElement) => {
      element.click()
      element.click()
    })
    await expect(button).toHaveText(messages.pleaseWait)
    await button.click({ force: true })
    await page.getByLabel('Password', { exact: true }).press('Enter')
    releaseResponse()
    await expect(page).toHaveURL('/dashboard')
    expect(sent).toBe(1)
  })
})

test('the form shows errors: an empty field, a wrong password, no network; the password can be revealed, and markup is text [S4-02] [S4-06] [S5-01] [S5-02] [S8-01]', async ({
  page,
}) => {
  await test.step('an empty or invalid field is named, and Sign in is disabled until it is valid', async () => {
    await page.goto('/')
    const email = page.getByLabel('Email', { exact: true })
    const password = page.getByLabel('Password', { exact: true })
    const button = page.getByRole('button', { name: 'Sign in' })
    await button.click()
    await expect(email).toHaveAccessibleDescription(messages.required)
    await expect(password).toHaveAccessibleDescription(messages.required)
    await expect(email).toBeFocused()
    await expect(button).toBeDisabled()

    await email.fill('amina at example.com')
    await expect(email).toHaveAccessibleDescription(messages.email)
    await password.fill('x')
    await expect(password).toHaveAccessibleDescription('')
    await expect(button).toBeDisabled()
    await email.fill('amina@example.com')
    await expect(email).toHaveAccessibleDescription('')
    await expect(button).toBeEnabled()
  })

  await test.step('the password can be revealed, and Caps Lock is reported', async () => {
    await page.goto('/')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('Indigo-2026')
    await expect(password).toHaveAttribute('type', 'password')
    // Enabled after hydration; before that the page is only server-rendered.
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await expect(page.getByText('Caps Lock is on')).toBeVisible()
  })

  await test.step('a wrong password shows the message of the server and clears the stored user', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await leaveToken(page)
    const response = page.waitForResponse('**/oauth/token')
    await submitSignIn(page, nobody)
    const tokenResponse = await response
    expect(tokenResponse.status()).toBe(400)
    const { error_description } = (await tokenResponse.json()) as { error_description: string }
    expect(error_description).not.toBe('')
    await expect(page.getByRole('alert')).toHaveText(error_description)
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveAccessibleDescription(error_description)
    expect(await storageOf(page)).not.toHaveProperty(['adire.token'])
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(nobody.email)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "Sign in" [level=1]
        - alert:
          - paragraph: The email or the password is not correct
        - textbox "Email" [invalid]
        - textbox "Password" [invalid]
        - button "Show password"
        - link "Forgot password?"
        - button "Sign in"
    `)
  })

  await test.step('markup and SQL in the fields are text', async () => {
    page.on('dialog', () => {
      throw new Error('a script of the form ran')
    })
    await page.goto('/')
    const email = page.getByLabel('Email', { exact: true })
    await email.fill('"><img src=x onerror=alert(1)>@example.com')
    await email.blur()
    await expect(email).toHaveAccessibleDescription(messages.email)
    await submitSignIn(page, { email: 'x@example.com', password: `' or 1=1 --${'A'.repeat(150)}` })
    await expect(page.getByRole('alert')).toContainText('not correct')
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  })
})

test('a user without verified email is told so, gets the link again, and signs in with it [S7.1-03] [S7.1-04] [S8-05]', async ({
  page,
  baseURL,
}) => {
  const account = await newAccount(baseURL!)
  await mailsTo(account.email, /Verify/, 1)
  await page.goto('/')
  await submitSignIn(page, account)
  await expect(page.getByText(unverifiedDescription)).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(messages.verificationResent)).toBeVisible()

  const [first, second] = await mailsTo(account.email, /Verify/, 2)
  expect(verificationToken(second!)).not.toBe(verificationToken(first!))
  await verifyOnPage(page, verificationToken(second!))
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await submitSignIn(page, account)
  await expect(page).toHaveURL('/onboarding')
})

test('after five wrong passwords the right one has to wait too', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  await page.goto('/')
  for (let attempt = 0; attempt < 5; attempt++) {
    const response = page.waitForResponse('**/oauth/token')
    await submitSignIn(page, { ...business, password: `wrong-${attempt}` })
    expect((await response).status()).toBe(400)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  }
  await submitSignIn(page, business)
  await expect(page.getByRole('alert')).toContainText('wait 15 minutes')
  await expect(page).toHaveURL('/')
})

test('before the app has started typed text stays, buttons do not take clicks, and no password is in an address', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { promise: script, resolve: letScript } = Promise.withResolvers<void>()
  await page.route('**/static/js/**', async (route) => {
    await script
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Email', { exact: true }).fill(business.email)
  await password.fill(business.password)
  await password.press('Enter')
  const reveal = page.getByRole('button', { name: 'Show password' })
  await expect(reveal).toBeDisabled()
  letScript()
  // The demo hint appears with the app.
  await expect(page.getByText('To look around')).toBeVisible()
  expect(page.url()).not.toContain(business.password)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(business.email)
  await expect(password).toHaveValue(business.password)
  await reveal.click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})
