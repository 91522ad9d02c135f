import { createSimpleInvoice, remindInvoice } from '@adire/contract/invoices.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, newBusiness, signIn } from './support/business.ts'
import { payByGoodCard, payerPhone, randomEmail } from './support/checkout.ts'
import { lagosDay } from './support/clock.ts'
import { openExport, saveExport } from './support/export.ts'
import { sentInvoice } from './support/invoices.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Invoices' }).locator('tbody tr')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a simple invoice is saved, saved again after half a second, sent, and paid from the email [S2.6-14] [S2.6-15] [S4-12] [S3-09] [S7.5-09]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.addInitScript(() => {
    const waits: number[] = []
    const real = window.setTimeout
    Object.assign(window, { waits })
    window.setTimeout = ((run: () => void, ms?: number) => {
      waits.push(ms ?? 0)
      return real(run, ms)
    }) as never
  })
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/invoice')
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await page.getByRole('button', { name: 'New invoice' }).first().click()
  const form = dialog(page, 'Simple invoice')
  await form.getByLabel('Customer’s email').fill('ada@')
  await form.getByLabel('Amount').fill('50')
  await form.getByLabel('Description').focus()
  await expect(form.getByText(messages.email)).toBeVisible()
  await expect(form.getByText(messages.amountAtLeast(100))).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save and continue' })).toBeDisabled()
  await expectAccessible(page, 'simple invoice with errors')
  const email = randomEmail()
  await form.getByLabel('Customer’s email').fill(email)
  await expect(form.getByText('Will be added to your customers.')).toBeVisible()
  await form.getByLabel('Customer’s name').fill('Ada Obi')
  await form.getByLabel('Description').fill('Bridal fitting')
  await form.getByLabel('Amount').fill('7500')
  const saving = page.waitForRequest(/\/invoice\/simple-invoice/)
  const reading = page.waitForRequest(/\/invoice\?.*limit=10&offset=0/)
  await form.getByRole('button', { name: 'Save and continue' }).click()
  expect((await saving).postDataJSON()).toMatchObject({ merchantId: business.merchantId, amountKobo: 750_000 })
  await reading

  const look = dialog(page, 'Send invoice request')
  await expect(look).toBeVisible()
  await expect(form).toHaveCount(0)
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits)
  expect(waits).toContain(limits.invoiceModalSwitchMs)
  await expect(look).toContainText(email)
  await look.getByLabel('Message').fill('See you on Friday')
  await expect(look.getByLabel('The email')).toContainText('See you on Friday')
  await expectAccessible(page, 'send invoice request')
  await look.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`INV-0001 was sent to ${email}`)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Unpaid')

  const mail = await mailTo(email, /Invoice INV-0001/)
  expect(mail.text).toContain('See you on Friday')
  const phone = await payerPhone(browser)
  await phone.goto(mail.text.match(/https?:\S+\/pay\/invoice\/\S+/)![0])
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/Invoice INV-0001 from/)
  await expect(phone.getByLabel('Email address')).toHaveValue(email)
  await expectAccessible(phone, 'an invoice to pay')
  await expect(phone.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "Invoice INV-0001 from Tola Atelier" [level=1]
      - link "Download as PDF"
    - group: What you are paying for
    - main:
      - heading "Where should the receipt go?" [level=2]
      - textbox "Email address"
      - button "Continue to pay NGN 7,500.00"
  `)
  await expectNoSidewaysScroll(phone, 'an invoice to pay')
  await phone.getByRole('button', { name: /^Continue/ }).click()
  await expect(phone.getByLabel('Card number')).toBeVisible()
  await payByGoodCard(phone)
  await expect(phone.getByRole('banner')).toContainText('Paid on')
  await expect(phone.getByRole('banner')).not.toContainText('To pay')
  await phone.getByRole('link', { name: 'See the invoice' }).click()
  await expect(phone.getByText('This invoice is paid. Thank you!')).toBeVisible()
  await expectAccessible(phone, 'a paid invoice')

  await page.reload()
  await expect(rows(page)).toContainText('Paid')
  await rows(page).getByRole('link').click()
  await page.getByRole('link', { name: /^Payments/ }).click()
  await page.getByRole('link', { name: 'Online' }).click()
  await expect(page.getByRole('link', { name: 'INV-0001' })).toBeVisible()
})

test('an invoice is written item by item beside its preview, changed and sent [S2.4-11] [S2.4-12] [S3-01]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/add-item-form')
  const preview = page.getByRole('article')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(messages.required).first()).toBeVisible()
  // At this height the bar with the buttons covers no control.
  await page.setViewportSize({ width: 1440, height: 1500 })
  await expectAccessible(page, 'invoice editor with errors')
  await page.setViewportSize({ width: 1440, height: 900 })
  const email = randomEmail()
  await page.getByLabel('Customer’s email').fill(email)
  await page.getByLabel('Description').fill('Aso-ebi <b>sewing</b>')
  await page.getByLabel('Quantity').fill('2.5')
  await page.getByLabel('Price').fill('10000')
  await page.getByLabel('Price').press('Tab')
  await expect(page.getByLabel('Description').nth(1)).toBeFocused()
  await page.keyboard.type('Delivery')
  await page.getByLabel('Price').nth(1).fill('5000')
  await page.getByLabel('Price').nth(1).press('Tab')
  await expect(page.getByLabel('Description').nth(2)).toBeFocused()
  await expect(preview.getByText('Delivery')).toBeVisible()
  await expect(preview).not.toContainText(/NGN\s0\.00/)
  await page.getByText('Percent', { exact: true }).click()
  await page.getByLabel('Discount amount').fill('10')
  await page.getByRole('button', { name: 'VAT, 7.5%' }).click()
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByLabel('Allow part payments').check()
  await expect(preview).toContainText('1 Herbert Macaulay Way, Yaba 101245, Lagos')
  await expect(preview).toContainText('Aso-ebi <b>sewing</b>')
  await expect(preview).toContainText(/Total\s*NGN\s29,025\.00/)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'INV-0001' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Description').nth(1)).toHaveValue('Delivery')
  await expect(page.getByLabel('Description')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove item 2' }).click()
  await page.getByRole('button', { name: 'Review and send' }).click()
  const look = dialog(page, 'Send invoice request')
  await expect(look).toContainText(/NGN\s24,187\.50 due by/)
  await look.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(look).toHaveCount(0)
  await expect(page.getByText('Unpaid', { exact: true })).toBeVisible()
  await expect(page.getByText(/\/pay\/invoice\/inv_/)).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByText('Copy of INV-0001')).toBeVisible()
  await expect(page.getByLabel('Customer’s email')).toHaveValue(email)
  await expect(page.getByLabel('Description')).toHaveValue('Aso-ebi <b>sewing</b>')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'INV-0002' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(/Total\s*NGN\s24,187\.50/)
})

test('an open invoice is partly paid outside, cancelled and deleted [S2.4-12] [S2.6-16]', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const { id, url } = await sentInvoice(business)
  const pathname = `/invoice_page/${id}`
  await signIn(page, business, pathname)
  await page.getByRole('button', { name: 'Record a payment' }).click()
  const outside = dialog(page, 'Record a payment')
  await outside.getByLabel('Amount').fill('99999')
  await outside.getByRole('button', { name: 'Record' }).click()
  await expect(outside.getByText(/NGN\s10,000\.00 is owed/)).toBeVisible()
  await outside.getByLabel('Amount').fill('4187.5')
  await outside.getByRole('button', { name: 'Record' }).click()
  await expect(outside).toHaveCount(0)
  await expect(page.getByText('Partially paid', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText(/NGN\s4,187\.50 was recorded as paid outside/)).toBeVisible()
  await expectAccessible(page, 'activity of an invoice')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Cancel invoice' }).click()
  await dialog(page, 'Cancel this invoice?').getByRole('button', { name: 'Cancel invoice' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const end = dialog(page, 'Delete this invoice?')
  await expect(end.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'delete invoice')
  await end.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/invoice$/)
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await page.goto(pathname)
  await expect(page.getByText('This invoice does not exist')).toBeVisible()
  expect((await page.request.get(url)).status()).toBe(404)
})

test('invoices are filtered, searched and exported as invoice.csv; failures are shown and can be retried [S7.5-04] [S4-10] [S4-05] [S9-02]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const simple = (name: string) =>
    business.call(createSimpleInvoice, {
      customerEmail: randomEmail(),
      customerName: name,
      description: 'Fitting',
      amountKobo: 100_000,
      dueOn: lagosDay(3),
    })
  const toasts = await recordToasts(page)
  await simple('Adaeze Obi')
  await sentInvoice(business, { customerName: 'Bayo Ade' })
  await page.route('**/core/invoice?*', (route) => route.fulfill({ status: 422, json: { message: 'Not just now' } }))
  await signIn(page, business, '/invoice')
  await expect(page.getByText('Not just now')).toBeVisible()
  await page.unroute('**/core/invoice?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Owed to you')).toBeVisible()
  await expect(page.getByText('Owed to you').locator('..')).toContainText('10,000.00')
  await page.getByRole('link', { name: /^Draft/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Adaeze Obi')
  await page.getByRole('link', { name: /^Unpaid/ }).click()
  await expect(rows(page)).toContainText('Bayo Ade')
  const exportDialog = await openExport(page)
  await expect(exportDialog).toContainText('1 invoice: all results')
  const { name, lines } = await saveExport(page, exportDialog)
  expect([name, lines.length]).toEqual(['invoice.csv', 2])
  await toasts.expect(messages.csvDownloadedSuccessfully, limits.toastMs)
  await page.getByRole('link', { name: /^Paid/ }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all invoices' }).click()
  await page.getByRole('searchbox').fill('INV-0001')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Adaeze Obi')

  await test.step('selected invoices are reminded of and cancelled; drafts are left out, and a failure has its reason', async () => {
    const reminded = await sentInvoice(business, { customerName: 'Chidi Eze' })
    await business.call(remindInvoice, { id: reminded.id })
    await page.goto('/invoice')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Export selected' }).click()
    await saveExport(page, page.getByRole('dialog', { name: /^Export / }))
    await toasts.expect(messages.csvDownloadedSuccessfully, limits.toastMs)
    await page.getByRole('button', { name: 'Send reminders' }).click()
    const reminders = dialog(page, 'Send 2 reminders?')
    await expect(reminders).toContainText('1 selected invoice is left out')
    await reminders.getByRole('button', { name: 'Send', exact: true }).click()
    const result = dialog(page, '1 reminder sent, 1 could not be sent')
    await expect(result.getByRole('listitem')).toHaveText(
      `${reminded.number}, Chidi EzeA reminder was sent less than an hour ago.`,
    )
    await result.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('1 invoice selected')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Cancel invoices' }).click()
    const cancel = dialog(page, 'Cancel 2 invoices?')
    await expect(cancel).toContainText('NGN 20,000.00 in total can no longer be paid.')
    await cancel.getByRole('button', { name: 'Cancel 2 invoices' }).click()
    await expect(page.getByText('2 invoices cancelled')).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Cancelled' })).toHaveCount(2)
  })

  await test.step('an action that empties the list leaves the focus at its place', async () => {
    await sentInvoice(business, { customerName: 'Emeka Bello' })
    await page.goto('/invoice?status=outstanding')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Cancel invoice' }).click()
    await dialog(page, 'Cancel 1 invoice?').getByRole('button', { name: 'Cancel invoice' }).click()
    await expect(page.getByRole('main').locator(':focus')).toContainText('Nothing found')
  })
})
