import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { demoCredentials } from '../database/seed/demo.ts'
import { problem, problemBody } from './problem.ts'

const built = fileURLToPath(new URL('../../web/dist/client/', import.meta.url))

/** No inline script or style, nothing from elsewhere; with Trusted Types, markup from strings cannot run either. */
export const pagePolicy = (connect: readonly string[] = []) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Serves the web app: its configuration, its hashed files (kept for a year), and its pages (never kept). */
export async function serveSite(app: FastifyInstance, config: Config): Promise<void> {
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(webConfig(config)))
  if (!existsSync(built)) return
  await app.register(fastifyStatic, {
    root: `${built}static/`,
    prefix: '/static/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  const page = (reply: FastifyReply, file: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', pagePolicy())
      .header('cache-control', 'no-cache')
      .sendFile(file, built, { cacheControl: false })
  // A prerendered page has its own HTML; the rest of the app is one shell, and the app says what it is.
  const { pages } = await builtJson<{ pages: Record<string, string> }>('manifest.json')
  const paths = await builtJson<string[]>('paths.json')
  for (const path of paths) app.get(path, (_request, reply) => page(reply, pages[path] ?? 'app.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if (wantsPage(request.method, path)) return page(reply, 'not-found.html', 404)
    return reply.code(404).send(problemBody(problem.notFound('address'), request.id))
  })
}

const builtJson = async <T>(name: string) =>
  JSON.parse(await readFile(new URL(`../../web/dist/${name}`, import.meta.url), 'utf8')) as T

const wantsPage = (method: string, path: string) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(test|live|static|sandbox)\//.test(path)

/** What the browser must know before it can call anything. The client's secret names the app; it keeps nothing safe. */
function webConfig(config: Config) {
  const on = (mode: string) => ({
    core: `${mode}/core`,
    collections: `${mode}/collections`,
    settlements: `${mode}/settlements`,
  })
  return {
    servers: { TEST: on('/test'), LIVE: on('/live') },
    client: config.webClient,
    brand: config.brand,
    ...(config.seedDemo && { demo: demoCredentials }),
  }
}
