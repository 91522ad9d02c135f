import { formAddresses, memberPaths } from '../support/addresses.ts'
import { demoCredentials, signIn } from '../support/business.ts'
import { findDetails } from '../support/details.ts'
import { enterBusinessDetails, registerBusiness } from '../support/on-screen.ts'
import { nameOf, type PictureKind, states } from './kind.ts'

/** Tabs of screens. */
const tabs = [
  '/split-payment?show=parties',
  '/split-payment-detail?new=1',
  '/directDebit?view=calendar',
  '/directDebit/:slug?view=payments',
  '/subscriptions/:id?view=payments',
  '/invoice_page/:invoiceId?view=payments',
]

/** A path with the parameters of an object of the demo business. */
function fill(path: string, details: Record<string, string>) {
  const [route, query] = path.split('?')
  const filled = details[route!] ?? route!.replaceAll(/:\w+/g, 'some')
  return query ? `${filled}?${query}` : filled
}

/** Screens of the dashboard with the objects of a business; where it has none, their pages say that nothing was found. */
export const merchantScreens = (details: Record<string, string>) =>
  [...memberPaths, ...tabs].map((path) => ({ name: nameOf(path), path: fill(path, details) }))

/** The dashboard: every screen of the app's own list (`web/app/screens.tsx`) and every tab of the settings. */
export const merchant: PictureKind = {
  states,
  framePath: '/add-business',
  async listScreens(url, state) {
    return merchantScreens(state === 'empty' ? {} : await findDetails(url))
  },
  async signIn(page, url, state) {
    if (state !== 'empty') return signIn(page, demoCredentials)
    const email = `pictures-${Date.now()}@example.com`
    await page.goto('/register')
    await registerBusiness(page, email)
    await enterBusinessDetails(page, email)
    const { origin } = new URL(page.url())
    if (origin !== new URL(url).origin) throw new Error(`Use --url ${origin}: the links in emails lead there`)
  },
}

/** Pages for visitors: sign-in, registration and what emails link to. */
export const forms: PictureKind = {
  states: ['data'],
  listScreens: async () => formAddresses.map((path) => ({ name: nameOf(path), path })),
}
