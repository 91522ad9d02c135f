import { readFile } from 'node:fs/promises'
import type { Mode } from '@adire/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UnitOfWork } from '../context.ts'
import { webDistUrl } from '../files/paths.ts'
import type { Runtime } from '../runtime.ts'
import type { PageAssets } from './hosted-props.ts'
import { pagePolicy } from './policy.ts'
import { Problem } from './problem.ts'
import { requestOrigin } from './serve.ts'

/** What every page has in common that a payer opens without signing in: rendered here, its steps forms. */

/** The address may hold a payer's key: no referrer carries it on, no cache keeps the page. */
export function sendPage(reply: FastifyReply, html: string, embedder: string | null = null) {
  // It knows no origins, and browsers that know no better would refuse the one that may.
  if (embedder) reply.removeHeader('x-frame-options')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(embedder),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(html)
}

/** What renders the pages of one kind, as it was built (`web/build.mjs`), and the files they load. Read when first asked for. */
export function builtPages<Renderer>(kind: string): () => Promise<{ renderer: Renderer; assets: PageAssets }> {
  let built: ReturnType<typeof load<Renderer>> | undefined
  return () => {
    built ??= load<Renderer>(kind).catch((error) => {
      built = undefined
      throw error
    })
    return built
  }
}

async function load<Renderer>(kind: string): Promise<{ renderer: Renderer; assets: PageAssets }> {
  const [renderer, manifest] = await Promise.all([
    import(new URL(`server/${kind}.js`, webDistUrl).href) as Promise<Renderer>,
    readFile(new URL('manifest.json', webDistUrl), 'utf8'),
  ])
  return { renderer, assets: (JSON.parse(manifest) as Record<string, PageAssets>)[kind]! }
}

/** What a form's use case works with. `now` is the wall clock's until it is known whose time counts (`unitOfWorkOnBusinessClock`). */
export const hostedUnitOfWork = (
  { config, vault, files, database, clock }: Runtime,
  mode: Mode,
  request: FastifyRequest,
): UnitOfWork => ({
  mode,
  config,
  vault,
  files,
  write: (callback) => {
    const now = clock()
    return database.write((tx) =>
      callback({ tx, mode, now, realNow: now, config, vault, origin: requestOrigin(request) }),
    )
  },
})

/** The fields of a form as a browser sends them. Of a field that is there twice the last counts. */
export type PostedForm = Readonly<Record<string, string>>

export function parseForm(body: unknown): PostedForm {
  if (typeof body !== 'object' || body === null) return {}
  const fields = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

/** Nobody's browser is signed in here, so another site gains nothing by sending a form; it is refused all the same. */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Problem(403, 'foreign_form', 'This was sent from another site. Send it again from here.')
}
