import { messages } from '@adire/contract/messages.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './support/axe.ts'
import { type BusinessOwner, mailTo, newBusiness, requestToken, signIn } from './support/business.ts'
import { openInApp, submitSignIn } from './support/session.ts'
import { topBar } from './support/shell.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' })

/** The same user on another device. */
async function elsewhere(browser: Browser, baseURL: string, account: BusinessOwner): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/149.0.0.0 Mobile Safari/537.36',
  })
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

/** Signs in and opens the profile from the menu in the top bar. */
async function openProfile(page: Page, account: BusinessOwner) {
  await signIn(page, account)
  await topBar(page).getByRole('button', { name: 'Your profile' }).click()
  await topBar(page).getByRole('link', { name: 'Account settings' }).click()
  await expect(page).toHaveURL('/settings/user-profile')
}

test('a profile is completed: errors appear at their field, the email is fixed, the rest is saved; and notifications are chosen [S2.5-03] [S3-03] [S5-08] [S7.1-10] [S8-05] [S2.8-01]', async ({
  page,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  await openProfile(page, business)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field('Email')).toHaveValue(business.email)
  await expect(field('Email')).not.toBeEditable()
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(field('First name')).toHaveAccessibleDescription('This field must not be empty!')
  await field('First name').fill('Al')
  await field('Last name').fill('O')
  await field('Phone').fill('0803123456')
  await field('Phone').blur()
  for (const name of ['First name', 'Last name'])
    await expect(field(name)).toHaveAccessibleDescription('This field must be at least 3 characters long')
  await expect(field('Phone')).toHaveAccessibleDescription('This field must be at least 11 characters long')
  await expect(submit).toBeDisabled()

  await field('First name').fill('Adaeze')
  await field('Last name').fill('Obi')
  await field('Phone').fill('+2348031234567')
  await submit.click()
  await toasts.expect('Profile updated successfully', 3000)
  await page.reload()
  await expect(field('First name')).toHaveValue('Adaeze')
  await expect(field('Last name')).toHaveValue('Obi')
  await expect(field('Phone')).toHaveValue('0803 123 4567')
  await topBar(page).getByRole('button', { name: 'Your profile' }).click()
  await expect(topBar(page).getByText('Adaeze Obi')).toBeVisible()

  await test.step('notifications are chosen by kind and channel; security notifications stay on', async () => {
    await page.goto('/settings/notifications')
    const tick = (name: string) => page.getByRole('checkbox', { name })
    await expect(tick('Payments: Email')).not.toBeChecked()
    for (const way of ['Dashboard', 'Email']) {
      await expect(tick(`Security: ${way}`)).toBeChecked()
      await expect(tick(`Security: ${way}`)).toBeDisabled()
    }
    await tick('Payments: Email').check()
    await tick('Settlements: Dashboard').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await toasts.expect('Your choices are saved', 3000)
    await page.reload()
    await expect(tick('Payments: Email')).toBeChecked()
    await expect(tick('Settlements: Dashboard')).not.toBeChecked()
  })
})

test('the profile is edited in a modal on any page, and the password is changed from there [S2.6-01] [S5-08] [S7.1-10] [S2.8-01]', async ({
  page,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/customers')
  const opener = topBar(page).getByRole('button', { name: 'Your profile' })
  const open = async () => {
    await opener.click()
    await topBar(page).getByRole('button', { name: 'Edit profile' }).click()
  }
  const modal = page.getByRole('dialog', { name: 'Edit profile' })
  const field = (name: string) => modal.getByLabel(name, { exact: true })

  await test.step('a profile that cannot be loaded is loaded again', async () => {
    const profileUrl = /\/api\/v1\/users\/[\w-]{36}$/
    await page.route(profileUrl, (route) => route.fulfill({ status: 404, body: '' }))
    await page.reload()
    const frame = await page.getByRole('banner').elementHandle()
    await open()
    await expect(modal.getByText(messages.tryAgainLater)).toBeVisible()
    await page.unroute(profileUrl)
    await modal.getByRole('button', { name: 'Retry' }).click()
    await expect(field('Email')).toHaveValue(business.email)
    expect(await frame!.evaluate((element) => element.isConnected), 'the page stays behind the modal').toBe(true)
  })

  await expect(field('Email')).not.toBeEditable()
  await expect(field('First name')).toBeFocused()
  await expectAccessible(page, 'the profile modal', 'dialog')
  await field('Last name').fill('Obi')
  await field('Phone').fill('08031234567')
  await field('First name').fill('Al')

  await test.step('Change Password is a modal of its own; closing it leaves the profile as it was typed', async () => {
    await modal.getByRole('button', { name: 'Change Password' }).click()
    const password = page.getByRole('dialog', { name: 'Change Password' })
    await expect(password.getByLabel('Current password', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(password).toBeHidden()
    await expect(field('Last name')).toHaveValue('Obi')
  })

  await field('First name').blur()
  await expect(field('First name')).toHaveAccessibleDescription(messages.atLeast(3))
  await expect(modal.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await field('First name').fill('Adaeze')
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expect(modal).toBeHidden()
  await toasts.expect(messages.profileUpdated, 5000)
  await expect(page).toHaveURL('/customers')
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(topBar(page).getByText('Adaeze Obi')).toBeVisible()
})

test('changing the password requires the current one first, signs out every other device, and the old one does not work [S2.5-04] [S5-05] [S5-07] [S7.1-07] [S7.1-08] [S8-05] [S2.8-01]', async ({
  page,
  browser,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  const other = await elsewhere(browser, baseURL!, business)
  await openProfile(page, business)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const field = (name: string) => dialog(page).getByLabel(name, { exact: true })
  const [current, fresh, again] = [field('Current password'), field('New password'), field('Confirm password')]
  const submit = dialog(page).getByRole('button', { name: 'Submit' })
  await expectAccessible(page, 'change password', 'dialog')

  await submit.click()
  for (const one of [current, fresh, again]) await expect(one).toHaveAccessibleDescription(messages.required)
  await current.fill('ab')
  await expect(current).toHaveAccessibleDescription('This field must be at least 3 characters long')
  await fresh.fill('abcdefgh')
  await expect(fresh).toHaveAccessibleDescription('Password Must be alphanumeric e.g @!Afu/12.')
  await fresh.fill('abc1')
  await expect(fresh).toHaveAccessibleDescription('This field must be at least 8 characters long')
  await fresh.fill('Fresh-start-9')
  await again.fill('Fresh-start-8')
  await again.blur()
  await expect(again).toHaveAccessibleDescription('New Password and confirm password must match')
  await expect(submit).toBeDisabled()

  for (const one of [current, fresh, again]) {
    await expect(one).toHaveAttribute('type', 'password')
    await one.locator('..').getByRole('button', { name: 'Show password' }).click()
    await expect(one).toHaveAttribute('type', 'text')
  }
  await again.fill('Fresh-start-9')
  await current.fill('Not-mine-1')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url().split('/').at(-1)!)
  })
  await submit.click()
  await expect(current).toHaveAccessibleDescription('This is not your current password')
  await current.fill(business.password)
  await submit.click()
  await toasts.expect('Password has been successfully updated', 3000)
  await expect(dialog(page)).toHaveCount(0)
  expect(requests).toEqual(['validate-password', 'validate-password', 'change-password'])

  // The page may already have signed out after a live event, or it does so at its next API call.
  await other.goto('/transactions')
  await expect(other).toHaveURL('/')
  await submitSignIn(other, business)
  await expect(other.getByText('The email or the password is not correct')).toBeVisible()
  await submitSignIn(other, { ...business, password: 'Fresh-start-9' })
  // A page that was signed out before it was opened leads back to the transactions; otherwise to the overview.
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
  await mailTo(business.email, /^Your password was changed/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await other.context().close()
})

test('two-factor authentication is turned on with an app; then sign-in requires a code or a recovery code, and a password alone cannot turn it off', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await openProfile(page, business)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill('Not-mine-1')
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page).getByText('The password is not correct')).toBeVisible()
  await dialog(page).getByLabel('Password', { exact: true }).fill(business.password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()

  await expect(dialog(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page, 'the setup of two-factor authentication', 'dialog')
  const key = (await dialog(page)
    .getByText(/^([A-Z2-7]{4} ){7}/)
    .textContent())!
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  const codeIn = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 })
  const code = dialog(page).getByRole('textbox', { name: 'Code' })
  await code.fill('000000')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAccessibleDescription(/is wrong/)
  await code.fill(codeIn(0))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()

  await expect(dialog(page).getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible()
  const codes = await dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('adire-recovery-codes.txt')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
  await submitSignIn(page, business)
  const codeField = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(codeField).toBeFocused()
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'the second step of signing in')
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(
    business.password,
  )
  await codeField.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(codeField).toHaveAccessibleDescription(/is wrong/)
  // A code works only once, so this is the code of the next time step, whatever the clock does in the meantime.
  await codeField.fill(codeIn(1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(overview(page)).toBeVisible()

  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
  await submitSignIn(page, business)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(overview(page)).toBeVisible()

  await openInApp(page, '/settings/user-profile')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill(codes[1]!)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Two-factor authentication is off')).toBeVisible()
  await expect(page.getByText('You sign in with your password alone.')).toBeVisible()
})

test('an unknown device is signed out from another, alone or with all others', async ({ page, browser, baseURL }) => {
  const business = await newBusiness(baseURL!)
  await signIn(page, business)
  const other = await elsewhere(browser, baseURL!, business)
  await mailTo(business.email, /^New sign-in/)
  await openInApp(page, '/settings/user-profile')
  // This device, the phone, and the one that registered.
  await expect(devices(page)).toHaveCount(3)
  await expect(devices(page).first()).toContainText('This device')
  await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click()
  await expect(page.getByText('Chrome on Android is signed out')).toBeVisible()
  await expect(devices(page)).toHaveCount(2)
  // The page may already have signed out after a live event, or it does so at its next API call.
  await other.goto('/transactions')
  await expect(other).toHaveURL('/')

  const { email: username, password } = business
  for (let more = 0; more < 4; more++)
    await requestToken(baseURL!, { grant_type: 'password', scope: 'profile', username, password })
  await page.reload()
  await expect(devices(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Show all 6 devices' }).click()
  await expect(devices(page)).toHaveCount(6)

  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(devices(page)).toHaveCount(1)
  await page.reload()
  await expect(devices(page)).toHaveCount(1)
  await other.context().close()
})
