import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { confirmPassword, mailTo, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { test } from './support/test.ts'

const invitationLink = async (email: string) => {
  const mail = await mailTo(email, /You are invited to a team/)
  return new URL(mail.text.match(/http\S+\/invitation\/\S+/)![0]).pathname
}

async function invite(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption({ label: role })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
}

async function join(page: Page, email: string) {
  await page.goto(await invitationLink(email))
  await expect(page.getByRole('heading', { name: /^Join / })).toBeVisible()
  await expectAccessible(page, 'the invitation')
  await page.getByLabel('First name').fill('Adaeze')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Choose a password').fill('Indigo-2026')
  await page.getByRole('button', { name: 'Join the team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

test('an owner invites a finance member and a developer; each sees what the role allows; a removed one sees nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Team Atelier')
  const [finance, developer] = [randomEmail('finance'), randomEmail('developer')]
  await signIn(page, business, '/settings/team')
  await test.step('invitations', async () => {
    await invite(page, finance, 'Finance')
    await confirmPassword(page, business)
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(finance)
    await invite(page, developer, 'Developer')
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(developer)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page, 'the team')
  })
  const [financeContext, developerContext] = [await browser.newContext(), await browser.newContext()]
  const [financePage, developerPage] = [await financeContext.newPage(), await developerContext.newPage()]
  await test.step('the finance member sees settlements, and no keys', async () => {
    await join(financePage, finance)
    const nav = financePage.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Settlements' })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Payment Links' })).toHaveCount(0)
    await financePage.goto('/settings/api-webhooks')
    await expect(financePage.getByText('Your role does not include this page')).toBeVisible()
    await expect(financePage.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await financePage.goto('/settings/team')
    const inviting = financePage.getByRole('button', { name: 'Invite member' })
    await expect(inviting).toHaveAttribute('aria-disabled', 'true')
    const reason = 'Only the owner and people with the permission “Change: Team and roles” can do this.'
    await expect(inviting).toHaveAccessibleDescription(reason)
    await expect(financePage.getByRole('tooltip')).toHaveCount(0)
    await inviting.focus()
    await expect(financePage.getByRole('tooltip', { name: reason })).toBeVisible()
    await financePage.keyboard.press('Enter')
    await expect(financePage.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(financePage, 'a button with its reason')
    await financePage.goto('/settings/business-profile')
    const profile = financePage.getByRole('group', { name: /You can read this, but not change it.*“Change: Business/ })
    await expect(profile.getByLabel('Business name')).toBeDisabled()
    await expectAccessible(financePage, 'a form that cannot be changed')
    await financePage.goto('/customers')
    await expect(financePage.getByRole('button', { name: 'Add customer' }).first()).toHaveAccessibleDescription(
      /“Change: Customers”/,
    )
    await financePage.keyboard.press('Control+k')
    await financePage.keyboard.type('new')
    await expect(financePage.getByRole('option', { name: /^New/ })).toHaveCount(0)
    await financePage.keyboard.press('Escape')
  })
  await test.step('the developer sees keys, and in Test Mode customers', async () => {
    await join(developerPage, developer)
    await developerPage.goto('/settings/api-webhooks')
    await expect(developerPage.getByRole('button', { name: 'New restricted key' })).toBeEnabled()
    await expect(
      developerPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }),
    ).toBeVisible()
  })
  await test.step('a key restricted to charges cannot read customers', async () => {
    await developerPage.getByRole('button', { name: 'New restricted key' }).click()
    const dialog = developerPage.getByRole('dialog', { name: 'New restricted key' })
    await dialog.getByLabel('Name').fill('Website checkout')
    await dialog.getByLabel('Change Charges and saved cards').check()
    await expect(dialog.getByLabel('See Charges and saved cards')).toBeChecked()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await confirmPassword(developerPage, { password: 'Indigo-2026' })
    const key = await developerPage
      .getByRole('dialog', { name: 'Your new secret key' })
      .getByRole('status')
      .textContent()
    const ask = async (path: string) =>
      (await fetch(`${baseURL}/test/${path}`, { headers: { authorization: `Bearer ${key}` } })).status
    expect([await ask('collections/charges'), await ask('core/customers')]).toEqual([200, 403])
  })
  await test.step('the owner removes the finance member, who has no access at once', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Actions for Adaeze Okafor' }).first().click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await expect(page.getByText('Adaeze Okafor was removed')).toBeVisible()
    await financePage.goto('/transactions')
    await expect(financePage.getByRole('heading', { name: 'You are in no team now' })).toBeVisible()
  })
  await Promise.all([financeContext.close(), developerContext.close()])
})
