import type { StaffRole } from '@adire/contract/staff-permissions.ts'
import { expect, type Page } from '@playwright/test'

/** A payer's transfer in Test Mode whose message from the processor is lost. */
export async function transferUnnoticed(accountNumber: string, amountKobo: number): Promise<void> {
  const body = JSON.stringify({ accountNumber, amountKobo })
  const response = await fetch(`${process.env.E2E_SEED_URL!}/lost-transfer`, { method: 'POST', body })
  expect(response.ok, 'the transfer is made').toBe(true)
}

/** Opens a page of the back office as a new person with this role, signed in. `path` is relative to `/operator`. Returns the person's name. */
export async function openBackOffice(page: Page, baseURL: string, role: StaffRole, path = '/', name?: string) {
  const response = await fetch(`${process.env.E2E_SEED_URL!}/staff`, {
    method: 'POST',
    body: JSON.stringify({ role, name }),
  })
  expect(response.ok, 'a person of the staff is seeded').toBe(true)
  const person = (await response.json()) as { name: string; cookieSecret: string }
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
  return person.name
}
