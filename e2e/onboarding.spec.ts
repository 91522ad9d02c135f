import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { chooseBank } from './support/banks.ts'
import { confirmPassword, mailTo, newBusiness, signIn } from './support/business.ts'
import { newLink } from './support/checkout.ts'
import { getMerchantCode, runOperator, testDocument } from './support/review.ts'
import { sidebar, sidebarNav, topBar } from './support/shell.ts'
import { test } from './support/test.ts'

const step = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: label })
const chooseFile = (page: Page) => page.getByLabel('Document', { exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a document that cannot be read is returned with the reason, and replaced; a BVN likewise [S2.4-01] [S3-07] [S4-10] [S8-05]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await signIn(page, business)
  await page.getByRole('link', { name: 'Go to onboarding' }).click()
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByRole('heading', { name: '9 items left to submit' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()

  const bvn = page.getByLabel('BVN', { exact: true })
  await bvn.fill('2222222222')
  await bvn.press('Tab')
  await expect(bvn).toHaveAccessibleDescription('A BVN has 11 digits')
  await bvn.fill('22222222223')
  await page.getByLabel('First name of the owner').fill('Tola')
  await page.getByLabel('Last name of the owner').fill('Adeyemi')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, messages.kycDocumentUpdated)).toBeVisible()
  // The next step opens by itself.
  await expect(page).toHaveURL(/step=OWNER_IDENTITY/)

  await chooseFile(page).setInputFiles({ name: 'page.pdf', mimeType: 'text/html', buffer: Buffer.from('<script>') })
  await expect(page.getByText('Use a PDF, JPG or PNG file')).toBeVisible()
  await chooseFile(page).setInputFiles({ ...testDocument('large.pdf'), buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByText('The file is larger than 5 MB')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload' })).toBeDisabled()
  // The browser accepts this file as a PDF; the server checks its content.
  await chooseFile(page).setInputFiles({ ...testDocument('page.pdf'), buffer: Buffer.from('<!doctype html>') })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Use a PDF, JPG or PNG file' })).toBeVisible()
  await chooseFile(page).setInputFiles(testDocument('sandbox-unreadable.pdf'))
  await page.getByRole('button', { name: 'Upload' }).click()
  // The next step is the BVN again if its decision has arrived by now, otherwise the one after it.
  await expect(page).toHaveURL(/step=(PROOF_OF_ADDRESS|BVN)/)
  await expect(step(page, 'Identity of the owner')).toContainText(/In review|Send again/)

  // The decisions appear by themselves, with the reviewer's reasons.
  await page.goto('/onboarding')
  const remark = page.getByText('The document cannot be read. Send a sharper picture or the original PDF.')
  await expect(remark).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText('The name on this BVN differs from the name on your documents. Check the number.'),
  ).toBeVisible()
  await mailTo(business.email, /Identity of the owner: please send it again/)
  await expectAccessible(page, 'the review, with remarks')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, 'the review, with remarks')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Identity of the owner' }) })
    .getByRole('link', { name: 'Fix this' })
    .click()
  await expect(remark).toBeVisible()
  await chooseFile(page).setInputFiles(testDocument('sandbox-approved.pdf'))
  await expectAccessible(page, 'a document to be sent again')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(toast(page, messages.kycDocumentUpdated)).toBeVisible()
  await expect(step(page, 'Identity of the owner')).toContainText('Approved', { timeout: 60_000 })
  // In the sandbox, the forms are decided together with the documents.
  await expect(step(page, 'Business details')).toContainText('Approved')
  await expect(step(page, 'Bank Verification Number')).toContainText('Send again')

  // An operator requests an approved document again.
  await runOperator('ask-again', await getMerchantCode(business), 'OWNER_IDENTITY', '--reason', 'It has run out')
  await page.reload()
  await expect(step(page, 'Identity of the owner')).toContainText('Send again')
  await step(page, 'Identity of the owner').click()
  await expect(page.getByText('It has run out')).toBeVisible()
})

test('owners, and a settlement account whose number is validated before it is sent [S3-07] [S4-10] [S8-05]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Ebun Looms')
  await signIn(page, business, '/onboarding?step=DIRECTORS')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(messages.required)).toHaveCount(3)
  await page.getByLabel('First name').fill('Ebun')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Role').selectOption('Owner')
  await page.getByLabel(/^Share/).fill('60')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const second = page.getByRole('group', { name: 'Person 2' })
  await expectAccessible(page, 'directors')
  await second.getByRole('button', { name: 'Remove person 2' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, messages.detailsUpdated)).toBeVisible()

  await page.goto('/onboarding?step=SETTLEMENT_ACCOUNT')
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(page.getByRole('combobox', { name: 'Bank' })).toBeFocused()
  await expect(page.getByText(messages.accountNumberRequired)).toBeVisible()
  await chooseBank(page, 'acc', 'Access Bank')
  const number = page.getByLabel('Account Number')
  await number.fill('0000000018')
  await expect(number).toHaveAccessibleDescription(messages.accountUnknown)
  await expect(submit).toBeDisabled()
  await number.fill('0000000024')
  await expect(page.getByText('SOMEBODY ELSE')).toBeVisible()
  await expect(page.getByText('This is not the name of the business.')).toBeVisible()
  await number.fill('0000000017')
  await expect(page.getByText('Account name: EBUN LOOMS')).toBeVisible()
  await expectAccessible(page, 'a settlement account')
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "Steps":
        - list:
          - listitem:
            - link "Settlement account To do"
      - heading "Settlement account" [level=2]
      - combobox "Bank"
      - textbox "Account Number"
      - status:
        - paragraph: "Account name: EBUN LOOMS"
      - button "Submit"
      - complementary "Test Mode"
  `)
  await submit.click()
  await confirmPassword(page, business)
  await expect(toast(page, messages.bankDetailsSubmitted)).toBeVisible()
  await expect(step(page, 'Settlement account')).toContainText('Approved', { timeout: 60_000 })
})

test('a second business is added, and switching shows all data of the selected one [S2.3-04] [S2.3-07] [S2.3-08] [S2.4-10] [S3-02] [S8-05]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'First Looms')
  const link = await newLink(business)
  await signIn(page, business)
  await page.getByRole('link', { name: 'Payment Links' }).click()
  await expect(page.getByRole('link', { name: link.name })).toBeVisible()

  const switcher = sidebar(page).getByRole('button', { name: /^Business:/ })
  await switcher.click()
  await page.getByRole('link', { name: 'Add business' }).click()
  await expect(page).toHaveURL('/add-business')
  await expect(topBar(page).getByText('Test Mode')).toHaveCount(0)
  await page.getByLabel('Business name').fill('Se')
  await page.getByRole('button', { name: 'Add business' }).click()
  await expect(page.getByLabel('Business name')).toHaveAccessibleDescription(messages.atLeast(3))
  await page.getByLabel('Business name').fill('Second Looms')
  await page.getByRole('main').getByRole('button', { name: 'Add business' }).click()
  await expect(toast(page, messages.businessAdded)).toBeVisible()
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByText('These details of Second Looms open your dashboard')).toBeVisible()
  await expect(sidebarNav(page)).toHaveCount(0)

  await switcher.click()
  await page.getByRole('button', { name: /^First Looms/ }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(switcher).toContainText('First Looms')
  await page.getByRole('link', { name: 'Payment Links' }).click()
  await page.getByRole('link', { name: link.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible()
  // The open page belongs to the first business.
  await switcher.click()
  await page.getByRole('button', { name: /^Second Looms/ }).click()
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByText(link.name)).toHaveCount(0)
  // The selected business is kept after a reload.
  await page.reload()
  await expect(switcher).toContainText('Second Looms')
})
