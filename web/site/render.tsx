import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteGiven, SiteRenderer } from '../../api/features/site/page-props.ts'
import { Product } from '../ui/product.tsx'
import { areaPage } from './docs/pages.tsx'
import { areasOf } from './docs/reference.ts'
import { Document, Head } from './document.tsx'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { pages } from './pages.ts'
import { Tour } from './tour.tsx'

const markup = ({ brand }: SiteGiven, tree: ReactNode) =>
  renderToStaticMarkup(<Product value={brand.name}>{tree}</Product>)

export const places: SiteRenderer['places'] = pages.map(({ path, also = [] }) => ({ path, also }))

/** The pages of the API reference, which the built places do not name. */
export const areaPaths: SiteRenderer['areaPaths'] = (api) => areasOf(api).map(({ path }) => path)

/** The whole document, as text. React is not sent with it. */
export const renderPage: SiteRenderer['renderPage'] = (path, given, assets) => {
  const found = pages.find((page) => page.path === path) ?? areaPage(path, given)
  if (!found) throw new Error(`The site has no page ${path}`)
  const { Page, facts, isForGuests = false, isDocs = false, calculates, ...about } = found
  const tree = (
    <Document
      about={{ ...about, facts: facts?.(given) }}
      given={given}
      assets={assets}
      signedIn={isForGuests ? assets.guests : isDocs ? assets.reader : undefined}
      scripts={[...(calculates ? assets.calculator : []), ...(isDocs ? assets.docs : [])]}
    >
      <SiteHeader {...given} />
      <main id="main" tabIndex={-1} className="flex-1">
        <Page {...given} path={path} />
      </main>
      <SiteFooter {...given} />
    </Document>
  )
  return `<!doctype html>${markup(given, tree)}`
}

export const renderFrame: SiteRenderer['renderFrame'] = (given) => ({
  header: markup(given, <SiteHeader {...given} />),
  footer: markup(given, <SiteFooter {...given} />),
  tour: markup(given, <Tour {...given} />),
})

export const renderHead: SiteRenderer['renderHead'] = (about, given, assets) =>
  markup(given, <Head about={about} given={given} assets={assets} />)
