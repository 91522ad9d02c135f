import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tokenPath } from '@adire/contract/auth.ts'
import type { TokenResponse } from '@adire/contract/auth-schemas.ts'
import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { register } from '@adire/contract/registration.ts'
import { verifyEmail } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { storeSession, submitSignIn } from './session.ts'

export interface BusinessOwner {
  name: string
  email: string
  password: string
}

export interface BusinessAccount extends BusinessOwner {
  /** Opens the verification link in the email. */
  verify(): Promise<void>
}

export interface Business extends BusinessOwner {
  merchantId: string
  /** Calls the API as this business, as its own server would. */
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointOutput<E>>
}

export const demoCredentials = { email: 'demo@adire.example', password: 'Adire-demo-1' }

/** A card whose payments succeed at once. */
export const goodCard = { number: '4084 0840 8408 4081', expiry: '12 / 39', cvv: '408' }

const webClient = { authorization: `Basic ${btoa('web:adire-web-client')}` }

export async function requestToken(baseURL: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(`${baseURL}/test/core/${tokenPath}`, {
    method: 'POST',
    headers: webClient,
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as { access_token: string; error_description?: string }
  expect(response.ok, body.error_description).toBe(true)
  return body.access_token
}

const connect = (baseURL: string, accessToken: string | undefined, merchantId?: string): ApiConnection => ({
  baseUrl: (server) => `${baseURL}/test/${server}`,
  token: (endpoint) => (endpoint.access === 'public' ? undefined : accessToken),
  merchantId: () => merchantId,
})

export interface ReceivedEmail {
  subject: string
  text: string
  html: string
}

/** Emails by the name of their file: reading hundreds at each poll would take longer than many a story. */
const readMails = new Map<string, ReceivedEmail & { to: string }>()

async function readMail(folder: string, name: string): Promise<ReceivedEmail & { to: string }> {
  const mail = readMails.get(name) ?? JSON.parse(await readFile(join(folder, name), 'utf8'))
  readMails.set(name, mail)
  return mail
}

/** Emails to an address, oldest first, once there are at least `atLeast`. */
export async function mailsTo(address: string, subject: RegExp, atLeast = 1): Promise<ReceivedEmail[]> {
  const folder = join(process.env.E2E_DATA_DIR!, 'mail')
  let found: ReceivedEmail[] = []
  await expect
    .poll(
      async () => {
        const names = await readdir(folder).catch(() => [])
        const mails = await Promise.all(
          names
            .filter((name) => name.endsWith('.json'))
            .sort()
            .map((name) => readMail(folder, name)),
        )
        found = mails.filter((mail) => mail.to === address && subject.test(mail.subject))
        return found.length
      },
      // Jobs send them: on a busy machine, after those of all other stories.
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(atLeast)
  return found
}

/** The newest email to an address, once it has arrived. */
export const mailTo = async (address: string, subject: RegExp): Promise<ReceivedEmail> =>
  (await mailsTo(address, subject)).at(-1)!

export const verificationToken = (mail: { text: string }) => mail.text.match(/verify-email\/([\w-]+)/)![1]!

/** Opens the page of a verification link and confirms the email. */
export async function verifyOnPage(page: Page, token: string): Promise<void> {
  await page.goto(`/verify-email/${token}`)
  await page.getByRole('button', { name: 'Verify email' }).click()
}

let businesses = 0
const newEmail = () => `owner-${Date.now()}-${process.pid}-${++businesses}@example.com`

/** A registered user whose email is not verified yet. */
export async function newAccount(baseURL: string, name = 'Tola Atelier'): Promise<BusinessAccount> {
  const email = newEmail()
  const password = 'Indigo-2026'
  const client = connect(baseURL, await requestToken(baseURL, { grant_type: 'client_credentials' }))
  await callEndpoint(client, register, { businessName: name, countryId: 566, email, password })
  const verify = async () => {
    await callEndpoint(client, verifyEmail, { token: verificationToken(await mailTo(email, /Verify/)) })
  }
  return { name, email, password, verify }
}

/** A new business for one test: verified, signed in, with its details submitted. By default a company. */
export async function newBusiness(baseURL: string, name = 'Tola Atelier', businessType = 3): Promise<Business> {
  const email = newEmail()
  const password = 'Indigo-2026'
  const response = await fetch(process.env.E2E_SEED_URL!, {
    method: 'POST',
    body: JSON.stringify({ businessName: name, email, password }),
  })
  expect(response.ok, 'a business is seeded').toBe(true)
  const { token: access, merchantId } = (await response.json()) as Seeded
  const connection = connect(baseURL, access, merchantId)
  await callEndpoint(connection, submitBusinessDetails, {
    businessType,
    merchantCategoryId: 3,
    businessDescription: 'Made to measure',
    businessPhone: '08031234567',
    stateId: 25,
    city: 'Yaba',
    postalCode: '101245',
    streetAddress: '1 Herbert Macaulay Way',
  })
  return {
    name,
    email,
    password,
    merchantId,
    call: (endpoint, input) => callEndpoint(connection, endpoint, input),
  }
}

interface Seeded {
  token: string
  merchantId: string
}

/** The demo business, with 90 days of data. */
export async function openDemo(baseURL: string): Promise<Pick<Business, 'call' | 'merchantId'>> {
  const { email: username, password } = demoCredentials
  const access = await requestToken(baseURL, { grant_type: 'password', scope: 'profile', username, password })
  const { content } = await callEndpoint(connect(baseURL, access), listMerchants, { userEmail: username })
  const merchantId = content[0]!.id
  const connection = connect(baseURL, access, merchantId)
  return { merchantId, call: (endpoint, input) => callEndpoint(connection, endpoint, input) }
}

/** Signs in by the form, for tests of the form or of the API calls after it. */
export async function signInByForm(page: Page, account: { email: string; password: string }) {
  await page.goto('/')
  await submitSignIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** Signs in without the form and opens a page, by default the overview. The form is tested in sign-in.spec.ts. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  path = '/dashboard',
): Promise<void> {
  await page.goto('/robots.txt')
  // With this browser's user agent, which appears in the list of devices.
  const response = await page.request.post(`/test/core/${tokenPath}`, {
    headers: webClient,
    form: { grant_type: 'password', scope: 'profile', username: email, password },
  })
  expect(response.ok(), await response.text()).toBe(true)
  await page.evaluate(storeSession, (await response.json()) as TokenResponse)
  await page.goto(path)
  if (path === '/dashboard') await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** Fills in the password in the confirmation dialog. */
export async function confirmPassword(page: Page, { password }: { password: string }) {
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation).toBeHidden()
}
