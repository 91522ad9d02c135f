/** Builds all browser files and the modules that render pages on the server: `node web/build/build.mjs`.
 *
 * dist/client    served files: static/{js,css,media}, an HTML page for every public path and for the back office, inline.js for merchants' sites,
 *                dashboard-worker.js, the service worker, and email-icon.png
 * dist/server    checkout.js and consent.js render the payer's pages per request, site.js the public site; prerender.js is used here
 * dist/manifest.json   the files those modules need, and the HTML page of each public path
 * dist/paths.json      every path of the app
 * dist/checkout-inventory.json   scripts and stylesheets of the checkout with their hashes (PCI DSS 6.4.3) */
import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { serverOutput } from '../../scripts/server-output.mjs'
import { isReached } from '../vite.config.ts'
import { describeCheckout } from './inventory.ts'
import { findFontFile, listChunkFiles, pageHtml, parseTitle } from './prerender-html.ts'

process.env.NODE_ENV = 'production'
const web = fileURLToPath(new URL('..', import.meta.url))
const client = join(web, 'dist/client')
const server = join(web, 'dist/server')
const configFile = join(web, 'vite.config.ts')

await rm(join(web, 'dist'), { recursive: true, force: true })
const app = await buildApp()
const site = await buildSite()
await buildOperator()
const { checkout, consent, manifest: hosted } = await buildHosted()
await buildInline()
await writeJson('checkout-inventory.json', await describeCheckout(hosted, client))
await buildServer('build/prerender.tsx', 'prerender')
await buildServer('site/render.tsx', 'site')
await buildServer('checkout/render.tsx', 'checkout')
await buildServer('consent/render.tsx', 'consent')
const { paths, pages, memberPages, about } = await prerender(app)
const { routes } = await import(join(server, 'site.js'))
await buildWorker(app)
await writeJson('manifest.json', {
  checkout,
  consent,
  pages,
  memberPages,
  about,
  icons: await putIcons(),
  site: { ...site, routes },
})
await writeJson('paths.json', paths)
await compress()

async function buildApp() {
  await build({ configFile, logLevel: 'warn' })
  return takeManifest()
}

/** The checkout: one script and one stylesheet, and a separate file for each rarely used part (`parts.ts`).
 * The mandate page has its own script, which shares nothing with the checkout script. */
async function buildHosted() {
  const first = {
    name: (id, graph) => (isReached(/^web\/checkout\/main\.tsx/, id, graph) ? 'checkout' : null),
  }
  const input = { checkout: join(web, 'checkout/main.tsx'), consent: join(web, 'consent/main.ts') }
  await buildApart('checkout', input, first)
  const manifest = await takeManifest()
  const texts = Object.fromEntries(
    Object.entries({ ha: 'hausa', yo: 'yoruba', ig: 'igbo', pcm: 'pidgin' }).map(([code, folder]) => [
      code,
      listChunkFiles(manifest, `languages/${folder}/checkout.ts`).js[0],
    ]),
  )
  const font = `/${findFontFile(manifest)}`
  return {
    checkout: { ...listChunkFiles(manifest, 'checkout/main.tsx'), font, texts },
    consent: { ...listChunkFiles(manifest, 'consent/main.ts'), font },
    manifest,
  }
}

/** The back office: an entry of its own, which shares no script with what merchants and payers load. */
async function buildOperator() {
  const vendor = {
    name: 'operator-vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  }
  await buildApart('operator', { operator: join(web, 'operator/index.html') }, vendor)
  await takeManifest()
}

/** Scripts that share nothing with the app; `group` is the chunk that its pages always load. */
function buildApart(name, input, group) {
  return build({
    configFile,
    logLevel: 'warn',
    build: {
      emptyOutDir: false,
      license: { fileName: `static/${name}-licenses.md` },
      rolldownOptions: { input, output: { codeSplitting: { groups: [{ ...group, priority: 10 }] } } },
    },
  })
}

/** The inline plugin for merchants' sites: one classic script with a permanent file name. */
async function buildInline() {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2020',
      outDir: client,
      emptyOutDir: false,
      lib: { entry: join(web, 'inline/inline.ts'), formats: ['iife'], name: 'inline', fileName: () => 'inline.js' },
    },
  })
}

/** The service worker of the dashboard: one classic script with a permanent file name, which lists the files of this release. */
async function buildWorker(manifest) {
  const { memberAreas } = await import(join(server, 'prerender.js'))
  const offline = await readFile(join(client, 'offline.html'), 'utf8')
  const entries = ['index.html', 'app/shell/shell.tsx', 'features/overview/overview-page.tsx']
  const chunks = entries.map((name) => listChunkFiles(manifest, name)).flatMap(({ js, css }) => [...js, ...css])
  const files = ['/offline', ...new Set([...offline.match(/\/static\/[\w./-]+/g), ...chunks])]
  const version = createHash('sha256').update(`${offline} ${files}`).digest('hex').slice(0, 12)
  const shell = { cache: `shell-${version}`, files, areas: memberAreas }
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { shell: JSON.stringify(shell) },
    build: {
      target: 'es2022',
      outDir: client,
      emptyOutDir: false,
      lib: {
        entry: join(web, 'worker/dashboard-worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'dashboard-worker.js',
      },
    },
  })
}

/** The public site: its pages are server-rendered HTML, and their scripts only enhance them. */
async function buildSite() {
  // Separate entries, added only to the pages that need them: a script that imports another adds 1 KB of Vite helpers.
  const names = ['site', 'calculator', 'visitors', 'docs/follow-docs', 'docs/reader']
  const input = Object.fromEntries(names.map((name) => [name.split('/').at(-1), join(web, `site/${name}.ts`)]))
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      emptyOutDir: false,
      license: { fileName: 'static/site-licenses.md' },
      rolldownOptions: { input, output: { codeSplitting: true } },
    },
  })
  const manifest = await takeManifest()
  const { js, css } = listChunkFiles(manifest, 'site/site.ts')
  const font = findFontFile(manifest)
  const { js: calculator } = listChunkFiles(manifest, 'site/calculator.ts')
  const { js: docs } = listChunkFiles(manifest, 'site/docs/follow-docs.ts')
  const [visitors, reader] = ['visitors', 'docs/reader'].map(
    (name) => listChunkFiles(manifest, `site/${name}.ts`).js[0],
  )
  return { js, css, calculator, docs, visitors, reader, font: font && `/${font}`, picture: await putPicture('share') }
}

/** Icons of the installed app, as in its manifest, and that of emails, whose path stays the same: emails are kept for years. */
async function putIcons() {
  await copyFile(join(web, 'art/icon-192.png'), join(client, 'email-icon.png'))
  const icon = async (name, sizes, purpose) => ({ src: await putPicture(name), sizes, type: 'image/png', purpose })
  return [
    await icon('icon-192', '192x192', 'any'),
    await icon('icon-512', '512x512', 'any'),
    await icon('icon-maskable-512', '512x512', 'maskable'),
  ]
}

/** Copies a picture of `art/` to a path with its hash, which it returns. */
async function putPicture(file) {
  const picture = await readFile(join(web, `art/${file}.png`))
  const name = `static/media/${file}-${createHash('sha256').update(picture).digest('hex').slice(0, 8)}.png`
  await writeFile(join(client, name), picture)
  return `/${name}`
}

/** Server bundle with all dependencies. Uses React's production build, whatever NODE_ENV is at run time. */
async function buildServer(entry, name) {
  await build({
    configFile,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: join(web, entry),
      outDir: server,
      emptyOutDir: false,
      emitAssets: false,
      rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false, ...serverOutput } },
    },
  })
}

/** Reads Vite's manifest and removes it from the public folder, where Vite writes it. */
async function takeManifest() {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  await rm(join(client, '.vite'), { recursive: true })
  return manifest
}

async function prerender(manifest) {
  const { renderPages, prerenderedPaths, prerenderedFiles, memberFiles } = await import(join(server, 'prerender.js'))
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const rendered = await renderPages()
  for (const page of rendered) await writeFile(join(client, page.file), pageHtml(template, manifest, page, site.js))
  // Titles and descriptions for search engines, to which the server adds the page's URL.
  const described = rendered.filter(({ description }) => description)
  const about = described.map((page) => [page.path, { title: parseTitle(page), description: page.description }])
  return {
    paths: prerenderedPaths,
    pages: prerenderedFiles,
    memberPages: memberFiles,
    about: Object.fromEntries(about),
  }
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
