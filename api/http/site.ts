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

/** The pages that are prerendered; every other address of the app gets the shell, and the app says what it is. */
const prerendered: Record<string, string> = {
  '/': 'index.html',
  '/register': 'register.html',
  '/request': 'request.html',
}

/** Serves the web app: its configuration, its hashed files (kept for a year), and its pages (never kept). */
export async function serveSite(app: FastifyInstance, config: Config): Promise<void> {
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(webConfig(config)))
  if (!existsSync(built)) return
  await app.register(fastifyStatic, {
    root: built,
    serve: true,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply: { setHeader(name: string, value: string): void }, path: string) => {
      reply.setHeader(
        'cache-control',
        path.includes('/static/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
    },
  } as never)
  const page = (reply: FastifyReply, file: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', pagePolicy())
      .header('cache-control', 'no-cache')
      .sendFile(file, { cacheControl: false })
  for (const [path, file] of Object.entries(prerendered)) app.get(path, (_request, reply) => page(reply, file))
  const known = await knownPaths()
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if (!wantsPage(request.method, path))
      return reply.code(404).send(problemBody(problem.notFound('address'), request.id))
    return page(reply, 'app.html', known(path) ? 200 : 404)
  })
}

const wantsPage = (method: string, path: string) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(test|live|static|sandbox)\//.test(path)

/** The app's own paths, written by the build, so that a path it does not know is answered with 404 and its page. */
async function knownPaths(): Promise<(path: string) => boolean> {
  const patterns = JSON.parse(await readFile(`${built}../paths.json`, 'utf8').catch(() => '[]')) as string[]
  const expressions = patterns.map((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`))
  return (path) => expressions.length === 0 || expressions.some((expression) => expression.test(path))
}

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
