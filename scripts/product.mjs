// How the built product runs. `npm start`, the browser stories and the benchmarks run it in this one way.
import { fileURLToPath } from 'node:url'

/** From the root. */
export const program = 'api/dist/main.cjs'

// Left to itself Node lets the youngest part of its memory grow until the process takes twice what it needs; so small, it is
// cleared sooner by one thread than by four that wait for each other. `gc` lets main.ts give back what starting took.
export const flags = ['--max-semi-space-size=2', '--no-parallel-scavenge', '--expose-gc']

/** What Node compiled once; what it need not compile again takes a second and 20 MB less to start. */
export const compiled = fileURLToPath(new URL('../node_modules/.cache/adire/compiled', import.meta.url))

/**
 * A heap of its own for each thread of the pool would keep memory that none of them uses; and what is larger than 128 KB is
 * given back to the system as soon as it is free, also after many such blocks.
 */
export const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  NODE_COMPILE_CACHE: compiled,
}
