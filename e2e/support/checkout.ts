import { randomUUID } from 'node:crypto'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Business, goodCard } from './business.ts'

export interface TestCard {
  number: string
  expiry: string
  cvv: string
}

const expiry = '12 / 39'

/** Sandbox cards by behaviour. */
export const testCards = {
  good: goodCard,
  pin: { number: '5078 5078 5078 5078 12', expiry, cvv: '081' },
  pinAndOtp: { number: '5060 6666 6666 6666 666', expiry, cvv: '123' },
  pinPhoneAndOtp: { number: '5078 5078 5078 5078 04', expiry, cvv: '884' },
  bankPage: { number: '5192 6027 2058 4796', expiry, cvv: '123' },
  bankPageThenDeclined: { number: '4000 0084 0000 1629', expiry, cvv: '123' },
  declined: { number: '4084 0800 0000 5408', expiry, cvv: '001' },
  noFunds: { number: '4084 0800 0067 0037', expiry, cvv: '787' },
  noToken: { number: '5078 5078 5078 5078 53', expiry, cvv: '082' },
  /** Accepts any CVV. */
  disputedLater: { number: '4000 0000 0000 0259', expiry, cvv: '123' },
  timeout: { number: '4000 0000 0000 0119', expiry, cvv: '123' },
} satisfies Record<string, TestCard>

/** A unique name: slugs are made from names. */
export const freshName = (what: string) => `${what} ${randomUUID().slice(0, 8)}`

export const randomEmail = (who = 'ada') => `${who}-${randomUUID().slice(0, 8)}@example.com`

/** Creates a published link over the API. */
export function newLink(
  business: Business,
  linkFields: Partial<EndpointInput<typeof createPaymentLink>> = {},
): Promise<PaymentLink> {
  return business.call(createPaymentLink, { name: freshName('Ankara two-piece'), amountKobo: 500_000, ...linkFields })
}

/** Page of a payer: a separate browser context with the size of a phone, which most payers use. */
export async function payerPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  return context.newPage()
}

/** Waits for hydration. Before it every form also works, with a full page load. */
export async function waitForHydration(page: Page, root = 'step'): Promise<void> {
  await page.waitForFunction(
    (id) => Object.keys(document.getElementById(id) ?? {}).some((key) => /^__react/.test(key)),
    root,
  )
}

/** Opens a link's page, fills in the payer, and continues to the payment methods. */
export async function beginCheckout(page: Page, link: PaymentLink, email = randomEmail()): Promise<string> {
  await page.goto(link.url)
  await waitForHydration(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('How would you like to pay?')).toBeVisible()
  return email
}

export async function fillCard(page: Page, card: TestCard): Promise<void> {
  await page.getByLabel('Card number').fill(card.number)
  await page.getByLabel('Expiry').fill(card.expiry)
  await page.getByLabel('CVV').fill(card.cvv)
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay NGN/ })

export async function payWith(page: Page, card: TestCard): Promise<void> {
  await fillCard(page, card)
  await payButton(page).click()
}

/** Pays at once, on a page that asks for a card. */
export async function payByGoodCard(page: Page): Promise<void> {
  await payWith(page, testCards.good)
  await expect(receivedHeading(page)).toBeVisible()
}

/** Pays a link at once. Resolves with the email of the payer. */
export async function payLink(page: Page, link: PaymentLink, email = randomEmail()): Promise<string> {
  await beginCheckout(page, link, email)
  await payByGoodCard(page)
  return email
}

export const challengeLabels = { pin: 'Card PIN', otp: 'One-time code', phone: 'Phone number' } as const

/** Responds to the bank's challenge. */
export async function submitChallenge(
  page: Page,
  challenge: keyof typeof challengeLabels,
  text: string,
): Promise<void> {
  await page.getByLabel(challengeLabels[challenge]).fill(text)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export const receivedHeading = (page: Page) => page.getByRole('heading', { name: 'Payment received' })
export const notThrough = (page: Page) => page.getByRole('heading', { name: 'The payment did not go through' })

/** Denies the payment on the page of the bank, and comes back to the outcome. */
export async function denyAtBank(page: Page): Promise<void> {
  await payWith(page, testCards.bankPage)
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(notThrough(page)).toBeVisible()
  await expect(page.getByText(/It was not confirmed/)).toBeVisible()
}

/** Tries again after a payment that failed; the payer need not type the email address again. */
export async function tryAgain(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(email)).toBeVisible()
}

/** Selects bank transfer. Resolves with the account number. */
export async function chooseTransfer(page: Page): Promise<string> {
  await page.getByText('Transfer', { exact: true }).click()
  return accountNumber(page)
}

export async function accountNumber(page: Page): Promise<string> {
  const number = page.getByText(/^\d{10}$/)
  await expect(number).toBeVisible()
  return (await number.textContent())!
}

/** All payments of the business with details, newest first. */
export async function listFullPayments(business: Business) {
  const { content } = await business.call(listPayments, {})
  return Promise.all(content.map(({ id }) => business.call(getPayment, { id })))
}
