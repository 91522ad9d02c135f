import type { SiteGiven } from '@adire/contract/site-page-props.ts'

export interface SiteLink {
  label: string
  href: string
  /** External link. */
  outside?: boolean
}

/** Pages of the "Why" menu. */
export const whyLinks = [
  {
    label: 'Payment, simplified',
    href: '/payment-simplified',
    blurb: 'Links, invoices and recurring payments in one balance.',
  },
  { label: 'No coding', href: '/no-coding', blurb: 'Copy a link or a button, paste it, and get paid.' },
  { label: 'End to end', href: '/end-to-end', blurb: 'How a payment is kept safe, from the card to your account.' },
] as const

/** Our own documentation, unless the provider has its own documentation site. */
export const documentationLink = ({ brand }: SiteGiven): SiteLink =>
  brand.docsUrl
    ? { label: 'Documentation', href: brand.docsUrl, outside: true }
    : { label: 'Documentation', href: '/docs' }

const developerCommunity = ({ brand }: SiteGiven): SiteLink =>
  brand.communityUrl
    ? { label: 'Community', href: brand.communityUrl, outside: true }
    : { label: 'Community', href: '/' }

export const developerLinks = (given: SiteGiven): SiteLink[] => [documentationLink(given), developerCommunity(given)]

export const supportLinks: SiteLink[] = [
  { label: 'Help', href: '/help' },
  { label: 'Community', href: '/' },
  { label: 'FAQ', href: '/faq' },
  { label: 'Contact', href: '/Contact' },
]

export const footerColumns = (given: SiteGiven): { heading: string; links: SiteLink[] }[] => [
  {
    heading: 'Product',
    links: [
      { label: `Why ${given.brand.name}`, href: '/' },
      ...whyLinks.map(({ label, href }) => ({ label, href })),
      { label: 'Payment pages', href: '/page' },
      { label: 'Pricing', href: '/pricing' },
    ],
  },
  {
    heading: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Customers', href: '/' },
      { label: 'Careers', href: '/' },
      { label: 'Terms and conditions', href: '/terms-and-conditions' },
      { label: 'Accessibility', href: '/accessibility' },
      { label: 'Card security', href: '/card-security' },
    ],
  },
  { heading: 'Developers', links: [...developerLinks(given), { label: 'Status', href: '/' }] },
  { heading: 'Support', links: [...supportLinks, { label: 'Login', href: '/' }] },
]
