import { gzipSync } from 'node:zlib'
import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import type { Browser, Page, Response } from '@playwright/test'
import { demoCredentials, requestToken, signIn } from './business.ts'

/** Gzip size in KB (1024 bytes). */
export interface PageWeight {
  js: number
  css: number
}

/** Weight of a load with an empty cache, and its files, heaviest first. */
export interface ColdLoad extends PageWeight {
  files: { name: string; kb: number }[]
}

/**
 * Maximum weight of pages: fine for a phone on a slow connection, with room so that no change is needed only to save bytes. The
 * sign-in has the styles of the dashboard and so their budget.
 */
export const pageBudgets = {
  site: { js: 2, css: 14 },
  pricing: { js: 3, css: 14 },
  'sign-in': { js: 140, css: 16 },
  overview: { js: 150, css: 16 },
  transactions: { js: 150, css: 16 },
  checkout: { js: 100, css: 8 },
  'back office': { js: 150, css: 16 },
} satisfies Record<string, PageWeight>
export type WeighedPage = keyof typeof pageBudgets

/** Weighs a page of the demo business, loaded with an empty cache. */
export async function weighPage(browser: Browser, baseURL: string, name: WeighedPage): Promise<ColdLoad> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  try {
    if (name === 'overview' || name === 'transactions') {
      const page = await context.newPage()
      await signIn(page, demoCredentials)
      await page.close()
    }
    return await coldLoad(await context.newPage(), await resolvePath(baseURL, name))
  } finally {
    await context.close()
  }
}

async function resolvePath(baseURL: string, name: WeighedPage): Promise<string> {
  if (name === 'checkout') return demoCheckout(baseURL)
  return {
    site: '/payment-simplified',
    pricing: '/pricing',
    'sign-in': '/',
    overview: '/dashboard',
    transactions: '/transactions',
    'back office': '/operator/sign-in',
  }[name]
}

/** Path of the page of the demo business's first published link. */
export async function demoCheckout(baseURL: string): Promise<string> {
  const { email: username, password } = demoCredentials
  const access = await requestToken(baseURL, { grant_type: 'password', scope: 'profile', username, password })
  const connection: ApiConnection = { baseUrl: (server) => `${baseURL}/test/${server}`, token: () => access }
  const { content: merchants } = await callEndpoint(connection, listMerchants, { userEmail: username })
  const { content: links } = await callEndpoint(connection, listPaymentLinks, {
    merchantId: merchants[0]!.id,
    limit: 100,
  } as never)
  const link = links.find(({ published }) => published)
  if (!link) throw new Error('The demo business has no published link')
  return `/pay/page/${link.slug}`
}

/** All scripts and styles until the page requests nothing more. */
async function coldLoad(page: Page, path: string): Promise<ColdLoad> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  // The event stream never ends, and is not a script.
  await page.route('**/api/v1/live*', (route) => route.abort())
  const responses = new Map<string, Response>()
  page.on('response', (response) => responses.set(response.url(), response))
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const weight: ColdLoad = { js: 0, css: 0, files: [] }
  for (const [url, response] of responses) {
    const kind = resourceKind(response)
    if (!kind) continue
    const kb = await gzipKb(response)
    weight[kind] += kb
    weight.files.push({ name: new URL(url).pathname.split('/').at(-1)!, kb })
  }
  weight.files.sort((one, other) => other.kb - one.kb)
  if (weight.js === 0 || weight.css === 0) throw new Error(`${path} brought no script or no style`)
  return weight
}

const resourceKind = (response: Response): keyof PageWeight | undefined => {
  const type = response.headers()['content-type'] ?? ''
  return /javascript/.test(type) ? 'js' : /css/.test(type) ? 'css' : undefined
}

/**
 * Size with the best gzip compression, whatever encoding the server used. Rejects an uncompressed file, which would make the budget wrong.
 */
async function gzipKb(response: Response): Promise<number> {
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`)
  const body = await response.body()
  // What fits into one packet is not compressed.
  if (body.length > 1024 && !response.headers()['content-encoding'])
    throw new Error(`${response.url()} was sent uncompressed`)
  return gzipSync(body, { level: 9 }).length / 1024
}
