import { messages } from '@adire/contract/messages.ts'
import { expect, type Page, type Request } from '@playwright/test'
import { mailsTo, mailTo, newAccount, verificationToken, verifyOnPage } from './support/business.ts'
import { submitSignIn } from './support/session.ts'
import { test } from './support/test.ts'

let userCount = 0
const someone = () => ({
  businessName: 'Amina Foods',
  email: `amina-${Date.now()}-${process.pid}-${++userCount}@example.com`,
  password: 'Pepper-2026',
})

const createButton = (page: Page) => page.getByRole('main').locator('form [type=submit]')

async function fill(page: Page, { businessName, email, password }: ReturnType<typeof someone>) {
  // The script chooses the country; before that a field that loses focus is not validated.
  await expect(page.getByLabel('Country')).toHaveValue('566')
  await page.getByLabel('Business name').fill(businessName)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const isRegistration = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/api/v1/merchants/user')

test('a new business registers with the token of the client, and its email opens the account [S3-08] [S6-02] [S6-03] [S7.1-02] [S7.1-03]', async ({
  page,
}) => {
  const newUser = someone()
  const { client } = await (await page.request.get('/config.json')).json()
  const tokenResponse = page.waitForResponse('**/oauth/token')
  await page.goto('/register')
  await fill(page, newUser)
  const registering = page.waitForRequest(isRegistration)
  await createButton(page).click()

  const registered = await registering
  expect(await registered.headerValue('password-type')).toBe('plain')
  expect(registered.postDataJSON()).toEqual({ ...newUser, countryId: 566 })
  const response = await tokenResponse
  expect(await response.request().headerValue('authorization')).toBe(`Basic ${btoa(`${client.id}:${client.secret}`)}`)
  expect(response.request().postData()).toBe('grant_type=client_credentials')
  const { access_token } = (await response.json()) as { access_token: string }
  expect(await registered.headerValue('authorization')).toBe(`Bearer ${access_token}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(newUser.email)).toBeVisible()
  await verifyOnPage(page, verificationToken(await mailTo(newUser.email, /Verify/)))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await submitSignIn(page, newUser)
  await expect(page).toHaveURL('/onboarding')
})

test('the email typed in the footer is in the registration form, also before the script of the page has run [S2.2-09]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByText('To look around')).toBeVisible() // the app has hydrated
  await page.getByPlaceholder(messages.footerEmailPlaceholder).fill('amina@example.com')
  await page.getByRole('button', { name: messages.footerCreateAccount }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.com')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('before the script of the page has run', async () => {
    const { promise: script, resolve: letScript } = Promise.withResolvers<void>()
    await page.route('**/static/js/**', async (route) => {
      await script
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const email = page.getByPlaceholder(messages.footerEmailPlaceholder)
    await email.fill('amina@example.com')
    await email.press('Enter')
    await page.waitForURL('/register?*', { waitUntil: 'commit' })
    letScript()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.com')
  })
})

test('every invalid field shows an error, a missing response and errors of the server are shown, and a reload loses only the password [S4-06] [S5-01] [S5-02] [S5-03] [S5-04] [S8-02]', async ({
  page,
}) => {
  const { promise: countriesRequested, resolve: letCountries } = Promise.withResolvers<void>()
  await page.route('**/countries*', async (route) => {
    await countriesRequested
    await route.continue()
  })
  await page.goto('/register')
  const name = page.getByLabel('Business name')
  const email = page.getByLabel('Email', { exact: true })
  const password = page.getByLabel('Password', { exact: true })
  const hint = 'At least 8 characters, with letters and numbers'
  const country = page.getByLabel('Country')
  await expect(createButton(page)).toBeDisabled()
  letCountries()
  await expect(country).toHaveValue('566')
  await country.selectOption('')
  await createButton(page).click()
  for (const field of [name, email, password]) await expect(field).toHaveAccessibleDescription(messages.required)
  await expect(country).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await expect(createButton(page)).toBeDisabled()
  await country.selectOption('Ghana')
  await expect(country).not.toHaveAttribute('aria-invalid', 'true')
  await expect(country).toHaveAccessibleDescription(/^Only businesses in Nigeria/)
  await country.selectOption('Nigeria')
  await expect(country).toHaveAccessibleDescription('')

  await name.fill('Ọ')
  await expect(name).toHaveAccessibleDescription(messages.atLeast(3))
  await name.fill('   ')
  await expect(name).toHaveAccessibleDescription(messages.required)
  await email.fill('amina@')
  await expect(email).toHaveAccessibleDescription(messages.email)
  await password.fill('lettersonly')
  await expect(password).toHaveAccessibleDescription(messages.alphanumeric)
  await password.fill('1234567890')
  await expect(password).toHaveAccessibleDescription(messages.alphanumeric)
  await password.fill('@!Afu/1')
  await expect(password).toHaveAccessibleDescription(messages.atLeast(8))
  await expect(createButton(page)).toBeDisabled()

  await name.fill('Ọlá')
  await email.fill('amina@example.com')
  await password.fill('@!Afu/12.')
  await expect(password).toHaveAccessibleDescription(hint)
  await expect(createButton(page)).toBeEnabled()

  await test.step('an error of the server appears at its field, and the other fields keep their values', async () => {
    await page.unroute('**/countries*')
    const newUser = someone()
    await fill(page, newUser)
    const errors = [{ field: 'businessName', message: 'This name is not allowed' }]
    await page.route('**/api/v1/merchants/user', (route) =>
      route.fulfill({ status: 422, json: { code: 'invalid', message: 'Some fields are not right', errors } }),
    )
    await createButton(page).click()
    const name = page.getByLabel('Business name')
    await expect(name).toHaveAccessibleDescription('This name is not allowed')
    await expect(name).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Pepper-2026')
    await page.unroute('**/api/v1/merchants/user')
  })

  await test.step('a reload during the registration empties the password and stores nothing of it', async () => {
    const newUser = someone()
    await fill(page, newUser)
    await page.reload()
    await expect(page.getByLabel('Country')).toHaveValue('566')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      newUser.password,
    )
  })

  await test.step('a registration without response says to check the network, otherwise it shows the message of the server', async () => {
    const newUser = someone()
    await fill(page, newUser)
    await page.route('**/api/v1/merchants/user', (route) => route.abort())
    await createButton(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toHaveText(messages.network)
    await expect(page.getByLabel('Business name')).toHaveValue(newUser.businessName)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newUser.password)

    await page.unroute('**/api/v1/merchants/user')
    await page.route('**/api/v1/merchants/user', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'We are back in a minute', errors: [] } }),
    )
    await createButton(page).click()
    await expect(alert).toHaveText('We are back in a minute')

    await page.unroute('**/api/v1/merchants/user')
    await createButton(page).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  })
})

test('a double click registers once, a retry after a lost response has the same key, and a known email gets the same response [S4-05]', async ({
  page,
  baseURL,
}) => {
  const newUser = someone()
  const keys: (string | null)[] = []
  await page.route('**/api/v1/merchants/user', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    const response = await route.fetch()
    if (keys.length === 1) return route.abort() // the server has handled it, but the response is lost
    return route.fulfill({ response })
  })
  await page.goto('/register')
  await fill(page, newUser)
  await createButton(page).dblclick()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(messages.network)
  expect(keys).toHaveLength(1)
  await createButton(page).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await mailsTo(newUser.email, /Verify/)).toHaveLength(1)

  await test.step('a known email gets the same response, and only its owner is informed, by email', async () => {
    const owner = await newAccount(baseURL!)
    await owner.verify()
    await page.unroute('**/api/v1/merchants/user')
    await page.goto('/register')
    await fill(page, { ...someone(), email: owner.email })
    await createButton(page).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await mailTo(owner.email, /already have an account/)
  })
})

test('opening the link verifies nothing, as programs that check emails do it; its owner presses the button, again after a lost connection [S7.1-03]', async ({
  page,
  baseURL,
}) => {
  const account = await newAccount(baseURL!)
  const token = verificationToken(await mailTo(account.email, /Verify/))
  const sent: unknown[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/users/verify-email', async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length === 1) return route.abort()
    await held
    return route.continue()
  })
  await page.goto(`/verify-email/${token}`)
  const button = page.getByRole('button', { name: 'Verify email' })
  await expect(button).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])

  await button.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(messages.tryAgainLater)
  expect(sent).toEqual([{ token }])
  await button.press('Enter')
  await expect(page.getByRole('button', { name: messages.pleaseWait })).toBeFocused()
  release()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
  expect(sent).toEqual([{ token }, { token }])
})

test('an unknown link offers a new one, and a used one the sign-in [S7.1-03] [S7.1-04] [S5-01] [S5-02]', async ({
  page,
  baseURL,
}) => {
  const account = await newAccount(baseURL!)
  const token = verificationToken(await mailTo(account.email, /Verify/))
  await verifyOnPage(page, token)
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await verifyOnPage(page, token)
  await expect(page.getByRole('heading', { name: 'Your email is already verified' })).toBeVisible()

  await verifyOnPage(page, '%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  const email = page.getByLabel('Email', { exact: true })
  const send = page.getByRole('button', { name: 'Send a new link' })
  await send.click()
  await expect(email).toHaveAccessibleDescription(messages.required)
  await email.fill('nobody')
  await expect(email).toHaveAccessibleDescription(messages.email)
  await expect(send).toBeDisabled()
  await email.fill(someone().email)
  await send.click()
  // The same for an unknown email.
  await expect(page.getByText(messages.verificationResent)).toBeVisible()
})

test('markup and URLs are rejected as a name, and a very long name is text, in the app and in the email', async ({
  page,
}) => {
  page.on('dialog', () => {
    throw new Error('a script of the name ran')
  })
  const newUser = { ...someone(), businessName: '" onerror="alert(1)'.padEnd(140, 'Ọ') }
  await page.goto('/register')
  await fill(page, { ...newUser, businessName: '<img src=x onerror=alert(1)>' })
  await expect(page.getByText('Use a name without < and >')).toBeVisible()
  await expect(createButton(page)).toBeDisabled()
  await fill(page, newUser)
  const name = newUser.businessName.slice(0, 100)
  await expect(page.getByLabel('Business name')).toHaveValue(name)
  await createButton(page).click()
  const mail = await mailTo(newUser.email, /Verify/)
  expect(mail.html).not.toContain('onerror=')
  await verifyOnPage(page, verificationToken(mail))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await submitSignIn(page, newUser)
  await expect(page.getByText(`These details of ${name}`)).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
  const { scrolled, visibleWidth } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    visibleWidth: innerWidth,
  }))
  expect(scrolled).toBeLessThanOrEqual(visibleWidth)
})
