import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../../config.ts'
import { areLivePaymentsOpen, canProcess } from '../../connectors/connector-for.ts'
import { demoCredentials } from '../../database/seed/demo.ts'
import { emailIconPath } from '../../emails/mail.ts'
import { webDistUrl } from '../../files/paths.ts'
import { unservedProblem } from '../../http/path-methods.ts'
import { appPolicy, backOfficePolicy, workerPolicy } from '../../http/policy.ts'
import { needsOwnerDetails } from '../kyc/registry.ts'
import { compressedFile, type Site } from './render.ts'
import { sendPacked, sendPage } from './send.ts'

/** Serves the web app: its configuration, its hashed files (cached for a year), and its pages (revalidated on every request). */
export async function serveWebApp(app: FastifyInstance, config: ApiConfig, site: Site): Promise<void> {
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(webConfig(config)))
  if (!site) return
  app.get('/app.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(describeApp(config, site))),
  )
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/static/', webDistUrl)),
    prefix: '/static/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  // Prerendered pages have their own HTML. All other paths get the app shell and are rendered in the browser.
  const paths = JSON.parse(await readFile(new URL('paths.json', webDistUrl), 'utf8')) as string[]
  const { pages, memberPages } = site
  for (const path of paths)
    app.get(path, async (request, reply) => {
      const file = pages[path]
      const page = file ? site.app(file, path) : site.app(memberPages[path] ?? 'app.html')
      return sendPage(request, reply, await page, { policy: appPolicy })
    })
  serveWorker(app, site)
  serveEmailIcon(app)
  if (config.servers.includes('operator')) serveBackOffice(app, site)
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (isPageRequest(request))
      // Its home link leads to the sign-in and the dashboard without another document.
      return sendPage(request, reply, await site.app('not-found.html'), { status: 404, policy: appPolicy })
    throw unservedProblem(app, request)
  })
}

/** The pages of the back office: one document, rendered in the browser. Nothing on the pages of merchants links to it. */
function serveBackOffice(app: FastifyInstance, site: NonNullable<Site>): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/operator\/+api\//.test(request.url)) throw unservedProblem(app, request)
    return sendPage(request, reply, await site.app('operator/index.html'), { policy: backOfficePolicy })
  }
  app.get('/operator', serve)
  app.get('/operator/*', serve)
}

/** The service worker of the dashboard and the page it shows without a connection. Browsers check for a new worker at each visit. */
function serveWorker(app: FastifyInstance, site: NonNullable<Site>) {
  const script = compressedFile(new URL('client/dashboard-worker.js', webDistUrl))
  app.get('/dashboard-worker.js', async (request, reply) => {
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': workerPolicy,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    return sendPacked(request, reply, await script())
  })
  app.get('/offline', async (request, reply) => sendPage(request, reply, await site.app('offline.html')))
}

/** The icon at the top of the provider's emails. */
function serveEmailIcon(app: FastifyInstance) {
  const folder = fileURLToPath(new URL('client/', webDistUrl))
  app.get(emailIconPath, (_request, reply) =>
    reply.sendFile(emailIconPath.slice(1), folder, { maxAge: '1d', immutable: false }),
  )
}

/** The web app manifest: how the dashboard looks when it is installed on a phone or a computer. */
const describeApp = ({ brand }: ApiConfig, { icons }: NonNullable<Site>) => ({
  id: '/dashboard',
  name: brand.name,
  short_name: brand.name,
  description: 'Payments, invoices and settlements of your business.',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  lang: 'en-NG',
  icons,
})

/** URLs of programs, also with a doubled slash: a base URL that ends in one is a frequent mistake. */
const ofPrograms = /^\/+(test|live|static|sandbox|operator\/+api)\//

/** Whether a person may see the response: not for a program, which sends a key or reads JSON only. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || ofPrograms.test(url) || headers.authorization) return false
  return /text\/html|\*\/\*/.test(headers.accept || '*/*')
}

/** Configuration the browser needs before its first API call. The client's secret only identifies the app; it protects nothing. */
function webConfig(config: ApiConfig) {
  const on = (mode: string) => ({
    core: `${mode}/core`,
    collections: `${mode}/collections`,
    settlements: `${mode}/settlements`,
  })
  return {
    servers: { TEST: on('/test'), LIVE: on('/live') },
    client: config.webClient,
    brand: config.brand,
    livePayments: areLivePaymentsOpen(config),
    liveDirectDebit: canProcess({ mode: 'LIVE', config }, 'mandates'),
    bvnNeedsDetails: needsOwnerDetails({ config }),
    ...(config.seedDemo && { demo: demoCredentials }),
  }
}
