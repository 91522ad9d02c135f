import { docsPages } from './docs/pages.tsx'
import { aboutPage } from './pages/about.tsx'
import { accessibilityPage } from './pages/accessibility.tsx'
import { cardSecurityPage } from './pages/card-security.tsx'
import { contactPage } from './pages/contact.tsx'
import { endToEnd } from './pages/end-to-end.tsx'
import { faqPage } from './pages/faq.tsx'
import { helpPage } from './pages/help.tsx'
import { noCoding } from './pages/no-coding.tsx'
import { paymentPages } from './pages/payment-pages.tsx'
import { paymentSimplified } from './pages/payment-simplified.tsx'
import { pricingPage } from './pages/pricing.tsx'
import { termsPage } from './pages/terms.tsx'
import type { SitePage } from './site-page.ts'

/** All pages of the public site. The app's own public pages (sign-in, registration) use the same header and footer. */
export const sitePages: readonly SitePage[] = [
  pricingPage,
  paymentSimplified,
  noCoding,
  endToEnd,
  paymentPages,
  helpPage,
  faqPage,
  contactPage,
  aboutPage,
  termsPage,
  accessibilityPage,
  cardSecurityPage,
  ...docsPages,
]
