import type { ApiDocument } from './api-document.ts'
import type { Brand } from './brand.ts'

/** Data the server passes to a page of the public site, rendered by `web/site`. */
export interface SiteGiven {
  brand: Brand
  /** Without a trailing slash. */
  publicUrl: string
  year: number
  /** The OpenAPI document, the source of the API reference. */
  api: ApiDocument
  /** The search text of the documentation. */
  searched?: string
  /** The unchecked input of the fee calculator. */
  quoteInput?: { amount?: string; channel?: string; bearer?: string }
  contact?: ContactGiven
}

/** State of the contact form: the entered values and, if it was rejected, the errors. */
export interface ContactGiven {
  /** Idempotency key, so that a message sent twice arrives once. */
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
  /** Scripts for single pages: the fee calculator, and the redirect of signed-in users away from visitor pages. */
  calculator: string[]
  visitors: string
  /** Scripts of the documentation, and the one that fills in the reader's own API keys. */
  docs: string[]
  reader: string
  /** The preview image of shared links. */
  picture: string
}

/** URL path of a page; `also` are alternative spellings. */
export interface SiteRoute {
  path: string
  also: readonly string[]
}

export interface SiteRenderer {
  routes: readonly SiteRoute[]
  areaPaths(api: ApiDocument): string[]
  /** Text of `/llms.txt`. */
  llmsText(given: SiteGiven): string
  /** A guide as Markdown; undefined for another path. */
  guideText(path: string, given: SiteGiven): string | undefined
  renderPage(path: string, given: SiteGiven, assets: SiteAssets): string
  /** HTML around the app's public pages: header, footer, and the tour below the sign-in form. */
  renderFrame(given: SiteGiven): { header: string; footer: string; tour: string }
  /** Head elements of one of the app's public pages: canonical URL, preview image and structured data. */
  renderHead(page: { path: string; title: string; description: string }, given: SiteGiven, assets: SiteAssets): string
}

/** Topics of the contact form. */
export const contactTopics = [
  'Getting started',
  'My account or my business',
  'A payment I made',
  'Building with the API',
  'Other',
] as const
