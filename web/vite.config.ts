import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanEndpoints } from './lean-endpoints.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const vendor = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//
const query = /node_modules\/@tanstack\//
const form = /node_modules\/(react-hook-form|@hookform|@standard-schema|zod)\/|\/contract\/(fields|credentials)\.ts/
/** A form's schema and what only its pages need. */
const forms = /\/contract\/([a-z-]+-form|payment-link-fields|registration|onboarding)\.ts/
const base = /\/contract\/(messages|limits|money|endpoint|call)\.ts/
const shared =
  /node_modules\/lucide-react\/|\/contract\/(?!.*-form\.ts)|\/web\/(art|ui\/(?!schema-form)|(api|send|session|tokens|config|export-button)\.tsx?|features\/shell\/use-|layouts\/)/

/** Small pieces of which the pages of the dashboard are made. */
const parts = /\/web\/ui\/(?!schema-form)[a-z-]+\.tsx?/

/** What a page outside the dashboard starts from. */
const publicRoots =
  /\/web\/(main\.tsx|features\/(auth|users\/[a-z-]+-page|merchants\/register-page|shell\/public-frame))/

/** The pages that are opened most: what they share is fetched with the frame around them. */
const firstRoots = /\/web\/features\/(shell\/shell|overview\/overview-page|payments\/transactions-page)\.tsx/

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether one of `roots` reaches a module by static imports: then it has to wait for it. */
export function isReached(roots: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (roots.test(id)) return true
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => !seen.has(importer) && isReached(roots, importer, graph, seen))
}

/** One file of what at least two pages share and one of `roots` needs. A dependency goes with what needs it, so the
 * public pages' file is made first. */
function sharedBy(name: string, roots: RegExp, priority: number) {
  return {
    name: (id: string, graph: Graph) => (isReached(roots, id, graph) ? name : null),
    debugName: name,
    test: shared,
    minShareCount: 2,
    priority,
  }
}

/** What many pages need, in a few files: many small files cost more than the bytes they save. What only the dashboard
 * needs stays out of the public pages' way. */
const groups = [
  { name: 'vendor', test: vendor, priority: 2 },
  { name: 'query', test: query },
  { name: 'base', test: base, priority: 3 },
  { name: 'form', test: form, priority: 2 },
  { name: 'forms', test: forms, priority: 1.5 },
  sharedBy('ui', publicRoots, 1.3),
  sharedBy('work', firstRoots, 1.2),
  // The first page names every file that another page may need: what many pages share is one of them.
  { name: 'parts', test: parts, minShareCount: 3, priority: 1.1 },
]

/** What libraries bring along whether it is used or not. A release that names these differently fails the build. */
const stubs = [
  { find: /^\.\/infiniteQueryBehavior\.js$/, replacement: here('stubs/infinite-queries.ts') },
  {
    find: /^\.\/(suspense|errorBoundaryUtils|QueryErrorResetBoundary)\.js$/,
    replacement: here('stubs/suspending-queries.ts'),
  },
  { find: /^\.\/(dom\/)?ssr\/components\.js$/, replacement: here('stubs/framework-links.ts') },
]

/** While developing, Vite serves the app and hands these on to the API: folders, and addresses as they stand. */
const apiAddress = process.env.API_URL ?? 'http://localhost:3000'
const folders = ['/test', '/live', '/pay', '/mandate', '/mailbox', '/sandbox', '/logos', '/docs', '/static']
const addresses = ['/config.json', '/openapi.json', '/inline.js', '/v1/inline.js', '/robots.txt', '/sitemap.xml']

/** The public site is served as it was built last: the API knows no other. */
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

/** The app. `build.mjs` lays the checkout's and the server's builds over it. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), leanEndpoints()],
  publicDir: false,
  resolve: { alias: isSsrBuild ? [] : stubs },
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
          // Schemas that no form asks for go: making one has no effect. A name counts in every module, libraries too, and
          // with all that is called on it: a library that does its work on something called `inputSchema` loses that work.
          treeshake: {
            manualPureFunctions: [
              'z',
              'SingleLineText',
              'MultilineText',
              'SearchText',
              'Paginated',
              'QueryInteger',
              'inputSchema',
              'endpointsFor',
            ],
          },
          output: {
            codeSplitting: { groups },
            entryFileNames: 'static/js/[name]-[hash].js',
            // Every page's files are named in the first one: a hash alone is half as long.
            chunkFileNames: 'static/js/[hash].js',
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'static/css/[name]-[hash][extname]' : 'static/media/[name]-[hash][extname]',
          },
        },
  },
  ...(command === 'serve' && {
    server: { port: 5173, proxy: Object.fromEntries(served().map((path) => [path, apiAddress])) },
  }),
}))
