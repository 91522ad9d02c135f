import { createPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { createSplitParty } from '@adire/contract/splits.ts'
import { acceptInvitation, inviteMember } from '@adire/contract/team.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { type BusinessOwner, mailTo, newAccount, newBusiness, signIn, signInByForm } from './support/business.ts'
import { freshName } from './support/checkout.ts'
import { endAtServer, goInApp, openInApp, submitSignIn } from './support/session.ts'
import { sidebar, sidebarNav } from './support/shell.ts'
import { test } from './support/test.ts'

const note = (page: Page) => page.getByText('We kept what you typed.')
const signOut = (page: Page) => sidebar(page).getByRole('button', { name: 'Log out' }).click()
/** Whether the page has the browser ask before it loads it again or closes the tab. */
const asksBeforeReload = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
const email = (page: Page) => page.getByLabel('Customer’s email')

test('an invoice that is left is kept until it is saved or emptied, or the user signs out, and a reload asks first', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await signInByForm(page, business)
  await openInApp(page, '/add-item-form')
  await email(page).fill('ada@example.com')
  await page.getByLabel('Description').fill('Two yards of lace')
  await page.getByText('Percent', { exact: true }).click()

  await test.step('the browser asks before it loads the page again', async () => {
    expect(await asksBeforeReload(page)).toBe(true)
  })

  await test.step('after another page it begins with what was typed, and can be emptied', async () => {
    await sidebarNav(page).getByRole('link', { name: 'Customers' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers')
    await openInApp(page, '/add-item-form')
    await expect(note(page)).toBeVisible()
    await expect(email(page)).toHaveValue('ada@example.com')
    await expect(page.getByLabel('Description')).toHaveValue('Two yards of lace')
    await expect(page.getByLabel('Discount amount')).toBeVisible()
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(note(page)).toHaveCount(0)
    expect(await asksBeforeReload(page)).toBe(false)
    await expect(email(page)).toHaveValue('')
    await expect(email(page)).toBeFocused()
    await expect(page.getByLabel('Discount amount')).toHaveCount(0)
    await openInApp(page, '/customers')
    await openInApp(page, '/add-item-form')
    await expect(email(page)).toHaveValue('')
    await expect(note(page)).toHaveCount(0)
  })

  await test.step('a saved invoice is not kept', async () => {
    await email(page).fill('ada@example.com')
    await page.getByLabel('Description').fill('Two yards of lace')
    await page.getByLabel('Price').fill('25000')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/\/invoice_page\//)
    await expect(page.getByRole('heading', { level: 1, name: /-\d+$/ })).toBeVisible()
    await openInApp(page, '/add-item-form')
    await expect(email(page)).toHaveValue('')
    await expect(note(page)).toHaveCount(0)
  })

  await test.step('the form of an invoice with items begins with what was typed into the short one', async () => {
    await openInApp(page, '/invoice?new=1')
    await page.getByRole('dialog').getByLabel('Description').fill('Bridal fitting')
    await page.getByRole('dialog').getByLabel('Amount').fill('7500')
    await page.getByRole('link', { name: 'Create an itemised invoice' }).click()
    await expect(page.getByLabel('Price')).toHaveValue('7,500.00')
    await expect(page.getByLabel('Description')).toHaveValue('Bridal fitting')
  })

  await test.step('nothing is kept after signing out', async () => {
    await email(page).fill('bola@example.com')
    await signOut(page)
    await expect(page).toHaveURL('/')
    await submitSignIn(page, business)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    await openInApp(page, '/add-item-form')
    await expect(email(page)).toHaveValue('')
    await expect(note(page)).toHaveCount(0)
  })
})

test('after a session that ended, the same user returns to the page and finds what was typed, and another user finds neither', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  /** Signs in, and returns how to end the session at the server. */
  const signInAs = async (owner: BusinessOwner) => {
    const response = page.waitForResponse('**/oauth/token')
    await submitSignIn(page, owner)
    const { access_token } = await (await response).json()
    return () => endAtServer(baseURL!, access_token)
  }
  const heading = page.getByRole('heading', { level: 1 })
  const linkName = page.getByLabel('Name', { exact: true })
  await page.goto('/')
  const end = await signInAs(business)
  await expect(heading).toHaveText('Overview')
  await openInApp(page, '/payment-link/new')
  await page.getByText('Payer chooses').click()
  await openInApp(page, '/customers')
  await openInApp(page, '/payment-link/new')
  await expect(page.getByLabel('Payer chooses'), 'a choice alone is kept, too').toBeChecked()
  await linkName.fill('Market day')
  await page.getByLabel('At least').fill('1500')
  await openInApp(page, '/directDebit/new')
  await page.getByText('Flexible amount', { exact: true }).click()
  await page.getByLabel('Ends').selectOption('On a day')
  await page.getByLabel('Customer’s name').fill('Efe Igho')
  await end()
  await goInApp(page, '/customers?query=efe')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  const endAgain = await signInAs(business)
  await expect(heading).toHaveText('Customers')
  await expect(page).toHaveURL('/customers?query=efe')
  await openInApp(page, '/payment-link/new')
  await expect(note(page)).toBeVisible()
  await expect(linkName).toHaveValue('Market day')
  await expect(page.getByLabel('At least')).toHaveValue('1,500.00')
  await openInApp(page, '/directDebit/new')
  await expect(page.getByLabel('Customer’s name')).toHaveValue('Efe Igho')
  await expect(page.getByRole('radio', { name: 'Flexible amount' })).toBeChecked()
  await expect(page.getByLabel('Ends')).toHaveValue('ended')
  await expect(page.getByLabel('Last day')).toBeVisible()

  await endAgain()
  await goInApp(page, '/customers')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signInAs(await newBusiness(baseURL!))
  await expect(heading).toHaveText('Overview')
  await openInApp(page, '/payment-link/new')
  await expect(linkName).toHaveValue('')
  await expect(note(page)).toHaveCount(0)
})

test('after a session that ended, a member of two businesses returns to a page of the second, also to one that began with the values of a dialog', async ({
  page,
  baseURL,
}) => {
  const own = await newBusiness(baseURL!, 'First Looms')
  const second = await newBusiness(baseURL!, 'Second Looms')
  await second.call(confirmUser, { password: second.password })
  await second.call(inviteMember, { email: own.email, role: 'admin' })
  const mail = await mailTo(own.email, /You are invited to a team/)
  await own.call(acceptInvitation, { token: mail.text.match(/\/invitation\/([\w-]+)/)![1]! })
  const lace = freshName('Lace')
  const { id } = await second.call(createPaymentLink, { name: lace, amountKobo: 150_000 })
  const heading = page.getByRole('heading', { level: 1 })
  const linkName = page.getByLabel('Name', { exact: true })
  const switcher = sidebar(page).getByRole('button', { name: /^Business:/ })
  /** Signs in, and returns how to end the session at the server. */
  const signInForEnd = async () => {
    const response = page.waitForResponse('**/oauth/token')
    await submitSignIn(page, own)
    const { access_token } = await (await response).json()
    return () => endAtServer(baseURL!, access_token)
  }
  /** Sends the form, unless the page has noticed the end of the session by itself. */
  const send = () => page.evaluate(() => document.querySelector<HTMLFormElement>('main form')?.requestSubmit())
  await page.goto('/')
  const end = await signInForEnd()
  await expect(heading).toHaveText('Overview')
  await expect(switcher).toContainText('First Looms')
  await switcher.click()
  await page.getByRole('button', { name: /^Second Looms/ }).click()
  await expect(switcher).toContainText('Second Looms')
  await openInApp(page, `/payment-link/${id}/edit`)
  await linkName.fill(`${lace}, blue`)
  await end()
  await send()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  const endAgain = await signInForEnd()
  await expect(switcher).toContainText('Second Looms')
  await expect(note(page)).toBeVisible()
  await expect(linkName).toHaveValue(`${lace}, blue`)

  await openInApp(page, '/payment-link')
  await page.getByRole('button', { name: 'New payment link' }).click()
  await linkName.fill('Adire')
  await page.getByRole('link', { name: 'More options and preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New payment link' })).toBeVisible()
  await page.getByLabel('Description').fill('Two yards')
  await page.getByLabel('Price in naira').fill('2500')
  await endAgain()
  await send()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signInForEnd()
  await expect(switcher).toContainText('Second Looms')
  await expect(linkName).toHaveValue('Adire')
  await expect(page.getByLabel('Description')).toHaveValue('Two yards')
})

test('changes of a link are kept unless they are cancelled or the link was changed meanwhile', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const lace = freshName('Lace')
  const { id } = await business.call(createPaymentLink, { name: lace, amountKobo: 150_000 })
  // Another link with the same contents.
  const slug = `${lace}-2`.toLowerCase().replaceAll(' ', '-')
  const equal = await business.call(createPaymentLink, { name: lace, slug, amountKobo: 150_000 })
  await signInByForm(page, business)
  const name = page.getByLabel('Name', { exact: true })
  await openInApp(page, `/payment-link/${id}/edit`)
  await name.fill(`${lace}, blue`)
  await openInApp(page, `/payment-link/${equal.id}`)
  await openInApp(page, `/payment-link/${equal.id}/edit`)
  await expect(name).toHaveValue(lace)
  await expect(note(page)).toHaveCount(0)
  await openInApp(page, `/payment-link/${id}`)
  await openInApp(page, `/payment-link/${id}/edit`)
  await expect(note(page)).toBeVisible()
  await expect(name).toHaveValue(`${lace}, blue`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: lace, exact: true })).toBeVisible()
  await openInApp(page, `/payment-link/${id}/edit`)
  await expect(name).toHaveValue(lace)
  await expect(note(page)).toHaveCount(0)
  await name.fill(`${lace}, red`)
  await openInApp(page, '/customers')
  await business.call(updatePaymentLink, { id, name: `${lace}, white` })
  await openInApp(page, `/payment-link/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${lace}, white` })).toBeVisible()
  await openInApp(page, `/payment-link/${id}/edit`)
  await expect(name).toHaveValue(`${lace}, white`)
  await expect(note(page)).toHaveCount(0)
})

test('the details of a new business are kept when their page is left', async ({ page, baseURL }) => {
  const account = await newAccount(baseURL!)
  await account.verify()
  await page.goto('/')
  await submitSignIn(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell us about your business')
  await page.getByLabel('Business type').selectOption({ index: 2 })
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByLabel('City').fill('Ikeja')
  // Until the details are submitted, every page leads back to them.
  await goInApp(page, '/add-business')
  await expect(page).toHaveURL('/onboarding')
  await expect(note(page)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Ikeja')
  await expect(page.getByLabel('State').locator('option:checked')).toHaveText('Lagos')
  await expect(page.getByLabel('Business type').locator('option:checked')).not.toHaveText('Choose a type')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByLabel('Business type')).toBeFocused()
  await expect(page.getByLabel('City')).toHaveValue('')
})

test('the directors that are being typed are kept, rows that were added included', async ({ page, baseURL }) => {
  await signInByForm(page, await newBusiness(baseURL!))
  const person = page.getByRole('group', { name: 'Person 2' })
  await openInApp(page, '/onboarding?step=DIRECTORS')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await person.getByLabel('First name').fill('Efe')
  await openInApp(page, '/customers')
  await openInApp(page, '/onboarding?step=DIRECTORS')
  await expect(person.getByLabel('First name')).toHaveValue('Efe')
})

test('a split is kept when its page is left, and changes of one until they are cancelled or saved', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const hall = await business.call(createSplitParty, { name: 'Yaba Hall', bankId: 1, accountNumber: '0000000017' })
  const gone = await business.call(createSplitParty, { name: 'Ikeja Hall', bankId: 1, accountNumber: '0000000024' })
  await signIn(page, business, '/customers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers')
  const form = page.getByRole('main').locator('form')
  const name = form.getByLabel('Name', { exact: true })
  const share = form.getByLabel('Share 1', { exact: true })
  const leaveAndReturn = async (path: string) => {
    await openInApp(page, '/customers')
    await openInApp(page, path)
    await expect(name).toBeVisible()
  }
  await openInApp(page, '/split-payment-detail?new=1')
  await name.fill('Evening class')
  await form.getByText('Fixed amounts', { exact: true }).click()
  await form.getByLabel('Recipient 1', { exact: true }).selectOption(hall.id)
  await share.fill('2500')
  expect(await asksBeforeReload(page)).toBe(true)
  await leaveAndReturn('/split-payment-detail?new=1')
  await expect(note(page)).toBeVisible()
  await expect(name).toHaveValue('Evening class')
  await expect(form.getByLabel('Recipient 1', { exact: true })).toHaveValue(hall.id)
  await expect(share).toHaveValue('2,500.00')
  await form.getByRole('button', { name: 'Create split' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening class')
  const split = new URL(page.url()).searchParams.get('id')!

  await leaveAndReturn('/split-payment-detail?new=1')
  await expect(name).toHaveValue('')
  await expect(note(page)).toHaveCount(0)
  await name.fill('Morning class')
  await leaveAndReturn('/split-payment-detail?new=1')
  await form.getByRole('button', { name: 'Create split' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(form.getByRole('alert')).toHaveCount(0)
  expect(await asksBeforeReload(page)).toBe(false)

  await test.step('a recipient that was deleted in the meantime is chosen again', async () => {
    const recipient = form.getByLabel('Recipient 1', { exact: true })
    await name.fill('Night class')
    await recipient.selectOption(gone.id)
    await share.fill('20')
    await openInApp(page, '/split-payment?show=parties')
    await page.getByRole('button', { name: 'Delete Ikeja Hall' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Ikeja Hall was deleted')).toBeVisible()
    await openInApp(page, '/split-payment-detail?new=1')
    const problem = form.getByText('This recipient was deleted. Choose another one.')
    await expect(problem).toBeVisible()
    await expect(recipient).toHaveValue('')
    await expect(form.getByText('Choose the recipients and their shares')).toBeVisible()
    await form.getByRole('button', { name: 'Create split' }).click()
    await expect(form.getByText('Choose a recipient and a share in each row')).toBeVisible()
    await recipient.selectOption(hall.id)
    await expect(problem).toHaveCount(0)
    await form.getByRole('button', { name: 'Create split' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night class')
  })

  const editor = `/split-payment-detail?id=${split}&edit=1`
  await leaveAndReturn(editor)
  await share.fill('3000')
  await leaveAndReturn(editor)
  await expect(share).toHaveValue('3,000.00')
  await form.getByRole('link', { name: 'Cancel' }).click()
  await leaveAndReturn(editor)
  await expect(share).toHaveValue('2,500.00')
  await expect(note(page)).toHaveCount(0)
})
