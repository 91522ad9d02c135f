import { messages } from '@adire/contract/messages.ts'
import { expect } from '@playwright/test'
import { mailTo, newBusiness, signIn } from './support/business.ts'
import { test } from './support/test.ts'

test('a forgotten password is replaced with the emailed link, and the old one no longer works [S7.1-05] [S7.1-06]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in page has a field with the same label, so wait for this page before typing.
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(messages.email)).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(business.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(messages.resetRequested)).toBeVisible()

  const link = (await mailTo(business.email, /Choose a new password/)).text.match(/http\S+\/reset-password\/\S+/)![0]
  await page.goto(link)
  await page.getByLabel('New password').fill('Fresh-start-9')
  await page.getByLabel('Confirm password').fill('Fresh-start-8')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(messages.passwordsDiffer)).toBeVisible()
  await page.getByLabel('Confirm password').fill('Fresh-start-9')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(messages.passwordReset)).toBeVisible()

  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(business.email)
  await page.getByLabel('Password', { exact: true }).fill(business.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The email or the password is not correct')).toBeVisible()
  await signIn(page, { email: business.email, password: 'Fresh-start-9' })

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.getByLabel('New password').fill('Another-one-7')
  await page.getByLabel('Confirm password').fill('Another-one-7')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This link has expired or was already used')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})
