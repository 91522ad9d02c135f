import { listPayments } from '@adire/contract/payments.ts'
import { expect, type Page } from '@playwright/test'
import { demoCredentials, mailsTo, newBusiness, signIn } from './support/business.ts'
import { beginCheckout, newLink, payByGoodCard, payWith, testCards } from './support/checkout.ts'
import { goInApp } from './support/session.ts'
import { test } from './support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const rows = (page: Page) => table(page).locator('tbody tr')

test('a transaction shows amount, fee, VAT, net, payer, channel and timeline, and fits a phone [S2.4-05] [S7.3-01] [S9-01]', async ({
  page,
}) => {
  await test.step('the details of a transaction', async () => {
    await signIn(page, demoCredentials, '/transactions?status=success&channel=bank_transfer')
    await expect(table(page)).toBeVisible()
    const method = page.locator('[data-channel=bank_transfer]').first()
    await expect(method).toHaveText('Bank transfer')
    await expect(method.locator('svg path'), 'the channel has its icon').toHaveAttribute('d', /^M8 3 4 7/)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    const money = page.locator('dl').first().locator('div')
    const amounts = await money.locator('dd').allTextContents()
    const kobo = amounts.map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')))
    const labels = await money.locator('dt').allTextContents()
    const paidAt = labels.indexOf('Customer paid')
    const receivedAt = labels.indexOf('You receive')
    const deductions = labels.slice(paidAt + 1, receivedAt).filter((label) => label !== 'Shares of others')
    expect(deductions, 'shares only if its link has a split').toEqual(['Fee', 'VAT on the fee'])
    const sum = kobo.slice(paidAt, receivedAt).reduce((total, amount) => total + amount, 0)
    expect(sum).toBe(kobo[receivedAt])
    for (const amount of amounts) expect(amount).toMatch(/^−?NGN\s\d{1,3}(,\d{3})*\.\d{2}$/)
    for (const label of ['Reference', 'Channel', 'Paid into', 'Sent by', 'Payment link'])
      await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(page.getByText(/^Paid NGN.*: fee NGN.*, VAT NGN.*, net NGN/)).toBeVisible()
    await page.getByRole('link', { name: 'View customer' }).click()
    await expect(page).toHaveURL(/\/customers\/[\w-]+$/)
    await page.getByRole('link', { name: 'View all' }).click()
    await expect(page).toHaveURL(/\/transactions\?search=.+%40example/)
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('on a phone the list and a transaction fit, and the rows can be tapped', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/transactions')
    await expect(table(page)).toBeVisible()
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    expect(await fits()).toBe(true)
    await expect(rows(page).nth(3).locator('time'), 'a card has the date').toBeVisible()
    await rows(page).nth(3).click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    expect(await fits()).toBe(true)
  })
})

test('a payment is followed until it is paid, gets a note, and its receipt is sent again; a transaction of another business is not found [S2.4-05] [S4-05]', async ({
  page,
  baseURL,
  business,
  payer,
}) => {
  const link = await newLink(business)
  const email = await beginCheckout(payer, link)
  const { content } = await business.call(listPayments, {})
  await signIn(page, business, `/transactions/${content[0]!.id}`)
  await expect(page.getByText('The customer has not finished paying. This page updates by itself.')).toBeVisible()
  await payByGoodCard(payer)
  await expect(page.getByText('You receive')).toBeVisible()
  await expect(page.getByText('Successful', { exact: true })).toBeVisible()

  await test.step('it gets a note, and its receipt is sent again', async () => {
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByLabel('For you and your team').fill('Deliver on Friday')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Note saved')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Deliver on Friday')).toBeVisible()
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await page.getByRole('button', { name: 'Resend receipt' }).click()
    await expect(page.getByText('The receipt is on its way')).toBeVisible()
    await expect(page.getByText(`Receipt sent again to ${email}`)).toBeVisible()
    await mailsTo(email, /Your payment of/, 2)
  })

  await test.step('a payment without an outcome shows what was sent to the processor, and is checked at once', async () => {
    await beginCheckout(payer, link)
    await payWith(payer, testCards.timeout)
    await expect(payer.getByText('Please do not pay again.')).toBeVisible()
    const [open] = (await business.call(listPayments, { status: 'processing' })).content
    await goInApp(page, `/transactions/${open!.id}`)
    await expect(page.getByText('We sent the charge of the card')).toBeVisible()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('Checked. Not decided yet.')).toBeVisible()
    // At once: after ten seconds it would be checked again.
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('This payment was checked a moment ago. Try again in 10 seconds.')).toBeVisible()
    await expect(page.getByText('We asked for the outcome')).toBeVisible()
  })

  await test.step('a transaction of another business is not found, also by its id', async () => {
    const stranger = await newBusiness(baseURL!)
    await beginCheckout(payer, await newLink(stranger))
    const { content } = await stranger.call(listPayments, {})
    for (const id of [content[0]!.id, 'none']) {
      await page.goto(`/transactions/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Transaction not found' })).toBeVisible()
    }
  })
})
