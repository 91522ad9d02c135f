import { docsPages } from './docs/pages.tsx'
import { about } from './pages/about.tsx'
import { contact } from './pages/contact.tsx'
import { endToEnd } from './pages/end-to-end.tsx'
import { faq } from './pages/faq.tsx'
import { help } from './pages/help.tsx'
import { noCoding } from './pages/no-coding.tsx'
import { paymentPages } from './pages/payment-pages.tsx'
import { paymentSimplified } from './pages/payment-simplified.tsx'
import { pricing } from './pages/pricing.tsx'
import { terms } from './pages/terms.tsx'
import type { SitePage } from './site-page.ts'

/** Every page of the public site. The app's own public pages (signing in, registering) wear the same header and footer. */
export const pages: readonly SitePage[] = [
  pricing,
  paymentSimplified,
  noCoding,
  endToEnd,
  paymentPages,
  help,
  faq,
  contact,
  about,
  terms,
  ...docsPages,
]
