import type { Brand } from '@adire/contract/brand.ts'

/** What the server knows when it renders a page of the public site; `web/site` shows it. */
export interface SiteGiven {
  brand: Brand
  /** Without a slash at its end. */
  publicUrl: string
  year: number
  /** What was asked of the calculator, as it came. */
  asked?: { amount?: string; channel?: string; bearer?: string }
  contact?: ContactGiven
}

/** The contact form as it is shown: what was typed before it was refused, and why it was. */
export interface ContactGiven {
  /** Makes a message that is sent twice one message. */
  messageKey: string
  typed: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  refusal?: string
  isSent: boolean
}

export interface SiteAssets {
  js: string[]
  css: string[]
  font: string | undefined
  /** Scripts of one page: of the calculator, and what leads the signed in away from a page for guests. */
  calculator: string[]
  guests: string
  /** The picture that a shared link shows. */
  picture: string
}

/** Where a page is; `also` are further spellings of its address. */
export interface SitePlace {
  path: string
  also: readonly string[]
}

export interface SiteRenderer {
  places: readonly SitePlace[]
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
