import type { StaffRole } from '@adire/contract/staff-permissions.ts'
import { expect, type Page } from '@playwright/test'

/** A payer's transfer in Test Mode whose message from the processor is lost. */
export async function transferUnnoticed(accountNumber: string, amountKobo: number): Promise<void> {
  const body = JSON.stringify({ accountNumber, amountKobo })
  const response = await fetch(`${process.env.E2E_SEED_URL!}/lost-transfer`, { method: 'POST', body })
  expect(response.ok, 'the transfer is made').toBe(true)
}

/** Opens a page of the back office as a new person with this role, signed in. `path` is relative to `/operator`. Returns the person's name. */
export const openBackOffice = async (page: Page, baseURL: string, role: StaffRole, path = '/', name?: string) =>
  (await openAsStaff(page, baseURL, path, { role, name })).name

interface StaffSeed {
  role: StaffRole
  name?: string | undefined
  /** Whether the session needs no confirmation, as just after a sign-in. By default it needs none. */
  isConfirmed?: boolean
}

/** As `openBackOffice`. Returns the name, and the secret of the authenticator app. */
export async function openAsStaff(page: Page, baseURL: string, path: string, seed: StaffSeed) {
  const response = await fetch(`${process.env.E2E_SEED_URL!}/staff`, {
    method: 'POST',
    body: JSON.stringify(seed),
  })
  expect(response.ok, 'a person of the staff is seeded').toBe(true)
  const person = (await response.json()) as { name: string; email: string; cookieSecret: string; appSecret: string }
  await page.context().addCookies([
    {
      name: 'adire_staff',
      value: person.cookieSecret,
      domain: new URL(baseURL).hostname,
      path: '/operator/api/session',
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
  await page.goto(`/operator${path}`)
  return person
}
