import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@adire/contract/messages.ts'
import { expect } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { freshName, randomEmail, testCards } from './support/checkout.ts'
import { foreignPage } from './support/foreign-page.ts'
import { enterBusinessDetails, registerBusiness } from './support/on-screen.ts'
import { takeSecret } from './support/signing-secret.ts'
import { test } from './support/test.ts'

/** Runs the code of a guide in a child process on its own port, and captures its output. */
async function server(code: string, { port, secret }: { port: number; secret: string }) {
  // Inside node_modules, so that its imports of packages resolve.
  const cache = fileURLToPath(new URL('../node_modules/.cache/adire/', import.meta.url))
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'guide-'))
  await writeFile(
    join(folder, 'server.mjs'),
    code.replace('.listen(4000)', `.listen(${port}, () => console.log('listens'))`),
  )
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
    env: { ...process.env, ADIRE_WEBHOOK_SECRET: secret },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  await expect.poll(() => printed).toMatch(/listens/)
  return {
    printed: () => printed,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('from the home page to a verified webhook: a developer follows site and documentation, and pays with the button of another origin [S1-04]', async ({
  page,
}) => {
  test.slow()
  const owner = randomEmail('developer')
  const linkName = freshName('Dress')

  // A visitor reads the site, registers, and creates a payment link.
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Developers').click()
  await page.getByRole('link', { name: 'Documentation' }).first().click()
  await expect(page).toHaveURL('/docs')
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await registerBusiness(page, owner)
  const password = await enterBusinessDetails(page, owner)
  await page.getByRole('main').getByRole('link', { name: 'New payment link' }).click()
  const modal = page.getByRole('dialog', { name: 'New payment link' })
  await modal.getByLabel('Name').fill(linkName)
  await expect(modal.getByText('Available', { exact: true })).toBeVisible()
  await modal.getByLabel('Price in naira').fill('50000')
  await modal.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('dialog', { name: 'Your link is ready' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1, name: linkName })).toBeVisible()
  const linkPage = page.url()

  // The guide contains the user's own key.
  await page.goto('/docs')
  await page.getByRole('main').getByRole('link', { name: 'Inline checkout' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inline checkout' })).toBeVisible()
  await expect(page.getByText('Your own test keys stand in the examples.')).toBeVisible()
  await expect(page.locator('pre [data-key=public]').first()).toHaveText(/^pk_test_\w{38}$/)

  // The button is generated on the page of a payment link.
  await page.goto(linkPage)
  await page.getByRole('button', { name: 'Embed' }).click()
  const maker = page.getByRole('dialog', { name: 'A button for your site' })
  await maker.getByLabel('Button text').fill('Buy "it" <now>')
  await maker.getByText('Dark', { exact: true }).click()
  await expect(maker.getByRole('link', { name: /^Buy "it" <now>/ })).toBeVisible()
  await expectAccessible(page, 'the maker of buttons', 'dialog')
  await maker.getByText('Script', { exact: true }).click()
  await expect(maker.locator('pre')).toContainText(/key: 'pk_test_\w{38}'/)
  await maker.getByText('HTML', { exact: true }).click()
  await expect(maker.locator('pre')).toContainText('data-adire-link')
  const button = (await maker.locator('pre').textContent())!

  // The receiver in the webhooks guide runs unchanged.
  await page.goto('/docs/search?q=verify+signature')
  await page.getByRole('main').getByRole('link', { name: 'Verify the signature' }).click()
  const example = page.locator('pre', { hasText: "from 'standardwebhooks'" })
  await expect(example).toBeVisible()
  const code = (await example.textContent())!
  const port = await freePort()
  await page.goto('/settings/webhooks')
  await page.getByRole('main').getByRole('button', { name: 'Add endpoint' }).click()
  const adding = page.getByRole('dialog', { name: 'Add endpoint' })
  await adding.getByLabel('URL').fill(`http://localhost:${port}/webhooks`)
  await adding.getByRole('button', { name: 'Add endpoint' }).click()
  const receiver = await server(code, { port, secret: await takeSecret(page, password) })
  const shop = await foreignPage(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${button}`)
  try {
    await page.goto(shop.url)
    await page.waitForFunction(() => 'Adire' in window)
    await page.getByRole('link', { name: 'Buy "it" <now>' }).click()
    const checkout = page.frameLocator('iframe[title=Checkout]')
    // What is typed before the script of the checkout runs is not seen by it.
    await expect(checkout.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.getByText('One moment…')).toBeHidden()
    await checkout.getByLabel('Email address').fill('ada@example.com')
    await checkout.getByRole('button', { name: /^Continue/ }).click()
    await checkout.getByLabel('Card number').fill(testCards.good.number)
    await checkout.getByLabel('Expiry').fill(testCards.good.expiry)
    await checkout.getByLabel('CVV').fill(testCards.good.cvv)
    await checkout.getByRole('button', { name: /^Pay NGN/ }).click()
    await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect.poll(() => receiver.printed(), { timeout: 60_000 }).toMatch(/charge\.success pay_\w{16}/)
  } finally {
    shop.close()
    await receiver.close()
  }
})

test('the reference of an area is read on a phone, in both themes, and its samples are copied', async ({ browser }) => {
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
  // Waits from before the click, and looks more often than `expect`: the word stays a second.
  const copied = page.getByRole('button', { name: messages.copied }).waitFor()
  await page.getByRole('button', { name: 'Copy curl' }).first().click()
  await copied
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/test/collections/charges/initialise')
  const samples = page.getByRole('group', { name: 'Language of the sample of initialise charge' })
  await samples.getByRole('radio', { name: 'PHP' }).check()
  await expect(page.getByText("CURLOPT_CUSTOMREQUEST => 'POST'").first()).toBeVisible()
  await expect(page.getByRole('group', { name: /of verify charge/ }).getByRole('radio', { name: 'PHP' })).toBeChecked()
  // The browser stores it in another process: a page that is loaded at once may not see it yet.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('docs-language'))).toBe('php')
  await page.reload()
  await expect(samples.getByRole('radio', { name: 'PHP' })).toBeChecked()
  await page.getByText('Response fields of initialise charge').click()
  await expect(page.getByText('authorizationUrl').first()).toBeVisible()
  await expectAccessible(page, '/docs/api/charges')
  await expectNoSidewaysScroll(page, '/docs/api/charges')
  await context.close()
})
