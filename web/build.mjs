/** Builds everything the browser gets, and the two modules that render it on the server: `node web/build.mjs`.
 *
 * dist/client    what is served: static/{js,css,media}, and a page of HTML for every public address
 * dist/server    checkout.js renders the payer's page per request; prerender.js was used here
 * dist/manifest.json   which files the checkout needs, and which public address has which page of HTML
 * dist/paths.json      every address that the app knows */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { filesOf, pageHtml } from './prerender-html.ts'
import { isReached } from './vite.config.ts'

process.env.NODE_ENV = 'production'
const web = fileURLToPath(new URL('.', import.meta.url))
const client = join(web, 'dist/client')
const server = join(web, 'dist/server')
const configFile = join(web, 'vite.config.ts')
const hasCheckout = existsSync(join(web, 'checkout/main.tsx')) && existsSync(join(web, 'checkout/render.tsx'))

await rm(join(web, 'dist'), { recursive: true, force: true })
const app = await buildApp()
const checkout = hasCheckout ? await buildCheckout() : { js: [], css: [] }
await buildServer('prerender.tsx', 'prerender')
if (hasCheckout) await buildServer('checkout/render.tsx', 'checkout')
const { paths, pages } = await prerender(app)
await writeJson('manifest.json', { checkout, pages })
await writeJson('paths.json', paths)
await compress()

async function buildApp() {
  await build({ configFile, logLevel: 'warn' })
  return takeManifest()
}

/** One script and one stylesheet, and beside them a file for each part that few payers come to (`parts.ts`). */
async function buildCheckout() {
  const first = {
    name: (id, graph) => (isReached(/\/checkout\/main\.tsx/, id, graph) ? 'checkout' : null),
    priority: 10,
  }
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      emptyOutDir: false,
      license: { fileName: 'static/checkout-licenses.md' },
      rolldownOptions: {
        input: { checkout: join(web, 'checkout/main.tsx') },
        output: { codeSplitting: { groups: [first] } },
      },
    },
  })
  return filesOf(await takeManifest(), 'checkout/main.tsx')
}

/** With everything in it: what runs on the server must not depend on NODE_ENV to choose React's build. */
async function buildServer(entry, name) {
  await build({
    configFile,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(web, entry),
      outDir: server,
      emptyOutDir: false,
      emitAssets: false,
      rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
    },
  })
}

/** Vite leaves its manifest in the public folder. */
async function takeManifest() {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  await rm(join(client, '.vite'), { recursive: true })
  return manifest
}

async function prerender(manifest) {
  const { renderPages, paths, pages } = await import(join(server, 'prerender.js'))
  const template = await readFile(join(client, 'index.html'), 'utf8')
  for (const page of await renderPages()) await writeFile(join(client, page.file), pageHtml(template, manifest, page))
  return { paths, pages }
}

function writeJson(name, value) {
  return writeFile(join(web, 'dist', name), `${JSON.stringify(value, null, 2)}\n`)
}

async function compress() {
  const files = await readdir(client, { recursive: true })
  const texts = files.filter((name) => /\.(js|css|html|svg|json)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const path = join(client, name)
      const text = await readFile(path)
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params: quality }))
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}
