// Program and flags of the built product, shared by `npm start`, the browser tests and the benchmarks.
import { fileURLToPath } from 'node:url'

/** Relative to the root. */
export const program = 'api/dist/main.cjs'

// By default Node lets the young generation of the heap grow until the process uses twice the memory it needs. At this small size one
// thread collects it faster than four. `gc` lets main.ts free the memory that the start needed.
export const flags = ['--max-semi-space-size=2', '--no-parallel-scavenge', '--expose-gc']

/** Node's compile cache: a start with it takes one second and 20 MB less. */
export const compiled = fileURLToPath(new URL('../node_modules/.cache/adire/compiled', import.meta.url))

/**
 * Limits malloc: separate arenas for the threads of the pool would keep memory that none of them uses; and with a fixed threshold,
 * blocks above 128 KB are always returned to the system when they are freed.
 */
export const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  NODE_COMPILE_CACHE: compiled,
}
