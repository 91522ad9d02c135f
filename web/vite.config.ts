import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const inVendor =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|@tanstack\/(query-core|react-query))\//

/** What every page needs, in one file each: many small files cost more than the bytes they save. */
const groups = [
  { name: 'vendor', test: inVendor },
  { name: 'form', test: /node_modules\/(react-hook-form|@hookform|@standard-schema)\// },
  { name: 'ui', test: /node_modules\/(zod|idb-keyval|lucide-react)\/|\/contract\/|\/web\/ui\//, minShareCount: 2 },
]

/** While developing, Vite serves the app and hands these on to the API. */
const apiAddress = process.env.API_URL ?? 'http://localhost:3000'
const served = ['/config.json', '/test', '/live', '/pay', '/mailbox', '/openapi.json']

/** The app. `build.mjs` lays the checkout's and the server's builds over it. */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups },
            entryFileNames: 'static/js/[name]-[hash].js',
            chunkFileNames: 'static/js/[name]-[hash].js',
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'static/css/[name]-[hash][extname]' : 'static/media/[name]-[hash][extname]',
          },
        },
  },
  server: { port: 5173, proxy: Object.fromEntries(served.map((path) => [path, apiAddress])) },
}))
