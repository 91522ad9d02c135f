import { startPayment } from '@adire/contract/checkout.ts'
import { deletePaymentLink, publishPaymentLink } from '@adire/contract/payment-links.ts'
import type { Page } from '@playwright/test'
import type { Business } from '../support/business.ts'
import * as checkout from '../support/checkout.ts'
import type { Look, PictureScreen } from './kind.ts'

/** A screen of a payer who has begun to pay. */
type Walk = (name: string, steps: (page: Page, look: Look) => Promise<unknown>) => PictureScreen

const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Payment methods other than the card. */
export const channelSteps = (walk: Walk): PictureScreen[] => [
  walk('transfer', async (page, look) => {
    await checkout.chooseTransfer(page)
    await look('account')
    await page.getByRole('button', { name: 'I have sent it' }).click()
    await look('sent')
    await page.getByRole('button', { name: 'Pay less' }).click()
    await seen(page, /was returned to its sender/)
    await look('returned')
  }),
  walk('ussd', async (page, look) => {
    await page.getByRole('link', { name: 'USSD', exact: true }).click()
    await page.getByLabel('Your bank').waitFor()
    await look('banks')
    await page.getByLabel('Your bank').selectOption({ label: 'Guaranty Trust Bank (*737#)' })
    await page.getByRole('button', { name: 'Get a code to dial' }).click()
    await seen(page, /^\*737\*000/)
    await look('code')
  }),
  walk('qr', async (page, look) => {
    await page.getByRole('link', { name: 'QR', exact: true }).click()
    await page.getByRole('img', { name: 'QR code of this payment' }).waitFor()
    await look('code')
  }),
  walk('bank', async (page, look) => {
    await page.getByRole('link', { name: 'Bank', exact: true }).click()
    await page.getByText('Test Mode: accounts to try').click()
    await look('account')
    await page.getByRole('button', { name: /Asks for date of birth and code/ }).click()
    await page.getByRole('button', { name: /^Pay NGN/ }).click()
    await page.getByLabel('Date of birth').waitFor()
    await look('birthday')
  }),
]

/** Errors of the server and of the network while the payer pays. */
export const faultSteps = (walk: Walk): PictureScreen[] => [
  walk('server', async (page, look) => {
    await page.route('**/checkout/payments/**', (route) => route.fulfill({ status: 500, body: '' }))
    await checkout.payWith(page, checkout.testCards.good)
    await page.waitForTimeout(1_000)
    await look('error')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }),
  walk('slow', async (page, look) => {
    await page.route('**/checkout/payments/**', () => undefined)
    await checkout.payWith(page, checkout.testCards.good)
    await page.waitForTimeout(1_000)
    await look('loading')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }),
  walk('network', async (page, look) => {
    await page.context().setOffline(true)
    await look('gone')
    await page.context().setOffline(false)
  }),
]

/** Links of other kinds, and links that take no payments. */
export async function linkSteps(sade: Business): Promise<PictureScreen[]> {
  const free = await checkout.newLink(sade, { amountKobo: undefined, minimumKobo: 100_000 } as never)
  const many = await checkout.newLink(sade, {
    quantity: { minimum: 1, maximum: 10 },
    paymentLimit: 4,
    feeBearer: 'customer',
  })
  const closed = await checkout.newLink(sade)
  await sade.call(publishPaymentLink, { id: closed.id, published: false })
  // Without a payment it would be deleted, and not archived.
  const deleted = await checkout.newLink(sade)
  await sade.call(startPayment, { slug: deleted.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  const message = 'The sale is over. New cloths come on 1 December: ask on WhatsApp, 0803 123 4567.'
  await sade.call(deletePaymentLink, { id: deleted.id, message } as never)
  return [
    {
      name: 'pay-any-amount',
      path: `/pay/page/${free.slug}`,
      async walk(page, look) {
        await look('empty')
        await page.getByLabel('Amount').fill('50')
        await page.getByRole('button', { name: /^Continue/ }).click()
        await look('errors')
      },
    },
    { name: 'pay-quantity', path: `/pay/page/${many.slug}` },
    { name: 'pay-closed', path: `/pay/page/${closed.slug}` },
    { name: 'pay-closed-message', path: `/pay/page/${deleted.slug}` },
    { name: 'pay-not-found', path: '/pay/page/nothing-here' },
  ]
}
