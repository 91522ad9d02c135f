import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The API's own folder. The sources run one folder below it, and so does what `build.mjs` makes of them. */
const api = new URL('..', import.meta.url)

/** What `media.ts` runs: the source, or what `build.mjs` made of it. */
export const mediaProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'media-process.ts' : 'dist/media-process.cjs', api),
)
export const migrationsUrl = new URL('database/migrations/', api)
/** What `web/build.mjs` made. */
export const webDistUrl = new URL('../web/dist/', api)
/** Finds files that packages bring. */
export const fromPackages = createRequire(import.meta.url)
