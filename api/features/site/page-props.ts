import type { Brand } from '@adire/contract/brand.ts'
import type { ApiDocument } from './api-document.ts'

/** What the server knows when it renders a page of the public site; `web/site` shows it. */
export interface SiteGiven {
  brand: Brand
  /** Without a slash at its end. */
  publicUrl: string
  year: number
  /** The OpenAPI document, of which the reference is made. */
  api: ApiDocument
  /** What was looked for in the documentation. */
  searched?: string
  /** What was asked of the calculator, as it came. */
  quoteInput?: { amount?: string; channel?: string; bearer?: string }
  contact?: ContactGiven
}

/** The contact form as it is shown: what was typed before it was refused, and why it was. */
export interface ContactGiven {
  /** Makes a message that is sent twice one message. */
  messageKey: string
  typed: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  formError?: string
  isSent: boolean
}

export interface SiteAssets {
  js: string[]
  css: string[]
  font: string | undefined
  /** Scripts of one page: of the calculator, and what leads the signed in away from a page for guests. */
  calculator: string[]
  visitors: string
  /** Of the documentation, and what fills in the reader's own keys. */
  docs: string[]
  reader: string
  /** The picture that a shared link shows. */
  picture: string
}

/** Where a page is; `also` are further spellings of its address. */
export interface SiteRoute {
  path: string
  also: readonly string[]
}

export interface SiteRenderer {
  routes: readonly SiteRoute[]
  areaPaths(api: ApiDocument): string[]
  renderPage(path: string, given: SiteGiven, assets: SiteAssets): string
  /** Header and footer of the app's public pages, what stands below the sign-in, and what their heads say of the address. */
  renderFrame(given: SiteGiven): { header: string; footer: string; tour: string }
  /** Canonical address, picture and structured data of one of the app's public pages. */
  renderHead(page: { path: string; title: string; description: string }, given: SiteGiven, assets: SiteAssets): string
}

/** What one may write to us about. */
export const contactTopics = [
  'Beginning with the product',
  'My account or my business',
  'A payment I made',
  'Building with the API',
  'Something else',
] as const
