import { readFile } from 'node:fs/promises'
import type { CheckoutPage } from '@adire/contract/checkout.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import type { Assets, Renderer } from './page-props.ts'

const dist = new URL('../../../web/dist/', import.meta.url)

/** Stricter than the app's: no picture from elsewhere, no frame around it, nothing that turns text into script. The page
 * calls the collections server on its own origin. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

interface Runtime {
  config: Config
  clock(): Date
  /** The published page of either mode. */
  page(slug: string): Promise<CheckoutPage | undefined>
}

/** The payer's page: `/pay/page/{slug}`, rendered for each request so that it is readable before its script arrives. */
export function checkoutPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  let built: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    built ??= load().catch((error) => {
      built = undefined
      throw error
    })
    return built
  }

  app.get<{ Params: { slug: string }; Querystring: { payment?: string | string[] } }>(
    '/pay/page/:slug',
    async (request, reply) => {
      const isResuming = Boolean(request.query.payment)
      const [{ renderer, assets }, page] = await Promise.all([loadOnce(), runtime.page(request.params.slug)])
      if (!page) return send(reply.code(404), renderer.renderClosed(brand, isResuming, assets))
      return send(
        reply,
        renderer.renderCheckout({ page, brand, isResuming, renderedAt: runtime.clock().toISOString() }, assets),
      )
    },
  )
}

async function load(): Promise<{ renderer: Renderer; assets: Assets }> {
  const [renderer, manifest] = await Promise.all([
    import(new URL('server/checkout.js', dist).href) as Promise<Renderer>,
    readFile(new URL('manifest.json', dist), 'utf8'),
  ])
  return { renderer, assets: (JSON.parse(manifest) as { checkout: Assets }).checkout }
}

/** The address may hold an access code: no referrer carries it on, no cache keeps the page. */
const send = (reply: FastifyReply, html: string) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(html)
