import type { SiteGiven, SiteRenderer } from '@adire/contract/site-page-props.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ProductProvider } from '../ui/product.tsx'
import { guides } from './docs/guides.ts'
import { buildGuideText, buildLlmsText } from './docs/llms.ts'
import { areaPage } from './docs/pages.tsx'
import { buildAreas } from './docs/reference.ts'
import { SiteDocument, SiteHead } from './document.tsx'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { sitePages } from './pages.ts'
import { SiteTour } from './tour.tsx'

const markup = ({ brand }: SiteGiven, tree: ReactNode) =>
  renderToStaticMarkup(<ProductProvider value={brand.name}>{tree}</ProductProvider>)

export const routes: SiteRenderer['routes'] = sitePages.map(({ path, also = [] }) => ({ path, also }))

/** Paths of the API reference pages, which the build does not list. */
export const areaPaths: SiteRenderer['areaPaths'] = (api) => buildAreas(api).map(({ path }) => path)

export const llmsText: SiteRenderer['llmsText'] = buildLlmsText

export const guideText: SiteRenderer['guideText'] = (path, given) => {
  const guide = guides.find((one) => one.path === path)
  return guide && buildGuideText(guide, given)
}

/** HTML document of a page. React is not sent to the browser. */
export const renderPage: SiteRenderer['renderPage'] = (path, given, assets) => {
  const found = sitePages.find((page) => page.path === path) ?? areaPage(path, given)
  if (!found) throw new Error(`The site has no page ${path}`)
  const { Page, structuredData, isForVisitors = false, isDocs = false, calculates, ...about } = found
  const tree = (
    <SiteDocument
      about={{ ...about, structuredData: structuredData?.(given) }}
      given={given}
      assets={assets}
      signedIn={isForVisitors ? assets.visitors : isDocs ? assets.reader : undefined}
      scripts={[...(calculates ? assets.calculator : []), ...(isDocs ? assets.docs : [])]}
    >
      <SiteHeader {...given} />
      <main id="main" tabIndex={-1} className="flex-1">
        <Page {...given} path={path} />
      </main>
      <SiteFooter {...given} />
    </SiteDocument>
  )
  return `<!doctype html>${markup(given, tree)}`
}

export const renderFrame: SiteRenderer['renderFrame'] = (given) => ({
  header: markup(given, <SiteHeader {...given} />),
  footer: markup(given, <SiteFooter {...given} />),
  tour: markup(given, <SiteTour {...given} />),
})

export const renderHead: SiteRenderer['renderHead'] = (about, given, assets) =>
  markup(given, <SiteHead about={about} given={given} assets={assets} />)
