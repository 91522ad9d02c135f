import { expect, type Page } from '@playwright/test'
import { plugAuthenticator } from './support/authenticator.ts'
import { expectAccessible } from './support/axe.ts'
import { mailTo, newBusiness, signIn } from './support/business.ts'
import { storyPort } from './support/port.ts'
import { submitSignIn } from './support/session.ts'
import { test } from './support/test.ts'

// WebAuthn knows no IP addresses: the same server by its name.
test.use({ baseURL: `http://localhost:${storyPort}` })

const dialog = (page: Page) => page.getByRole('dialog')
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' })
const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

async function logOut(page: Page) {
  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
}

/** Holds the next sign-in with a passkey until `release` is called. */
async function holdPasskey(page: Page) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/oauth/token', async (route) => {
    if (!route.request().postData()?.includes('assertion')) return route.fallback()
    held.resolve()
    await released.promise
    await route.fallback()
  })
  return { isHeld: held.promise, release: released.resolve }
}

test('a passkey is added, signs in alone, confirms, and is replaced by a recovery code when it is lost', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { devtools, authenticatorId } = await plugAuthenticator(page)
  await signIn(page, business, '/settings/user-profile')
  let codes: string[] = []

  await test.step('it is added after a confirmation, with recovery codes', async () => {
    await expect(page.getByText('You have no passkeys.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog(page).getByLabel('Password', { exact: true }).fill(business.password)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    const name = dialog(page).getByRole('textbox', { name: 'Name' })
    await expect(name).toBeVisible()
    await expectAccessible(page, 'the dialog to add a passkey', 'dialog')
    await name.fill('Work laptop')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    const list = dialog(page).getByRole('list', { name: 'Recovery codes' })
    codes = await list.getByRole('listitem').allTextContents()
    expect(new Set(codes).size).toBe(10)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(passkeys(page)).toHaveCount(1)
    await expect(passkeys(page)).toContainText('never used')
    await mailTo(business.email, /^A passkey was added/)
  })

  await test.step('it signs in without email, password or code', async () => {
    await logOut(page)
    await usePasskey(page).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(overview(page)).toBeVisible()
  })

  await test.step('it confirms a sensitive action', async () => {
    await page.goto('/settings/user-profile')
    await expect(passkeys(page)).toContainText('last used')
    await page.getByRole('button', { name: 'Create new codes' }).click()
    await dialog(page).getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expectAccessible(page, 'a confirmation by passkey', 'dialog')
    await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    const list = dialog(page).getByRole('list', { name: 'Recovery codes' })
    codes = await list.getByRole('listitem').allTextContents()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the owner requires a second factor of every member', async () => {
    await page.goto('/settings/team')
    await page.getByLabel('Every member needs a second factor').check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await expect(page.getByText('The rule for signing in is saved')).toBeVisible()
    await expectAccessible(page, 'the team with its rule for signing in')
    await page.goto('/settings/user-profile')
  })

  await test.step('it is renamed', async () => {
    await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Old laptop')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(passkeys(page)).toContainText('Old laptop')
  })

  await test.step('without it, the password and a recovery code sign in', async () => {
    await logOut(page)
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await submitSignIn(page, business)
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expectAccessible(page, 'the second step of signing in with a passkey')
    await usePasskey(page).click()
    await expect(page.getByRole('alert')).toContainText('No passkey was used')
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(overview(page)).toBeVisible()
  })

  await test.step('it is removed after a confirmation by recovery code', async () => {
    await page.goto('/settings/user-profile')
    await page.getByRole('button', { name: 'Actions for Old laptop' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog(page)).toContainText('your recovery codes stop working')
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await dialog(page).getByRole('button', { name: 'Use a recovery code instead' }).click()
    await dialog(page).getByRole('textbox', { name: 'Code' }).fill(codes[1]!)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('You have no passkeys.')).toBeVisible()
  })

  await test.step('it no longer signs in; with the password the business shows only how to set up a second factor', async () => {
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await usePasskey(page).click()
    await expect(page.getByRole('alert')).toContainText('This passkey was not accepted')
    // The field for the email offers the passkey again. Its rejection comes after the password has signed in.
    const { isHeld, release } = await holdPasskey(page)
    await page.getByLabel('Email', { exact: true }).focus()
    await isHeld
    await submitSignIn(page, business)
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    const rejected = page.waitForResponse((response) => response.status() === 400)
    release()
    await (await rejected).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await expectAccessible(page, 'a second factor is needed')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog(page).getByLabel('Password', { exact: true }).fill(business.password)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('New laptop')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(overview(page)).toBeVisible()
  })

  await test.step('at an IP address the page says that passkeys do not work there', async () => {
    await page.goto(`http://127.0.0.1:${storyPort}/`)
    await usePasskey(page).click()
    await expect(page.getByRole('alert')).toContainText('Passkeys do not work at this address')
  })
})
