import type { SiteAssets, SiteGiven } from '@adire/contract/site-page-props.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Mark } from '../ui/logo.tsx'

export interface PageMetadata {
  path: string
  title: string
  description: string
  structuredData?: object | undefined
}

/** Icon inlined into the page: saves a request, and the built file name need not be known here. */
const icon = renderToStaticMarkup(<Mark />).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')

const fullTitle = ({ title }: PageMetadata, { brand }: SiteGiven) => `${title} · ${brand.name}`

/** Metadata of a public page for search engines and link previews. */
export function SiteHead({ about, given, assets }: { about: PageMetadata; given: SiteGiven; assets: SiteAssets }) {
  const { publicUrl, brand } = given
  const address = publicUrl + about.path
  const properties = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:locale': 'en_NG',
    'og:title': about.title,
    'og:description': about.description,
    'og:url': address,
    'og:image': publicUrl + assets.picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'An indigo pattern of circles, stripes and stars',
  }
  return (
    <>
      <link rel="canonical" href={address} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {/* JSON data, not executed, so no script policy applies; it can't close its element. */}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: asData(buildStructuredData(about, given)) }}
      />
    </>
  )
}

function buildStructuredData({ path, title, structuredData }: PageMetadata, { publicUrl, brand }: SiteGiven) {
  const organization = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: brand.name,
    url: publicUrl,
    email: brand.helpEmail,
    telephone: brand.phone,
    address: brand.address,
    sameAs: brand.social.map(({ url }) => url),
  }
  const page = {
    '@type': 'WebPage',
    ...structuredData,
    '@id': publicUrl + path,
    url: publicUrl + path,
    name: title,
    inLanguage: 'en-NG',
    publisher: { '@id': organization['@id'] },
  }
  return { '@context': 'https://schema.org', '@graph': [organization, page] }
}

const asData = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

type DocumentProps = {
  about: PageMetadata
  given: SiteGiven
  assets: SiteAssets
  /** Script that runs only for signed-in users. */
  signedIn: string | undefined
  scripts: string[]
  children: ReactNode
}

export function SiteDocument({ about, given, assets, signedIn, scripts, children }: DocumentProps) {
  return (
    <html lang="en-NG" data-signed-in={signedIn}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{fullTitle(about, given)}</title>
        <meta name="description" content={about.description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#121926" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(icon)}`} />
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.font && <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />}
        <SiteHead about={about} given={given} assets={assets} />
      </head>
      <body className="flex min-h-dvh flex-col bg-surface">
        {children}
        {[...assets.js, ...scripts].map((src) => (
          <script key={src} type="module" async src={src} />
        ))}
      </body>
    </html>
  )
}
