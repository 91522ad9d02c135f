import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The folder of the API. Both the sources and the build of `build.mjs` run one folder below it. */
const api = new URL('..', import.meta.url)

/** The program that `media.ts` starts: the source, or its build by `build.mjs`. */
export const mediaProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'media-process.ts' : 'dist/media-process.js', api),
)
export const migrationsUrl = new URL('database/migrations/', api)
/** Output folder of `web/build/build.mjs`. */
export const webDistUrl = new URL('../web/dist/', api)
/** Resolves files of npm packages. */
export const fromPackages = createRequire(import.meta.url)
