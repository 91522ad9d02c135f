import { createRole, inviteMember } from '@adire/contract/team.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint, sendTestWebhook } from '@adire/contract/webhooks.ts'
import { expect, type Page } from '@playwright/test'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('what has the focus and is removed gives it to what is nearest', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  await business.call(confirmUser, { password: business.password })
  const [first, second] = [randomEmail('first'), randomEmail('second')]
  for (const email of [first, second]) await business.call(inviteMember, { email, role: 'support' })
  await business.call(createRole, { name: 'Shop keeper', permissions: ['payments.view'] })
  const { endpoint } = await business.call(createWebhookEndpoint, { url: 'http://127.0.0.1:9/webhooks', events: null })
  await business.call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })

  await test.step('an invitation that was revoked, and a role that was deleted in a dialog', async () => {
    await signIn(page, business, '/settings/team')
    await button(page, `Revoke the invitation to ${first}`).press('Enter')
    await expect(button(page, `Send again to ${second}`)).toBeFocused()
    await expect(page.getByRole('list', { name: 'Roles' })).toContainText('1 permission, chosen by your business.')
    await button(page, 'Delete Shop keeper').press('Enter')
    await button(page, 'Delete role').press('Enter')
    const password = page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByLabel('Password', { exact: true })
    await password.fill(business.password)
    await password.press('Enter')
    await expect(button(page, 'New role')).toBeFocused()
  })

  await test.step('a form that is rendered anew with what was saved', async () => {
    await openInApp(page, '/plans/retries')
    const save = button(page, 'Save changes')
    await page.getByRole('radio', { name: /^Keep it unpaid/ }).press('Space')
    await save.press('Enter')
    await expect(page.getByText('The retries are saved')).toBeVisible()
    await expect(save).toBeFocused()
  })

  await test.step('a list that one of its entries replaces, and the way back', async () => {
    await openInApp(page, '/settings/webhooks')
    await page.getByRole('link', { name: 'charge.success' }).press('Enter')
    const back = page.getByRole('link', { name: 'All webhooks' })
    await expect(back).toBeFocused()
    await back.press('Enter')
    await expect(button(page, 'Add endpoint')).toBeFocused()
  })
})

test('Escape closes a dialog in which something was typed only when it is pressed twice', async ({
  page,
  business,
}) => {
  await signIn(page, business, '/plans')
  const open = page.getByRole('main').getByRole('button', { name: 'New plan' }).first()
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New plan' })
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.press('Enter')
  await dialog.getByLabel('Name').pressSequentially('Style box')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toHaveText('Press Escape again to close. What you typed will be lost.')
  await page.keyboard.type('es')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Name')).toHaveValue('Style boxes')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('a button of the pager keeps the focus while the next page loads, and until there is no further page', async ({
  page,
}) => {
  await signIn(page, demoCredentials, '/transactions')
  const next = button(page, 'Next page')
  for (const shown of [/^51–100 of/, /^101–150 of/]) {
    await expect(next).toBeEnabled()
    await next.press('Enter')
    await expect(page.getByText(shown)).toBeVisible()
    await expect(next).toBeFocused()
  }
  const previous = button(page, 'Previous page')
  for (const shown of [/^51–100 of/, /^1–50 of/]) {
    await expect(previous).toBeEnabled()
    await previous.press('Enter')
    await expect(page.getByText(shown)).toBeVisible()
  }
  await expect(previous).toBeDisabled()
  await expect(page.getByLabel('Rows per page')).toBeFocused()
})
