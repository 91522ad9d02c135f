import { listPayments } from '@adire/contract/payments.ts'
import { expect } from '@playwright/test'
import { backOfficeScreens } from '../web/operator/app/screens.tsx'
import { expectAccessible, hideFurtherRows } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { openDemo } from './support/business.ts'
import { openInApp } from './support/session.ts'
import { expectTablesFit } from './support/tables.ts'
import { test } from './support/test.ts'

test('every page of the back office is accessible in both themes, and fits at every width', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await hideFurtherRows(page)
  const { call, merchantId } = await openDemo(baseURL!)
  const payment = (await call(listPayments, { limit: 1 })).content[0]!
  const details: Record<string, string> = {
    '/merchants/:id': `/merchants/${merchantId}`,
    '/review/:id': `/review/${merchantId}`,
    '/payments/:merchantId/:id': `/payments/${merchantId}/${payment.id}`,
    '/money/ledger/:kind': '/money/ledger/pending',
  }
  await openBackOffice(page, baseURL!, 'admin', '/account?mode=TEST')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { path } of backOfficeScreens) {
    const address = details[path] ?? path
    // What else has parameters is reached from another page: `office-money.spec.ts` and `office-approvals.spec.ts` check it.
    if (address.includes(':')) continue
    // The page that is open already.
    if (address !== '/account') await openInApp(page, `/operator${address}?mode=TEST`)
    await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0)
    await expectAccessible(page, address)
    await expectTablesFit(page, address)
  }
})
