import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The folder of the API. Both the sources and the build of `build.mjs` run one folder below it. */
const api = new URL('..', import.meta.url)

/** A program that runs in a process of its own: the source, or its build by `build.mjs`. */
const findProgram = (name: string) =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? `${name}.ts` : `dist/${name}.js`, api))

/** The program that `media.ts` starts. */
export const mediaProgram = findProgram('media-process')
/** The program that `database/seed/start.ts` starts. */
export const seedProgram = findProgram('seed-process')
export const migrationsUrl = new URL('database/migrations/', api)
/** Output folder of `web/build/build.mjs`. */
export const webDistUrl = new URL('../web/dist/', api)
/** Clients and tools for developers, written by `build.mjs`. */
export const downloadsUrl = new URL('dist/downloads/', api)
/** Resolves files of npm packages. */
export const fromPackages = createRequire(import.meta.url)
