import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { confirmPassword, newBusiness, signIn } from './support/business.ts'
import { moveByDays } from './support/clock.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

async function chooseBank(page: Page, typed: string, name: string) {
  const bank = page.getByRole('combobox', { name: 'Bank' })
  await bank.click()
  await bank.fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
  await expect(bank).toHaveValue(name)
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an account with a wrong check digit is rejected, a right one is added, made primary and deleted [S2.5-07] [S2.5-08] [S2.5-09] [S2.5-10] [S2.6-02] [S2.6-11] [S2.6-12] [S2.6-13] [S4-12] [S5-10] [S5-11] [S8-05]', async ({
  page,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/settings/bank-accounts')
  await expect(page.getByRole('heading', { name: 'Bank Account 0' })).toBeVisible()

  await page.getByRole('button', { name: 'Add New Bank' }).click()
  const add = dialog(page, 'Add New Bank')
  await expect(add.getByRole('combobox', { name: 'Bank' })).toBeFocused()
  await add.getByRole('button', { name: 'Add account' }).click()
  await expect(add.getByText(messages.bankRequired)).toBeVisible()
  await expect(add.getByText(messages.accountNumberRequired)).toBeVisible()
  await chooseBank(page, 'access', 'Access Bank')
  const number = add.getByLabel('Account Number')
  await number.fill('00000000l7')
  await expect(add.getByText(messages.digitsOnly)).toBeVisible()
  await number.fill('0000000018')
  await expect(add.getByText(messages.accountUnknown)).toBeVisible()
  await expect(add.getByRole('button', { name: 'Add account' })).toBeDisabled()
  await number.fill('0000000017')
  await expect(add.getByText(/Account name: TOLA ATELIER/i)).toBeVisible()
  const primary = add.getByLabel(messages.primaryAccount)
  await expect(primary).toBeChecked()
  await expect(primary).toBeDisabled()
  await add.getByRole('button', { name: 'Add account' }).click()
  await confirmPassword(page, business)
  await toasts.expect(messages.bankAdded, limits.bankSuccessToastMs)
  await expect(page.getByRole('row', { name: '1 Access Bank 0000000017 - Access Bank Primary' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bank Account 1' })).toBeVisible()

  const confirmation = dialog(page, messages.deleteBankQuestion)
  const refusal = dialog(page, 'Your primary account stays')
  await page.getByRole('button', { name: 'Delete Access Bank' }).click()
  await expect(confirmation).toContainText('0000000017 - Access Bank')
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(refusal).toContainText('Add another account and make it your primary one first')
  await expectAccessible(page, 'the primary account is not deleted')
  await refusal.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('button', { name: 'Delete Access Bank' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Bank Account 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Add New Bank' }).click()
  await chooseBank(page, 'acc', 'Access Bank')
  await number.fill('0000000024')
  await expect(add.getByText('This is not the name of your business')).toBeVisible()
  await add.getByLabel('Alias').fill('Rent')
  await add.getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByRole('heading', { name: 'Bank Accounts 2' })).toBeVisible()
  await expect(page.getByRole('row', { name: /2 Rent 0000000024 - Access Bank.*Secondary/ })).toBeVisible()
  for (const column of ['S/N', 'Alias', 'Account Details', 'Account Type'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Rent' }).click()
  const update = dialog(page, 'Update Bank')
  await update.getByLabel('Alias').fill('')
  await update.getByRole('button', { name: 'Update' }).click()
  await expect(update.getByText(messages.aliasRequired)).toBeVisible()
  await update.getByLabel('Alias').fill('Payouts')
  await update.getByLabel(messages.primaryAccount).check()
  await update.getByRole('button', { name: 'Update' }).click()
  await toasts.expect(messages.bankUpdated, limits.bankSuccessToastMs)
  // A payout account changes after one day, so the owner can stop a change that somebody else requested.
  await expect(page.getByRole('row', { name: /1 Access Bank .*Primary/ })).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Your payout account changes on' })
  await expect(notice).toContainText('0000000024 - Access Bank (SOMEBODY ELSE)')
  await expectAccessible(page, 'a payout account that changes later')
  await notice.getByRole('button', { name: 'Cancel this change' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Edit Payouts' }).click()
  await update.getByLabel(messages.primaryAccount).check()
  await update.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: /2 Payouts .*Secondary, primary from/ })).toBeVisible()
  await moveByDays(business, 1.01)
  await page.reload()
  await expect(page.getByRole('row', { name: /1 Payouts .*Primary/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /2 Access Bank .*Secondary/ })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Payouts' }).click()
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(refusal).toContainText('Make another account your primary one first')
  await refusal.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('button', { name: 'Delete Access Bank' }).click()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Access Bank' }).click()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await toasts.expect(messages.bankDeleted, limits.bankSuccessToastMs)
  await expect(page.getByRole('heading', { name: 'Bank Account 1' })).toBeVisible()
})

test('the bank is found by keyboard alone, and a bank that does not respond is queried again [S4-10] [S7.5-06] [S9-02]', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/settings/bank-accounts')
  const request = page.waitForRequest(/\/core\/banks\//)
  await page.getByRole('button', { name: 'Add New Bank' }).click()
  expect(new URL((await request).url()).search).toBe('?limit=100000&offset=0')
  const bank = page.getByRole('combobox', { name: 'Bank' })
  await expect(bank).toBeEnabled()
  await bank.focus()
  await page.keyboard.type('uba')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(dialog(page, 'Add New Bank')).toBeVisible()
  await page.keyboard.type('nobody')
  await expect(page.getByText('No bank has this name.')).toBeVisible()
  await bank.fill('access')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expectAccessible(page, 'the list of banks')
  await page.keyboard.press('Enter')
  await expect(bank).toHaveValue(/Access/)

  await page.route('**/bank-accounts/resolve*', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Account Number').fill('0000000017')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/Account name: TOLA ATELIER/i)).toBeVisible()
  await expectAccessible(page, 'a new bank account')
  await page.getByRole('button', { name: 'Add account' }).click()
  await confirmPassword(page, business)
  await expect(page.getByText('0000000017 - Access Bank')).toBeVisible()
  await expectAccessible(page, 'bank accounts on a phone')
  await expectNoSidewaysScroll(page, 'bank accounts')
})
