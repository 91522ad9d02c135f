import { createRestrictedKey } from '@adire/contract/api-keys.ts'
import type { CallError } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { inviteMember } from '@adire/contract/team.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { confirmPassword, mailTo, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

test('a refund above the limit, and a new key, wait for a second person, who sees their effect and approves them', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!, 'Approval Atelier')
  const email = randomEmail('admin')
  const colleague = { email, password: 'Indigo-2026' }
  await business.call(confirmUser, { password: business.password })
  await business.call(inviteMember, { email, role: 'admin' })
  const link = await business.call(createPaymentLink, { name: 'Lace', amountKobo: 10_000_000, feeBearer: 'merchant' })
  const payer = { slug: link.slug, checkoutId: crypto.randomUUID(), email: randomEmail('ada'), name: 'Ada Obi' }
  const { accessCode, reference } = await business.call(startPayment, payer)
  const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2039 }
  await business.call(payByCard, { accessCode, ...card })
  const { id } = (await business.call(listPayments, { search: reference })).content[0]!

  const other = await (await browser.newContext()).newPage()
  await test.step('the second person joins, and the owner puts refunds under approval', async () => {
    const mail = await mailTo(email, /You are invited to a team/)
    await other.goto(new URL(mail.text.match(/http\S+\/invitation\/\S+/)![0]).pathname)
    await other.getByLabel('First name').fill('Adaeze')
    await other.getByLabel('Last name').fill('Okafor')
    await other.getByLabel('Choose a password').fill(colleague.password)
    await other.getByRole('button', { name: 'Join the team' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await signIn(page, business, '/settings/team')
    await page.getByLabel('Refunds above a limit').check()
    await page.getByLabel('API keys').check()
    await expect(page.getByLabel('Without approval up to')).toHaveValue(/50,000/)
    await page.getByRole('button', { name: 'Save approvals' }).click()
    await confirmPassword(page, business)
    await expect(page.getByText('Another member must approve this change, too.')).toBeVisible()
    await expectAccessible(page, 'the rules of approvals')
  })

  await test.step('the refund waits, and its requester cannot approve it', async () => {
    await openInApp(page, `/transactions/${id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').selectOption('requested_by_customer')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund NGN/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const waiting = page.getByRole('list', { name: 'Waiting for approval' })
    await expect(waiting).toContainText('You asked for it.')
    await expectAccessible(page, 'a payment whose refund waits')
    await waiting.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Refund NGN')
    const approve = page.getByRole('button', { name: 'Approve' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await expect(approve).toHaveAccessibleDescription(/You asked for this yourself/)
  })

  await test.step('the second person sees that it waits, and approves it', async () => {
    const entry = other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Settings/ })
    await expect(entry).toContainText('1')
    await entry.click()
    await other.getByRole('link', { name: 'Approvals', exact: true }).click()
    await expectAccessible(other, 'the list of approvals')
    await other.getByRole('link', { name: /^Refund NGN/ }).click()
    await expect(other.getByText('What happens when it is approved')).toBeVisible()
    await expectAccessible(other, 'a request for approval')
    await other.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(other, 'a request for approval on a phone')
    await other.setViewportSize({ width: 1440, height: 900 })
    await other.getByRole('button', { name: 'Approve' }).click()
    const dialog = other.getByRole('dialog', { name: 'Approve this request?' })
    // Some requests, as for another payout account, take effect later: the page says when.
    await expect(dialog).not.toContainText('at once')
    await dialog.getByLabel('Comment').fill('Agreed with the customer')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await confirmPassword(other, colleague)
    await expect(other.getByText('Adaeze Okafor approved it: Agreed with the customer')).toBeVisible()
    await expect(page.getByText('Adaeze Okafor approved it: Agreed with the customer')).toBeVisible()
    await page.goto(`/transactions/${id}`)
    // The fee of the payment is kept, so the balance is too low for all of it: the refund itself waits for balance.
    await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Waiting for approval' })).toHaveCount(0)
  })

  await test.step('the requester gets an approved key again whose response was lost', async () => {
    const request = business.call(createRestrictedKey, { name: 'Till', permissions: ['payments.view'] })
    const { approvalId } = await request.then(
      () => {
        throw new Error('The key did not wait')
      },
      (error: CallError) => error,
    )
    const path = `/approvals/${approvalId}`
    await openInApp(other, path)
    await other.getByRole('button', { name: 'Approve' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(other.getByText('Approved. Its requester completes it.')).toBeVisible()
    await openInApp(page, path)
    await page.route(
      '**/complete',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const create = page.getByRole('button', { name: 'Create the key now' })
    await create.click()
    await expect(other.getByText(/ completed it/)).toBeVisible()
    await create.click()
    await expect(page.getByRole('dialog', { name: 'Your new key' }).getByRole('status')).toContainText('sk_test_')
  })
})
