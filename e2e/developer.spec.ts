import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint, updateWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { cards, newLink } from './support/checkout.ts'
import { foreignPage } from './support/foreign-page.ts'

/** Runs what a guide says, as a program of its own on a port of its own, with what it prints. */
async function server(code: string, env: Record<string, string>) {
  // Beside what is installed here, where a package is found by its name.
  const cache = fileURLToPath(new URL('../node_modules/.cache/adire/', import.meta.url))
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'guide-'))
  await writeFile(
    join(folder, 'server.mjs'),
    code.replace('.listen(4000)', '.listen(0, function () { console.log("port " + this.address().port) })'),
  )
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], { env: { ...process.env, ...env } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  await expect.poll(() => printed).toMatch(/port \d+/)
  return {
    port: Number(printed.match(/port (\d+)/)![1]),
    printed: () => printed,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('from the home page to a verified webhook: a developer follows site and documentation, and pays by the button of another origin [S1-04]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business, { name: `Dress ${business.merchantId}` })
  await signIn(page, business)

  // The guide, with the reader's own key in it, found from the site's own header.
  await page.goto('/pricing')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Developers').click()
  await page.getByRole('link', { name: 'Documentation' }).first().click()
  await expect(page).toHaveURL('/docs')
  await page.getByRole('main').getByRole('link', { name: 'Inline checkout' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inline checkout' })).toBeVisible()
  await expect(page.getByText('Your own test keys stand in the examples.')).toBeVisible()
  await expect(page.locator('pre [data-key=public]').first()).toHaveText(/^pk_test_\w{38}$/)

  // The button, made on the page of a payment link.
  await page.goto(`/payment-link/${link.id}`)
  await page.getByRole('button', { name: 'Embed' }).click()
  const maker = page.getByRole('dialog', { name: 'A button for your site' })
  await maker.getByLabel('What it says').fill('Buy "it" <now>')
  await maker.getByText('Dark', { exact: true }).click()
  await expect(maker.getByRole('link', { name: /^Buy "it" <now>/ })).toBeVisible()
  await expectAccessible(page, 'the maker of buttons', 'dialog')
  await maker.getByText('Script', { exact: true }).click()
  await expect(maker.locator('pre')).toContainText(/key: 'pk_test_\w{38}'/)
  await maker.getByText('HTML', { exact: true }).click()
  await expect(maker.locator('pre')).toContainText('data-adire-link')
  const button = (await maker.locator('pre').textContent())!

  // The receiver of the guide on webhooks, run as it stands there.
  await page.goto('/docs/search?q=verify+signature')
  await page.getByRole('main').getByRole('link', { name: 'Verify the signature' }).click()
  const example = page.locator('pre', { hasText: "from 'standardwebhooks'" })
  await expect(example).toBeVisible()
  const code = (await example.textContent())!
  await business.call(confirmUser, { password: business.password })
  const wanted = { url: 'http://localhost:4000/webhooks', events: ['charge.success' as const] }
  const { endpoint, secret } = await business.call(createWebhookEndpoint, wanted)
  const receiver = await server(code, { ADIRE_WEBHOOK_SECRET: secret })
  const url = `http://localhost:${receiver.port}/webhooks`
  await business.call(updateWebhookEndpoint, { ...wanted, id: endpoint.id, url })
  const shop = await foreignPage(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${button}`)
  try {
    await page.goto(shop.url)
    await page.waitForFunction(() => 'Adire' in window)
    await page.getByRole('link', { name: 'Buy "it" <now>' }).click()
    const checkout = page.frameLocator('iframe[title=Checkout]')
    await checkout.getByLabel('E-mail address').fill('ada@example.com')
    await checkout.getByRole('button', { name: /^Continue/ }).click()
    await checkout.getByLabel('Card number').fill(cards.good.number)
    await checkout.getByLabel('Expiry').fill(cards.good.expiry)
    await checkout.getByLabel('CVV').fill(cards.good.cvv)
    await checkout.getByRole('button', { name: /^Pay NGN/ }).click()
    await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect.poll(() => receiver.printed(), { timeout: 60_000 }).toMatch(/charge\.success pay_\w{16}/)
  } finally {
    shop.close()
    await receiver.close()
  }
})

test('the reference of an area is read on a phone, in both themes, and its commands are copied', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.goto('/docs/api/charges')
  await expect(page.getByRole('heading', { level: 1, name: 'Charges' })).toBeVisible()
  await page.getByText('All of the documentation').click()
  await expect(page.getByRole('navigation', { name: 'Documentation, all' })).toBeVisible()
  await page.getByText('All of the documentation').click()
  await page.getByRole('button', { name: 'Copy command' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/test/collections/charges/initialise')
  await page.getByText('Fields of the answer to initialise charge').click()
  await expect(page.getByText('authorizationUrl').first()).toBeVisible()
  await expectAccessible(page, '/docs/api/charges')
  await expectNoSidewaysScroll(page, '/docs/api/charges')
  await context.close()
})
