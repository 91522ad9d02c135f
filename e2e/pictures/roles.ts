import { type BuiltInRole, roleNames } from '@adire/contract/permissions.ts'
import { expect, type Page } from '@playwright/test'
import { confirmPassword, demoCredentials, signIn } from '../support/business.ts'
import { openMail } from '../support/on-screen.ts'
import type { PictureKind } from './kind.ts'
import { merchant } from './merchant.ts'

const password = 'Indigo-2026'
const roles = (Object.keys(roleNames) as BuiltInRole[]).filter((role) => role !== 'owner')

/** Members of the demo business, by role: `role-finance` shows every screen as a member of finance sees it. They are invited once. */
export const roleKinds: Record<string, PictureKind> = Object.fromEntries(
  roles.map((role) => [
    `role-${role}`,
    {
      ...merchant,
      states: ['data'],
      async listScreens(url, state) {
        const screens = await merchant.listScreens(url, state)
        return screens.map(({ name, path }) => ({ name: `${role}-${name}`, path }))
      },
      async signIn(page) {
        const member = { email: `pictures-${role}@example.com`, password }
        // A role may not see the overview, so the page is not one of those that are checked.
        await signIn(page, member, '/add-business').catch(async () => {
          await invite(page, member.email, roleNames[role])
          await signIn(page, member, '/add-business')
        })
      },
    } satisfies PictureKind,
  ]),
)

/** Invites a member on the owner's screen, and joins by the email, in browser sessions of their own. */
async function invite(page: Page, email: string, role: string) {
  const browser = page.context().browser()!
  const options = { baseURL: new URL(page.url()).origin, viewport: { width: 1280, height: 900 } }
  const owner = await browser.newPage(options)
  await signIn(owner, demoCredentials, '/settings/team')
  await owner.getByRole('button', { name: 'Invite member' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption({ label: role })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const isAsked = owner.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(isAsked.or(owner.getByRole('list', { name: 'Invitations' }).getByText(email))).toBeVisible()
  if (await isAsked.isVisible()) await confirmPassword(owner, demoCredentials)
  await owner.close()

  const member = await browser.newPage(options)
  await openMail(member, email, /^(Join|You are invited)/)
  await member.getByRole('link', { name: 'See the invitation' }).click()
  await member.getByLabel('First name').fill('Adaeze')
  await member.getByLabel('Last name').fill(role)
  await member.getByLabel('Choose a password').fill(password)
  await member.getByRole('button', { name: 'Join the team' }).click()
  await member.waitForURL(({ pathname }) => !pathname.startsWith('/invitation'))
  await member.close()
}
