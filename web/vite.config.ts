import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { directIcons } from './build/direct-icons.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Libraries that every page needs. */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router)\//
/** What only the dashboard needs. */
const query = /node_modules\/@tanstack\//
/** What only pages with forms need. */
const forms = /node_modules\/(react-hook-form|@hookform|@standard-schema|zod)\//
/** Code that several pages may share. Patterns are matched with the path from the root of the project. */
const shared =
  /^node_modules\/lucide-react\/|^contract\/(?!.*-schemas|fields|describe)|^web\/(art|ui\/(?!schema-form)|client|domain|app\/shell)/

/** Root modules of the pages outside the dashboard. */
const publicRoots =
  /^web\/(app\/(main\.tsx|shell\/public-frame)|features\/(auth|users\/[a-z-]+-page|onboarding\/register-page))/

/** The first page after signing in: code that it shares is loaded together with the frame. */
const firstRoots = /^web\/(app\/shell\/shell|features\/overview\/overview-page)\.tsx/

/** The most visited list: what it shares with the other lists. */
const listRoots = /^web\/features\/payments\/transactions-page\.tsx/

/** Icons that several pages share, and none of the above needs. */
const icons = /node_modules\/lucide-react\/dist\/esm\/icons\//

const fromRoot = (id: string) => relative(here('..'), id)

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether one of `roots` reaches a module by static imports, so that the root has to wait for it. */
export function isReached(roots: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (roots.test(fromRoot(id))) return true
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => !seen.has(importer) && isReached(roots, importer, graph, seen))
}

/** Chunk of the modules that at least two pages share and one of `roots` needs. */
const sharedBy = (name: string, roots: RegExp, priority: number) => ({
  name: (id: string, graph: Graph) => (isReached(roots, id, graph) ? name : null),
  debugName: name,
  test: (id: string) => shared.test(fromRoot(id)),
  minShareCount: 2,
  priority,
})

/** Modules that many pages need, in a few chunks. Dependencies go into the same chunk, so what the public pages need comes first. */
const groups = [
  { name: 'vendor', test: vendor, priority: 6 },
  { name: 'query', test: query, priority: 5 },
  { name: 'forms', test: forms, priority: 5 },
  sharedBy('ui', publicRoots, 4),
  sharedBy('dashboard', firstRoots, 3),
  sharedBy('lists', listRoots, 2),
  { name: 'icons', test: icons, minShareCount: 2, priority: 1 },
]

/** Folders and exact paths that Vite's development server proxies to the API. */
const apiAddress = process.env.API_URL ?? 'http://localhost:3000'
const folders = [
  '/operator/api',
  '/test',
  '/live',
  '/pay',
  '/mandate',
  '/mailbox',
  '/sandbox',
  '/logos',
  '/docs',
  '/static',
]
const addresses = [
  '/config.json',
  '/openapi.json',
  '/inline.js',
  '/v1/inline.js',
  '/dashboard-worker.js',
  '/email-icon.png',
  '/offline',
  '/robots.txt',
  '/sitemap.xml',
]

/** Paths of the public site, from the last build. */
function sitePaths(): string[] {
  try {
    const { site } = JSON.parse(readFileSync(here('dist/manifest.json'), 'utf8'))
    return site.routes.flatMap(({ path, also }: { path: string; also: string[] }) => [path, ...also])
  } catch {
    return []
  }
}

const served = () => [
  ...folders.map((path) => `^${path}(?:[/?]|$)`),
  ...[...addresses, ...sitePaths()].map((path) => `^${path.replaceAll('.', '\\.')}(?:\\?|$)`),
]

/** In development, serves the document of the back office for its paths. */
const backOfficePages: Plugin = {
  name: 'back-office-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/operator(?:\/(?!api\/)[^.]*)?(?:\?|$)/.test(request.url ?? '')) request.url = '/operator/index.html'
      next()
    })
  },
}

/** Build of the app. `build.mjs` adds the checkout and server builds to it. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: here('.'),
  plugins: [directIcons(), react(), tailwindcss(), backOfficePages],
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: isSsrBuild ? false : { fileName: 'static/licenses.md' },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          checks: { pluginTimings: false },
          output: {
            codeSplitting: { groups },
            entryFileNames: 'static/js/[name]-[hash].js',
            chunkFileNames: 'static/js/[name]-[hash].js',
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'static/css/[name]-[hash][extname]' : 'static/media/[name]-[hash][extname]',
          },
        },
  },
  ...(command === 'serve' && {
    server: { port: 5173, proxy: Object.fromEntries(served().map((path) => [path, apiAddress])) },
  }),
}))
