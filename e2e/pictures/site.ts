import { siteAddresses } from '../support/addresses.ts'
import { nameOf, type PictureKind } from './kind.ts'

/** The public site: every page that the build lists, and an address without a page. */
export const site: PictureKind = {
  states: ['data'],
  listScreens: async () => [...siteAddresses, '/no/such/page'].map((path) => ({ name: `site-${nameOf(path)}`, path })),
}
