import { siteAddresses } from '../support/addresses.ts'
import { nameOf, type PictureKind } from './kind.ts'

/** Searches of the documentation: with results, and without. */
const searches = ['/docs/search?q=webhook', '/docs/search?q=xyzzy']

/** The public site: every page that the build lists, the pages of the API reference, searches, and an address without a page. */
export const site: PictureKind = {
  states: ['data'],
  async listScreens(url) {
    const docs = await (await fetch(`${url}/docs`)).text()
    const linked = [...docs.matchAll(/href="(\/docs\/[\w/-]+)"/g)].map(([, path]) => path!)
    const paths = new Set([...siteAddresses, ...linked, ...searches, '/docs/no-such-page', '/no/such/page'])
    return [...paths].map((path) => ({ name: `site-${nameOf(path)}`, path }))
  },
}
