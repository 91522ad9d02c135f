import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { mailTo } from './support/business.ts'
import { test } from './support/test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const codeFor = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Signs in for the first time: the authenticator app is set up before anything else is possible. */
async function enrol(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Set up your authenticator app')).toBeVisible()
  const secret = (await page.locator('p.figures').textContent())!.replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeFor(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page, 'Keep your recovery codes')).toBeVisible()
}

test('an admin signs in with a second factor and invites a colleague, who sees what the role includes', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `bola-${Date.now()}@provider.example`

  await test.step('a visitor has to sign in, and sets up the second factor first', async () => {
    await page.goto('/operator/staff')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expectAccessible(page, 'sign-in of the back office')
    await enrol(page, { email: 'staff@adire.example', password: 'Adire-staff-1' })
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page, 'recovery codes of the back office')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(heading(page, 'Staff')).toBeVisible()
  })

  await test.step('the session survives a reload, and no secret of it is in reach of a script', async () => {
    await page.reload()
    await expect(heading(page, 'Staff')).toBeVisible()
    const stored = await page.evaluate(() => [document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })])
    expect(stored.join()).not.toMatch(/adire_staff|eyJ/)
  })

  await test.step('a colleague is invited', async () => {
    await page.getByRole('button', { name: 'Invite person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Role').selectOption('finance')
    await expect(dialog.getByText('hold, release and retry settlements')).toBeVisible()
    await expectAccessible(page, 'invitation to the back office')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('row', { name: new RegExp(email) }).getByText('Invited')).toBeVisible()
  })

  await test.step('the invitation is not sent again within a minute, and the page says so', async () => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('button', { name: 'Send invitation again' }).click()
    const dialog = page.getByRole('dialog', { name: `Send ${email} a new link?` })
    await expect(dialog).toContainText('less than a minute ago, its link stays valid and no other email is sent')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(`The link was emailed to ${email}`)).toBeVisible()
  })

  await test.step('the colleague accepts, sets up a second factor, and sees what the role includes', async () => {
    const other = await browser.newContext({ baseURL })
    const theirs = await other.newPage()
    const mail = await mailTo(email, /back office/)
    await theirs.goto(/\/operator\/invitation\/[\w-]+/.exec(mail.text)![0])
    await theirs.getByLabel('Your name').fill('Bola Adeyemi')
    await theirs.getByLabel('Choose a password').fill('Indigo-2026')
    await expectAccessible(theirs, 'accepting an invitation to the back office')
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await theirs.getByRole('link', { name: 'Sign in' }).click()
    await enrol(theirs, { email, password: 'Indigo-2026' })
    await theirs.getByRole('button', { name: 'I have kept them' }).click()
    await expect(theirs.getByRole('button', { name: 'Your account' })).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Staff' })).toHaveAccessibleDescription(
      'Your role Finance does not include the permission to see the staff',
    )
    await theirs.goto('/operator/audit-log')
    await expect(theirs.getByText('Your role does not include this page')).toBeVisible()
    await theirs.getByRole('link', { name: 'System' }).click()
    await expect(theirs.getByRole('link', { name: 'Holidays' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Failed jobs' })).toHaveCount(0)
    await other.close()
  })

  await test.step('the audit log names the people, and is intact', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(page.getByRole('row', { name: /Accepted the invitation.*Bola Adeyemi/ })).toBeVisible()
    await page.getByRole('button', { name: 'Verify log' }).click()
    await expect(page.getByText(/entries were checked: none was changed or removed/)).toBeVisible()
    await expectAccessible(page, 'audit log of the staff')
  })

  await test.step('a deactivated colleague is out at once', async () => {
    await page.getByRole('link', { name: 'Staff' }).click()
    const row = page.getByRole('row', { name: /Bola Adeyemi/ })
    await row.getByRole('button', { name: /Bola Adeyemi/ }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(row.getByText('Deactivated')).toBeVisible()
  })

  await test.step('signing out ends the session', async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page, 'Sign in')).toBeVisible()
    await page.goto('/operator/staff')
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
})

test('the back office fits a phone, and its pages are not linked from those of merchants', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBackOffice(page, baseURL!, 'admin', '/staff')
  for (const name of ['Staff', 'Audit log']) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click()
    await expect(heading(page, name)).toBeVisible()
    await expectNoSidewaysScroll(page, `${name} on a phone`)
  }
  await page.goto('/')
  await expect(page.locator('a[href*="operator"]')).toHaveCount(0)
})
