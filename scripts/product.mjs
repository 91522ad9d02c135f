// Programs and environment of the built product, shared by `npm start`, `npm run operator`, the tests and the benchmarks.
import { fileURLToPath } from 'node:url'

/** The server. Relative to the root. */
export const program = 'api/dist/main.js'
/** The operator's command line. Relative to the root. */
export const operatorProgram = 'api/dist/operator.js'

/** Node's compile cache: a start with it takes one second and 20 MB less. */
export const compiled = fileURLToPath(new URL('../node_modules/.cache/adire/compiled', import.meta.url))

/** Options of Node for a program that loads the API from its sources: 0.8 s of CPU time instead of 2.5. */
export const quickImports = ['--import', new URL('resolve-modules.mjs', import.meta.url).href]

/**
 * Limits malloc: separate arenas for the threads of the pool would keep memory that none of them uses; and with a fixed threshold,
 * blocks above 128 KB are always returned to the system when they are freed.
 */
export const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  NODE_COMPILE_CACHE: compiled,
}
