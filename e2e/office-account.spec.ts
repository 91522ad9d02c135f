import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { plugAuthenticator } from './support/authenticator.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openAsStaff } from './support/back-office.ts'
import { mailTo } from './support/business.ts'
import { storyPort } from './support/port.ts'
import { test } from './support/test.ts'

// WebAuthn knows no IP addresses: the same server by its name.
test.use({ baseURL: `http://localhost:${storyPort}` })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const codeFor = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

test('a person of the staff changes the password, adds a passkey that signs in alone, and resets the password by an email', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await openAsStaff(page, baseURL!, '/account', { role: 'support' })

  await test.step('the own sessions and the password are under the account', async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'Password, passkeys and sessions' }).click()
    await expect(heading(page, 'Your account')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill('Correct-horse-1')
    await dialog.getByLabel('New password').fill('Indigo-2026')
    await dialog.getByLabel('Confirm password').fill('Indigo-2026')
    await expectAccessible(page, 'new password of a person of the staff')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a passkey is added, and signs in without password or code', async () => {
    await plugAuthenticator(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Work laptop')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expectAccessible(page, 'sign-in of the staff with a passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  })

  await test.step('a forgotten password is reset by the link of an email', async () => {
    const other = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
    const theirs = await other.newPage()
    await theirs.goto('/operator/sign-in')
    await theirs.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(heading(theirs, 'Reset your password')).toBeVisible()
    await theirs.getByLabel('Email').fill(person.email)
    await expectAccessible(theirs, 'forgotten password of the staff')
    await theirs.getByRole('button', { name: 'Send the link' }).click()
    await expect(heading(theirs, 'Check your email')).toBeVisible()
    const mail = await mailTo(person.email, /new password for the back office/)
    await theirs.goto(/\/operator\/reset-password\/[\w-]+/.exec(mail.text)![0])
    await theirs.getByLabel('New password').fill('Indigo-2027')
    await theirs.getByLabel('Confirm password').fill('Indigo-2027')
    await expectAccessible(theirs, 'new password by link for the staff')
    await expectNoSidewaysScroll(theirs, 'new password by link for the staff')
    await theirs.getByRole('button', { name: 'Change password' }).click()
    await expect(heading(theirs, 'Your password is changed')).toBeVisible()
    await theirs.getByRole('link', { name: 'Sign in' }).click()
    await expect(heading(theirs, 'Sign in')).toBeVisible()
    await theirs.getByLabel('Email', { exact: true }).fill(person.email)
    await theirs.getByLabel('Password', { exact: true }).fill('Indigo-2027')
    await theirs.getByRole('button', { name: 'Continue' }).click()
    await theirs.getByLabel('Code', { exact: true }).fill(codeFor(person.appSecret))
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs.getByRole('button', { name: 'Your account' })).toBeVisible()
    await other.close()
  })

  await test.step('the reset has ended the first session', async () => {
    await page.reload()
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
})
