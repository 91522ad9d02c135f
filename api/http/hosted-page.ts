import { readFile } from 'node:fs/promises'
import type { Mode } from '@adire/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Steps } from '../context.ts'
import { webPlace } from '../files/places.ts'
import type { Runtime } from '../runtime.ts'
import type { Assets } from './hosted-props.ts'
import { pagePolicy } from './policy.ts'
import { Problem } from './problem.ts'
import { originOf } from './serve.ts'

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
export function builtPages<Renderer>(kind: string): () => Promise<{ renderer: Renderer; assets: Assets }> {
  let built: ReturnType<typeof load<Renderer>> | undefined
  return () => {
    built ??= load<Renderer>(kind).catch((error) => {
      built = undefined
      throw error
    })
    return built
  }
}

async function load<Renderer>(kind: string): Promise<{ renderer: Renderer; assets: Assets }> {
  const [renderer, manifest] = await Promise.all([
    import(new URL(`server/${kind}.js`, webPlace).href) as Promise<Renderer>,
    readFile(new URL('manifest.json', webPlace), 'utf8'),
  ])
  return { renderer, assets: (JSON.parse(manifest) as Record<string, Assets>)[kind]! }
}

/** What a form's use case works with. `now` is the wall clock's until it is known whose time counts (`stepsInTimeOf`). */
export const stepsOf = (
  { config, vault, files, database, clock }: Runtime,
  mode: Mode,
  request: FastifyRequest,
): Steps => ({
  mode,
  config,
  vault,
  files,
  write: (work) => {
    const now = clock()
    return database.write((tx) => work({ tx, mode, now, realNow: now, config, vault, origin: originOf(request) }))
  },
})

/** The fields of a form as a browser sends them. Of a field that is there twice the last counts. */
export type Form = Readonly<Record<string, string>>

export function formOf(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  const fields = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

/** Nobody's browser is signed in here, so another site gains nothing by sending a form; it is refused all the same. */
export function refuseForeign({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Problem(403, 'foreign_form', 'This was sent from another site. Send it again from here.')
}
