import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { mailTo, newBusiness } from './support/business.ts'
import {
  beginCheckout,
  listFullPayments,
  newLink,
  notThrough,
  payWith,
  receivedHeading,
  submitChallenge,
  testCards,
} from './support/checkout.ts'
import { test } from './support/test.ts'

/** Typed once in the whole run, so finding one anywhere means that it was stored. */
const cvv = '9173'
const wrongPin = '8264'
const wrongOtp = '918273'
const phone = '08091827364'
const numbers = [testCards.disputedLater, testCards.pin, testCards.pinPhoneAndOtp].map(({ number }) =>
  number.replaceAll(' ', ''),
)

/** Matches a whole word, so that digits inside an id or an amount do not count. */
const word = (secret: string) => new RegExp(`(?<![\\w.,-])${secret}(?![\\w.,-])`)
const secrets = [
  ...numbers.map((number) => new RegExp([...number].join('[ -]?'))),
  ...[cvv, wrongPin, wrongOtp, '123456', phone].map(word),
  /"(cvv|cvc|pin|otp|pan)"\s*:\s*"?\d/i,
]
const expectNone = (text: string, where: string) => {
  for (const secret of secrets) expect(text.match(secret)?.[0], `${where} holds ${secret}`).toBeUndefined()
}

/** All files of the run except the database's, which has its own test, and emails that are still written: they get another name. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === 'PG_VERSION')) return []
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listFiles(path) : entry.isFile() && !entry.name.endsWith('.tmp') ? [path] : []
    }),
  )
  return found.flat()
}

/** Content of a file; empty if it was deleted since it was listed, such as the draft of an upload of another story. */
const readIfThere = (path: string) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })

/** Checks what the browser stores. The page itself lists the sandbox cards, so only its fields are checked. */
async function expectCleared(page: Page, where: string) {
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
    state: history.state,
    addresses: [location.href, ...performance.getEntries().map(({ name }) => name)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    // Excludes the simulator's forms, which contain the sandbox's published codes; nobody typed them.
    fields: [...document.querySelectorAll('input')]
      .filter(({ type, form }) => type !== 'radio' && !form?.matches('.border-dashed *'))
      .map(({ value }) => value),
  }))
  expect(stored).toMatchObject({ local: {}, cookie: '', databases: [], caches: [] })
  expectNone(JSON.stringify(stored), where)
}

test('no card number, CVV, PIN, code or phone is stored: not in the log, the emails, the responses, nor the browser [S7.5-09]', async ({
  page,
  request,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const printed: string[] = []
  page.on('console', (line) => printed.push(line.text()))

  const payers = [await beginCheckout(page, link)]
  await payWith(page, { ...testCards.disputedLater, cvv })
  await expect(receivedHeading(page)).toBeVisible()
  await expectCleared(page, 'the receipt')

  payers.push(await beginCheckout(page, link))
  await payWith(page, testCards.pinPhoneAndOtp)
  await submitChallenge(page, 'pin', '0000')
  await submitChallenge(page, 'phone', phone)
  await submitChallenge(page, 'otp', wrongOtp)
  await expect(page.getByText(/The code is wrong/)).toBeVisible()
  await expectCleared(page, 'the question')
  await submitChallenge(page, 'otp', '123456')
  await expect(receivedHeading(page)).toBeVisible()
  await expectCleared(page, 'the second receipt')

  payers.push(await beginCheckout(page, link))
  await payWith(page, testCards.pin)
  await submitChallenge(page, 'pin', wrongPin)
  await expect(notThrough(page)).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(notThrough(page)).toBeVisible()
  await expectCleared(page, 'the failure')

  expectNone(requests.join('\n'), 'an address')
  expectNone(printed.join('\n'), 'the console')
  const payments = await listFullPayments(business)
  expect(payments.map(({ status }) => status)).toEqual(['failed', 'success', 'success'])
  expectNone(JSON.stringify(payments), 'a payment')
  await mailTo(payers[0]!, /Your payment/)

  // The log is buffered: once it contains this last request, it contains all earlier ones.
  const last = await request.get(`/test/collections/checkout/payments/${'A'.repeat(24)}`)
  const { requestId } = (await last.json()) as { requestId: string }
  const files = await listFiles(process.env.E2E_DATA_DIR!)
  const log = files.find((path) => path.endsWith('adire.log'))!
  await expect.poll(() => readFile(log, 'utf8')).toContain(requestId)
  expect(files.some((path) => path.endsWith('.eml'))).toBe(true)
  const knownEmails = [business.email, ...payers]
  for (const path of files) {
    const text = await readIfThere(path)
    // Other emails may contain a code, for example for the consent to a mandate: that is their purpose.
    if (!path.includes('/mail/') || knownEmails.some((address) => text.includes(address))) expectNone(text, path)
  }
})

test('a declined card number is not repeated in the error', async ({ request, baseURL }) => {
  const link = await newLink(await newBusiness(baseURL!))
  const started = await request.post(`/test/collections/checkout/pages/${link.slug}/payments`, {
    data: { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const { accessCode } = (await started.json()) as { accessCode: string }
  const address = `/test/collections/checkout/payments/${accessCode}`
  for (const data of [
    { number: numbers[0], expiryMonth: 13, expiryYear: 2039, cvv },
    { number: numbers[0], expiryMonth: 12, expiryYear: 2039, cvv: `${cvv}9` },
    { number: `${numbers[0]} `, expiryMonth: 12, expiryYear: 2039, cvv, pin: wrongPin },
    { number: Number(numbers[0]), expiryMonth: '12', expiryYear: 2039, cvv: Number(cvv) },
  ]) {
    const response = await request.post(`${address}/card`, { data })
    expect(response.status()).toBeGreaterThanOrEqual(400)
    expectNone(await response.text(), 'the rejection')
  }
  const response = await request.post(`${address}/answer`, { data: { question: 'otp', answer: wrongOtp } })
  expect(response.status()).toBe(409)
  expectNone(await response.text(), 'the rejection')
})
