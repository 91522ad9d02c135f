import { createRequire } from 'node:module'

/** The API's own folder. The sources run one folder below it, and so does what `build.mjs` makes of them. */
const api = new URL('..', import.meta.url)

export const migrationsPlace = new URL('database/migrations/', api)
/** What `web/build.mjs` made. */
export const webPlace = new URL('../web/dist/', api)
/** Finds files that packages bring. */
export const fromPackages = createRequire(import.meta.url)
