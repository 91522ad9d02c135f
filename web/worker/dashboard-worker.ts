/** Service worker of the dashboard. It answers only when a page of the dashboard cannot be loaded, and for the shell's hashed files;
 * everything else (checkout, hosted pages, API, exports) goes to the network untouched. It stores nothing personal. It also shows push
 * notifications. */

import { openPush, showPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope

/** Filled in by the build. A release with other files is another script, so browsers install it at the next visit. */
declare const shell: {
  /** Name of the cache: changes with the files. */
  cache: string
  /** Paths of the offline page and of the hashed files of the shell. */
  files: readonly string[]
  /** First segments of the dashboard's paths. */
  areas: readonly string[]
}

const offlinePage = '/offline'

self.addEventListener('install', (event) => event.waitUntil(storeShell()))
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (shell.areas.includes(pathname.split('/')[1]!)) event.respondWith(loadPage(request))
  } else if (pathname.startsWith('/static/') && shell.files.includes(pathname)) event.respondWith(loadFile(request))
})

/** Stores all files, or none: an installation that fails is repeated at the next visit. */
async function storeShell() {
  const cache = await caches.open(shell.cache)
  await cache.addAll(shell.files)
  await self.skipWaiting()
}

async function deleteOldCaches() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== shell.cache).map((name) => caches.delete(name)))
}

/** Pages always come from the server, so that nobody works with an old release. */
const loadPage = (request: Request): Promise<Response> =>
  fetch(request).catch(async () => (await caches.match(offlinePage)) ?? Response.error())

const loadFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
