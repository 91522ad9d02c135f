import { expect, type Page } from '@playwright/test'
import { newBusiness, signIn } from '../support/business.ts'
import { openMail } from '../support/on-screen.ts'
import { testDocument } from '../support/review.ts'
import type { Look, PictureKind } from './kind.ts'

const password = 'Indigo-2026'
let addresses = 0
const newEmail = () => `newcomer-${Date.now()}-${++addresses}@example.com`
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** A person's first visit, with the errors of each form: registration, a forgotten password, an invitation, onboarding and going live. */
export const newcomer: PictureKind = {
  states: ['data'],
  listScreens: async (url) => [
    { name: 'newcomer-register', path: '/register', walk: registerAndBegin },
    { name: 'newcomer-password', path: '/request', walk: (page, look) => resetPassword(page, look, url) },
    { name: 'newcomer-invitation', path: '/', walk: (page, look) => acceptInvitation(page, look, url) },
    { name: 'newcomer-onboarding', path: '/', walk: (page, look) => submitEverything(page, look, url) },
  ],
}

async function registerAndBegin(page: Page, look: Look) {
  const email = newEmail()
  await press(page, 'Create account')
  await look('errors')
  await page.getByLabel('Business name').fill('Ngozi Couture')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Create account')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await look('check-email')
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
  await page.waitForTimeout(1_000)
  await look('not-verified')
  await openMail(page, email, /Verify your email address/)
  await page.getByRole('link', { name: 'Verify email address' }).click()
  await look('verify-email')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await look('verified')
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-2026')
  await press(page, 'Sign in')
  await page.waitForTimeout(1_000)
  await look('wrong-password')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
  await page.waitForURL(/onboarding$/)
  await look('details')
  await press(page, 'Continue')
  await look('details-errors')
}

async function resetPassword(page: Page, look: Look, url: string) {
  const { email } = await newBusiness(url, 'Bisi Beads')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/request')
  await press(page, 'Send the link')
  await look('errors')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await press(page, 'Send the link')
  await page.waitForTimeout(1_000)
  await look('sent')
  await openMail(page, email, /^Choose/)
  await page
    .getByRole('link', { name: /password/i })
    .first()
    .click()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('other')
  await page.getByLabel('Confirm password').blur()
  await look('mismatch')
  await page.getByLabel('New password').fill('Indigo-2027')
  await page.getByLabel('Confirm password').fill('Indigo-2027')
  await press(page, 'Change password')
  await page.waitForTimeout(1_000)
  await look('changed')
}

async function acceptInvitation(page: Page, look: Look, url: string) {
  const business = await newBusiness(url, 'Bisi Beads')
  const guest = newEmail()
  await signIn(page, business, '/settings/team')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await look('invite-errors')
  await dialog.getByLabel('Email').fill(guest)
  await dialog.getByLabel('Role').selectOption({ label: 'Finance' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.waitFor()
  await look('confirm')
  await confirm.getByLabel('Password', { exact: true }).fill(business.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(guest)
  await look('invited')
  await openMail(page, guest, /^(Join|You are invited)/)
  const link = await page.getByRole('link', { name: 'See the invitation' }).getAttribute('href')
  await page.goto(link!)
  await look('signed-in-as-another')
  await page.evaluate(() => localStorage.clear())
  await page.goto(link!)
  await look('invitation')
  await press(page, 'Join the team')
  await look('invitation-errors')
  await page.goto('/invitation/some')
  await look('no-invitation')
}

async function submitEverything(page: Page, look: Look, url: string) {
  const business = await newBusiness(url, 'Kola Dyes')
  await signIn(page, business, '/onboarding')
  await look('start')
  const codes = await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('step')).filter(Boolean),
    )
  for (const code of codes) {
    await page.goto(`/onboarding?step=${code}`)
    const submit = page.getByRole('main').getByRole('button', { name: /^(Submit|Upload|Save changes)$/ })
    await submit.click({ timeout: 1_500 }).catch(() => undefined)
    await look(`step-${code}`)
  }
  await page.goto('/onboarding?step=OWNER_IDENTITY')
  await page.getByLabel('Document', { exact: true }).setInputFiles(testDocument('sandbox-rejected.pdf'))
  await press(page, 'Upload')
  await page.waitForTimeout(8_000)
  await page.goto('/onboarding')
  await look('rejected')
  await page.goto('/onboarding?step=OWNER_IDENTITY')
  await look('rejected-step')
  await page.goto('/go-live')
  await look('go-live')
}
