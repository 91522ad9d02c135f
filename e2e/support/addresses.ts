import { readFileSync } from 'node:fs'

/** All paths of the app, as the build lists them. */
const paths = JSON.parse(readFileSync(new URL('../../web/dist/paths.json', import.meta.url), 'utf8')) as string[]
const { pages, site } = JSON.parse(readFileSync(new URL('../../web/dist/manifest.json', import.meta.url), 'utf8')) as {
  pages: Record<string, string>
  site: { routes: { path: string }[] }
}

/** Paths with parameters filled in: with the given ones, or else with a placeholder. */
const filled = (chosen: string[], given: Record<string, string>) =>
  chosen.map((path) => path.replace(path, given[path] ?? path.replaceAll(/:\w+/g, 'some')))

/** Pages of the public site. */
export const siteAddresses = site.routes.map(({ path }) => path)
/** Public pages of the app. */
export const formAddresses = filled(Object.keys(pages), {})
export const publicAddresses = [...formAddresses, ...siteAddresses]
/** Public routes of the specification, for visitors who are not signed in. */
export const visitorAddresses = [...formAddresses, '/terms-and-conditions', '/page']
/** Opened from an email, with and without a session. */
const invitationPath = '/invitation/:token'
/** Routes of the dashboard, with the names of their parameters. */
export const memberPaths = paths.filter((path) => !(path in pages) && path !== invitationPath)
export const memberAddresses = filled(memberPaths, {})

/** Paths of pages that differ in layout. */
export const differentMemberAddresses = (given: Record<string, string>) => [
  ...filled(memberPaths, given),
  '/split-payment?show=parties',
  '/split-payment-detail?new=1',
]
