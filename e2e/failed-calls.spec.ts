import { createPlan } from '@adire/contract/plans.ts'
import { expect, type Route } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
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
      await page.goto(address)
      await expect(failure(text)).toBeVisible()
      await page.unroute(call)
    })

  await test.step('changes of a plan', async () => {
    await page.route('**/core/plans*', rejectChange)
    await page.route('**/core/plans/**', rejectChange)
    const dialog = page.getByRole('dialog')
    await page.goto('/plans?new=1')
    await dialog.getByLabel('Name').fill('Great box')
    await dialog.getByLabel('Price').fill('9000')
    await dialog.getByRole('button', { name: 'Create plan' }).click()
    await expect(dialog.getByText('something went wrong', { exact: true })).toBeVisible()
    await page.goto(`/plans/${plan.id}`)
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
    await expect(page.locator('.toasts').getByText('something went wrong', { exact: true })).toBeVisible()
  })
})
