import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import type { FunctionComponent } from 'react'

export interface SitePage {
  path: string
  /** Alternative paths; `path` is the canonical one for search engines. */
  also?: readonly string[]
  title: string
  /** At most 160 characters, the length that search engines show. */
  description: string
  Page: FunctionComponent<SiteGiven & { path: string }>
  /** JSON-LD data of the page, besides the organization's. */
  structuredData?: (given: SiteGiven) => object
  /** A public route of the specification: a signed-in user is redirected to the dashboard. */
  isForVisitors?: boolean
  /** A documentation page: with copy buttons and the reader's own keys. */
  isDocs?: boolean
  /** Contains the price calculator. */
  calculates?: boolean
}
