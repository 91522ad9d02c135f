import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { expect, type Route } from '@playwright/test'
import { demoCredentials, newBusiness, openDemo, signIn } from './support/business.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const reject = (route: Route) => route.fulfill({ status: 409, body: '' })
const rejectChange = (route: Route) => (route.request().method() === 'GET' ? route.continue() : reject(route))
const id = '00000000-0000-4000-8000-000000000000'

test('a call that fails without a message gets the words of its area [S8-02]', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const plan = await business.call(createPlan, { name: 'Style box', amountKobo: 500_000, interval: 'monthly' })
  await signIn(page, business)
  const failure = (text: string) => page.getByRole('main').getByText(text, { exact: true }).first()
  for (const [address, call, text] of [
    ['/transactions', '**/payments/filter?*', 'Something went wrong'],
    [`/transactions/${id}`, '**/collections/payments/*', 'Something went wrong'],
    ['/payouts', '**/settlements/settlements?*', 'Something went wrong'],
    [`/payouts/${id}/2026-01-05`, `**/settlements/settlements/${id}*`, 'Something went wrong'],
    ['/subscriptions', '**/core/subscribe?*', 'Something went wrong'],
    [`/subscriptions/${id}`, '**/core/subscribe/*', 'Something went wrong'],
    ['/plans', '**/core/plans?*', 'something went wrong'],
    [`/plans/${id}`, `**/core/plans/${id}*`, 'something went wrong'],
    ['/customers', '**/core/customers?*', 'Something went wrong please try again later'],
    ['/invoice', '**/core/invoice?*', 'Something went wrong please try again later'],
  ] as const)
    await test.step(address, async () => {
      await page.route(call, reject)
      await openInApp(page, address)
      await expect(failure(text)).toBeVisible()
      await page.unroute(call)
    })

  await test.step('changes of a plan', async () => {
    await page.route('**/core/plans*', rejectChange)
    await page.route('**/core/plans/**', rejectChange)
    const dialog = page.getByRole('dialog')
    await openInApp(page, '/plans?new=1')
    await dialog.getByLabel('Name').fill('Great box')
    await dialog.getByLabel('Price').fill('9000')
    await dialog.getByRole('button', { name: 'Create plan' }).click()
    await expect(dialog.getByText('something went wrong', { exact: true })).toBeVisible()
    await openInApp(page, `/plans/${plan.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Name').fill('Great box')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('something went wrong', { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('something went wrong', { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Stop sign-ups' }).click()
    await dialog.getByRole('button', { name: 'Stop sign-ups' }).click()
    await expect(page.locator('.toasts').getByText('something went wrong', { exact: true })).toBeVisible()
  })
})

test('an export or an action on a payment without a response gets the words of its area [S8-02]', async ({
  page,
  baseURL,
}) => {
  const demo = await openDemo(baseURL!)
  const { content: paid } = await demo.call(listPayments, { status: 'success', limit: 1 })
  await signIn(page, demoCredentials)
  const dialog = page.getByRole('dialog')
  const toast = page.locator('.toasts').getByText('Something went wrong', { exact: true })
  const abort = (route: Route) => route.abort()

  for (const [address, call] of [
    ['/transactions', '**/payments/csv/download?*'],
    ['/payouts', '**/settlements/settlements/download?*'],
    ['/subscriptions', '**/subscribe/csv/download?*'],
  ] as const)
    await test.step(`export of ${address}`, async () => {
      await page.route(call, abort)
      await openInApp(page, address)
      await page.getByRole('button', { name: 'Export' }).click()
      await dialog.getByRole('radio', { name: /^All \d+ columns/ }).check()
      await dialog.getByRole('button', { name: 'Download CSV' }).click()
      await expect(dialog.getByText('Something went wrong', { exact: true })).toBeVisible()
    })

  await test.step('a refund', async () => {
    await page.route('**/collections/payments/*/refunds', abort)
    await openInApp(page, `/transactions/${paid[0]!.id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await dialog.getByLabel('Reason').selectOption({ label: 'Another reason' })
    await dialog.getByRole('button', { name: /^Refund NGN/ }).click()
    await expect(dialog.getByText('Something went wrong', { exact: true })).toBeVisible()
  })
  await test.step('a receipt', async () => {
    await page.route('**/collections/payments/*/receipt', abort)
    await page.reload()
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await page.getByRole('button', { name: 'Resend receipt' }).click()
    await expect(toast).toBeVisible()
  })
  await test.step('a note', async () => {
    await page.route('**/collections/payments/*/note', abort)
    await page.reload()
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByLabel('For you and your team').fill('Sleeve too short')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast).toBeVisible()
  })
})
