import { listApiKeys } from '@adire/contract/api-keys.ts'
import { listCharges, verifyCharge } from '@adire/contract/charges.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import { challengeLabels, freshName, listFullPayments, newLink, randomEmail, testCards } from './support/checkout.ts'
import { foreignPage } from './support/foreign-page.ts'
import { test } from './support/test.ts'

/** A shop on another origin, which logs the events it receives. */
const shop = (baseURL: string, { slug, url }: PaymentLink, key = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
<script async src="${baseURL}/v1/inline.js"></script></head>
<body><main><h1>Shop</h1>
<p><a id="buy" href="${url}" data-adire-link="${slug}" data-email="ada@example.com">Pay for the dress</a></p>
<form action="${url}" data-adire-link="${slug}"><label>Your email <input name="email"></label><button>Order</button></form>
<button id="call" type="button">Call</button>
<button data-adire-key="${key}" data-email="key@example.com" data-amount-kobo="250000" data-reference="order-7">Pay for order 7</button>
<button data-adire-key="${key}" data-email="key@example.com" data-amount-kobo="100000">Give NGN 1,000</button>
<ol></ol></main>
<script>
const tell = (text) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: text }))
addEventListener('adire:success', ({ detail }) => tell('success ' + detail.amountKobo + ' ' + detail.reference))
addEventListener('adire:close', ({ detail }) => tell('closed, paid: ' + detail.paid))
document.querySelector('#call').onclick = () => Adire.pay({ link: '${slug}', email: 'call@example.com',
  onSuccess: ({ amountKobo }) => tell('called: success ' + amountKobo), onClose: ({ paid }) => tell('called: closed, paid: ' + paid) })
</script></body></html>`

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Checkout' })
const checkoutIn = (page: Page) => dialog(page).frameLocator('iframe[title=Checkout]')
const eventItems = (page: Page) => page.getByRole('listitem')

/** Waits until the script has loaded and the checkout in the frame is hydrated. */
async function open(page: Page, press: () => Promise<void>) {
  await page.waitForFunction(() => 'Adire' in window)
  await press()
  const checkout = checkoutIn(page)
  await expect(checkout.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(dialog(page).getByText('One moment…')).toBeHidden()
  return checkout
}

async function payByCard(checkout: FrameLocator, { number, expiry, cvv }: (typeof testCards)['good']) {
  await checkout.getByRole('button', { name: /^Continue/ }).click()
  await checkout.getByLabel('Card number').fill(number)
  await checkout.getByLabel('Expiry').fill(expiry)
  await checkout.getByLabel('CVV').fill(cvv)
  await checkout.getByRole('button', { name: /^Pay NGN/ }).click()
}

test('a button on a page of another origin opens the checkout in a dialog, and the page receives the outcome once [S1-04]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business, { name: freshName('Dress') })
  const { content } = await business.call(listApiKeys, {})
  const key = content.find(({ kind }) => kind === 'public')!.display
  const site = await foreignPage(shop(baseURL!, link, key))
  try {
    await page.goto(site.url)
    const buy = page.getByRole('link', { name: 'Pay for the dress' })
    let checkout = await open(page, () => buy.click())
    await expect(checkout.getByLabel('Email address')).toHaveValue('ada@example.com')
    await expectAccessible(page, 'the dialog', 'body > div')
    // Escape works inside the frame, whose key events the page can't see; the focus returns to the button.
    await checkout.getByLabel('Email address').press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(eventItems(page)).toHaveText(['closed, paid: false'])
    await expect(buy).toBeFocused()

    checkout = await open(page, () => buy.press('Enter'))
    await payByCard(checkout, testCards.good)
    await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect(eventItems(page).nth(1)).toHaveText(/^success 500000 pay_\w{16}$/)
    // Forged messages are ignored: from the page itself, and from another frame.
    await page.evaluate(() => {
      const forged = { adire: 1, type: 'success', reference: 'pay_forged', amountKobo: 1 }
      window.postMessage(forged, '*')
      window.dispatchEvent(
        new MessageEvent('message', { data: { ...forged, type: 'close' }, origin: 'https://a.example' }),
      )
    })
    await checkout.getByRole('button', { name: /^Back to localhost/ }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(eventItems(page)).toHaveCount(3)
    await expect(eventItems(page).nth(2)).toHaveText('closed, paid: true')
    const [paid, ...others] = await listFullPayments(business)
    expect(others).toEqual([])
    expect(paid).toMatchObject({ status: 'success', customerEmail: 'ada@example.com' })

    // A bank's challenge page can't be framed, so it opens in a new window, and the dialog follows.
    checkout = await open(page, () => page.getByRole('button', { name: 'Call' }).click())
    await payByCard(checkout, testCards.bankPage)
    const beside = page.waitForEvent('popup')
    await checkout.getByRole('link', { name: 'Continue to your bank' }).click()
    await (await beside).getByRole('button', { name: 'Approve' }).click()
    await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect(eventItems(page).nth(3)).toHaveText('called: success 500000')
    await page.getByRole('button', { name: 'Close the checkout' }).click()
    await expect(eventItems(page).nth(4)).toHaveText('called: closed, paid: true')

    // The page sets the amount with its public key, and a server verifies it by the shop's own reference.
    checkout = await open(page, () => page.getByRole('button', { name: 'Pay for order 7' }).click())
    await checkout.getByLabel('Card number').fill(testCards.good.number)
    await checkout.getByLabel('Expiry').fill(testCards.good.expiry)
    await checkout.getByLabel('CVV').fill(testCards.good.cvv)
    await checkout.getByRole('button', { name: /^Pay NGN/ }).click()
    await expect(eventItems(page).nth(5)).toHaveText('success 250000 order-7')
    const charge = await business.call(verifyCharge, { reference: 'order-7' })
    expect(charge).toMatchObject({ status: 'success', amountKobo: 250_000, email: 'key@example.com' })
    await page.getByRole('button', { name: 'Close the checkout' }).click()

    // Without a reference, a dialog that was closed is continued, and after a payment the button asks for another one.
    const give = page.getByRole('button', { name: 'Give NGN 1,000' })
    const initialising = '**/collections/checkout/charges'
    await page.route(initialising, (route) => route.abort())
    await give.click()
    const lost = 'This cannot be paid just now. Please check your connection and try again.'
    await expect(dialog(page).getByText(lost)).toBeVisible()
    await page.unroute(initialising)
    await page.getByRole('button', { name: 'Close the checkout' }).click()
    checkout = await open(page, () => give.click())
    await page.getByRole('button', { name: 'Close the checkout' }).click()
    for (const items of [10, 12]) {
      checkout = await open(page, () => give.click())
      await checkout.getByLabel('Card number').fill(testCards.good.number)
      await checkout.getByLabel('Expiry').fill(testCards.good.expiry)
      await checkout.getByLabel('CVV').fill(testCards.good.cvv)
      await checkout.getByRole('button', { name: /^Pay NGN/ }).click()
      await expect(eventItems(page).nth(items - 1)).toHaveText(/^success 100000 /)
      await page.getByRole('button', { name: 'Close the checkout' }).click()
      await expect(eventItems(page)).toHaveCount(items + 1)
    }
    const { content: charges } = await business.call(listCharges, {})
    expect(charges.map(({ status, amountKobo }) => [status, amountKobo])).toEqual([
      ['success', 100_000],
      ['success', 100_000],
      ['success', 250_000],
    ])
  } finally {
    site.close()
  }
})

test.describe('on a phone', () => {
  // Two pages try to frame the checkout.
  test.use({ expectedErrors: /frame-ancestors/ })

  test('the dialog fills the screen; no other page may frame the checkout, and without script the button is a link', async ({
    browser,
    baseURL,
  }) => {
    const business = await newBusiness(baseURL!)
    const link = await newLink(business)
    const site = await foreignPage(shop(baseURL!, link))
    const thief = await foreignPage(
      `<!doctype html><title>Thief</title><iframe src="${link.url}"></iframe><iframe src="${baseURL}/pay/embed/https/shop.example/${link.slug}"></iframe>`,
    )
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const context = await browser.newContext(phone)
    const scriptless = await browser.newContext({ ...phone, javaScriptEnabled: false })
    try {
      const page = await context.newPage()
      await page.goto(site.url)
      const email = randomEmail('order')
      await page.getByLabel('Your email').fill(email)
      const checkout = await open(page, () => page.getByRole('button', { name: 'Order', exact: true }).click())
      await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(390)
      await expect(checkout.getByLabel('Email address')).toHaveValue(email)
      await payByCard(checkout, testCards.pin)
      await checkout.getByLabel(challengeLabels.pin).fill('1111')
      await checkout.getByRole('button', { name: 'Continue' }).click()
      await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
      await expect(eventItems(page)).toHaveText(/^success 500000/)

      const blocked: string[] = []
      page.on('console', (message) => {
        if (/frame-ancestors/.test(message.text())) blocked.push(message.text())
      })
      await page.goto(thief.url)
      await expect.poll(() => blocked.length).toBe(2)

      const plain = await scriptless.newPage()
      await plain.goto(site.url)
      await plain.getByRole('link', { name: 'Pay for the dress' }).click()
      await expect(plain).toHaveURL(link.url)
      await plain.goto(site.url)
      await plain.getByLabel('Your email').fill(email)
      await plain.getByRole('button', { name: 'Order', exact: true }).click()
      await expect(plain.getByLabel('Email address')).toHaveValue(email)
    } finally {
      await context.close()
      await scriptless.close()
      site.close()
      thief.close()
    }
  })
})
