import { dayMs } from '@adire/contract/durations.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../emails/html.ts'
import type { Runtime } from '../../runtime.ts'
import { serveContact } from './contact.ts'
import { serveDownloads } from './downloads.ts'
import type { Site } from './render.ts'
import { sendPage } from './send.ts'

/** Serves the public site: its pages, the contact form, and the files for search engines. */
export function servePublicSite(app: FastifyInstance, runtime: Runtime, site: Site): void {
  serveMaps(app, runtime, site)
  serveDownloads(app)
  if (!site) return
  serveDocs(app, site)
  for (const { path, also } of site.routes) {
    if (path === '/Contact') serveContact(app, runtime, site, [path, ...also])
    else if (path === '/pricing') servePricing(app, site)
    else if (path === '/docs/search') serveSearch(app, site)
    else
      for (const spelling of [path, ...also])
        app.get(spelling, async (request, reply) => sendPage(request, reply, await site.page(path)))
  }
}

type QueryParameters = Record<string, string | string[] | undefined>

/** Serves the pricing page; renders the fee calculator's result for browsers without script. */
function servePricing(app: FastifyInstance, site: NonNullable<Site>) {
  app.get('/pricing', async (request: FastifyRequest<{ Querystring: QueryParameters }>, reply) => {
    const { query } = request
    const one = (name: string) => [query[name]].flat().at(-1)
    const quoteInput = { amount: one('amount'), channel: one('channel'), bearer: one('bearer') }
    if (quoteInput.amount === undefined) return sendPage(request, reply, await site.page('/pricing'))
    return sendPage(request, reply, await site.renderPacked('/pricing', { quoteInput }), { isPersonal: true })
  })
}

/** Serves the API reference. Its areas come from the OpenAPI document. */
function serveDocs(app: FastifyInstance, site: NonNullable<Site>) {
  app.get<{ Params: { area: string } }>('/docs/api/:area', async (request, reply) => {
    const path = `/docs/api/${request.params.area}`
    if (!(await site.areaPaths()).includes(path)) return reply.callNotFound()
    return sendPage(request, reply, await site.page(path))
  })
  const sendText = (reply: FastifyReply, type: string, content: string) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(content)
  app.get('/llms.txt', async (_request, reply) => sendText(reply, 'text/plain', await site.llmsText()))
  app.get<{ Params: { guide: string } }>('/docs/:guide.md', async (request, reply) => {
    const content = await site.guideText(`/docs/${request.params.guide}`)
    return content === undefined ? reply.callNotFound() : sendText(reply, 'text/markdown', content)
  })
  for (const slash of ['/docs/', '/docs/api', '/docs/api/'])
    app.get(slash, async (_request, reply) => reply.redirect('/docs', 301))
}

function serveSearch(app: FastifyInstance, site: NonNullable<Site>) {
  app.get('/docs/search', async (request: FastifyRequest<{ Querystring: QueryParameters }>, reply) => {
    const searched = ([request.query.q].flat().at(-1) ?? '').slice(0, 80)
    if (searched === '') return sendPage(request, reply, await site.page('/docs/search'))
    return sendPage(request, reply, await site.renderPacked('/docs/search', { searched }), { isPersonal: true })
  })
}

/** Serves security.txt, robots.txt and the sitemap (public site, sign-in and registration). */
function serveMaps(app: FastifyInstance, { config, clock }: Runtime, site: Site) {
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply.type('text/plain').send(securityText(config, clock())),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `User-agent: *\nDisallow: /test/\nDisallow: /live/\nDisallow: /mailbox\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const sitePaths = (site?.routes ?? []).map(({ path }) => path).filter((path) => path !== '/docs/search')
    const paths = ['/', '/register', ...sitePaths, ...((await site?.areaPaths()) ?? [])]
    const entries = paths.map((path) => `<url><loc>${escapeHtml(config.publicUrl + path)}</loc></url>`).join('\n')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
      )
  })
}

const validMs = 180 * dayMs

/** Text of security.txt: where to report vulnerabilities (RFC 9116). */
const securityText = ({ brand, publicUrl }: Runtime['config'], now: Date) =>
  [
    `Contact: mailto:${brand.helpEmail}`,
    `Expires: ${new Date(now.getTime() + validMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
