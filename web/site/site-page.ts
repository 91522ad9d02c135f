import type { FunctionComponent } from 'react'
import type { SiteGiven } from '../../api/features/site/page-props.ts'

export interface SitePage {
  path: string
  /** Further spellings of the address; the first is the one that search engines keep. */
  also?: readonly string[]
  title: string
  /** At most 160 characters: what a search engine shows. */
  description: string
  Page: FunctionComponent<SiteGiven & { path: string }>
  /** What it says to machines besides who we are. */
  structuredData?: (given: SiteGiven) => object
  /** One of the specification's public routes: whoever is signed in is led to the dashboard. */
  isForVisitors?: boolean
  /** A page of the documentation: with copy buttons, and the reader's own keys. */
  isDocs?: boolean
  /** Carries the calculator. */
  calculates?: boolean
}
