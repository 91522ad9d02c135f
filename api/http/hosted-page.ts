import { readFile } from 'node:fs/promises'
import { firstErrors, type Mode } from '@adire/contract/call.ts'
import type { FormError, PageAssets } from '@adire/contract/hosted-page-props.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, UnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { webDistUrl } from '../files/paths.ts'
import type { Runtime } from '../runtime.ts'
import { packText } from './packed-text.ts'
import { hostedPageHeaders } from './policy.ts'
import { Problem } from './problem.ts'
import { requestOrigin } from './request-origin.ts'

/** Shared code of the pages that payers open without signing in: rendered on the server, with plain forms. */

/**
 * Sends a page of payers, compressed. Its size reveals no secret (BREACH): a site that can request the page has its secrets already, because
 * they are in its URL, and none depends on a cookie.
 */
export async function sendPage(reply: FastifyReply, html: string, embedder: string | null = null) {
  // X-Frame-Options cannot name an origin; old browsers that read only this header would block the allowed one.
  if (embedder) reply.removeHeader('x-frame-options')
  const { body, encoding } = await packText(html, reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.headers({ ...hostedPageHeaders(embedder), vary: 'accept-encoding' }).send(body)
}

/** The built renderer of one kind of page (`web/build/build.mjs`) and its assets. Loaded at first use; a failed load is retried. */
export function builtPages<Renderer>(kind: string): () => Promise<{ renderer: Renderer; assets: PageAssets }> {
  let built: ReturnType<typeof loadRenderer<Renderer>> | undefined
  return () => {
    built ??= loadRenderer<Renderer>(kind).catch((error) => {
      built = undefined
      throw error
    })
    return built
  }
}

async function loadRenderer<Renderer>(kind: string): Promise<{ renderer: Renderer; assets: PageAssets }> {
  const [renderer, manifest] = await Promise.all([
    import(new URL(`server/${kind}.js`, webDistUrl).href) as Promise<Renderer>,
    readFile(new URL('manifest.json', webDistUrl), 'utf8'),
  ])
  return { renderer, assets: (JSON.parse(manifest) as Record<string, PageAssets>)[kind]! }
}

/** Unit of work of a form handler. `now` is the wall clock until the business is known (`unitOfWorkOnBusinessClock`). */
export const hostedUnitOfWork = (
  { config, vault, files, database, clock }: Runtime,
  mode: Mode,
  request: FastifyRequest,
): UnitOfWork => {
  const contextOn = (tx: Tx): Context => {
    const now = clock()
    return { tx, mode, now, realNow: now, config, vault, origin: requestOrigin(request) }
  }
  return {
    mode,
    config,
    vault,
    files,
    write: (callback) => database.write((tx) => callback(contextOn(tx))),
    writeStatement: (callback) => database.writeStatement((tx) => callback(contextOn(tx))),
  }
}

/** The fields of a submitted form. The last value of a repeated field is used. */
export type PostedForm = Readonly<Record<string, string>>

/** The text fields of a form body; anything else is dropped. Never throws. */
export function parseForm(body: unknown): PostedForm {
  if (typeof body !== 'object' || body === null) return {}
  const fields = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

/**
 * Rejects forms from other sites. These pages have no signed-in session, so a forged form gains nothing; it is a second guard.
 * @throws foreign_form (403)
 */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Problem(403, 'foreign_form', 'This form was sent from another site. Send it again from this page.')
}

/** A rejected form: the problem, as the page shows it, and the submitted values. */
export interface RejectedForm {
  problem: Problem
  error: FormError
  form: PostedForm
}

/** Answers a form of these pages. A rejection is answered with the same page and the error. */
export async function answerForm<T>(
  request: FastifyRequest,
  submit: (form: PostedForm) => Promise<T>,
  reject: (rejected: RejectedForm) => T | Promise<T>,
): Promise<T> {
  const form = parseForm(request.body)
  try {
    requireSameSite(request)
    return await submit(form)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return reject({ problem: error, error: { message: error.message, fields: firstErrors(error.fields) }, form })
  }
}
