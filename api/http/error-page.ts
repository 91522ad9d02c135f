import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../emails/html.ts'
import type { Problem } from './problem.ts'

/** Pages that a payer opens in a browser, whatever the Accept header. */
const hosted = /^\/(pay|mandate|sandbox)\//
/** URLs read by programs, even in a browser. */
const machine = /^\/(test|live|static|logos|pictures|health)(\/|$)/
/** The checkout page that another site may embed in a frame. */
const framed = /^\/pay\/embed\//

interface PageRequest {
  url: string
  headers: { accept?: string | undefined }
}

const pathOf = ({ url }: PageRequest) => url.split('?', 1)[0]!

/** Whether a person reads the response: an error is then an HTML page, not JSON. */
export function acceptsHtml(request: PageRequest): boolean {
  const path = pathOf(request)
  if (hosted.test(path)) return true
  return !machine.test(path) && /\btext\/html\b/.test(request.headers.accept ?? '')
}

const style = `
:root{color-scheme:light dark;--canvas:#f5f6f8;--surface:#fff;--line:#e4e7ec;--ink:#0f1728;--ink-2:#3d485c}
@media(prefers-color-scheme:dark){:root{--canvas:#0c111b;--surface:#121926;--line:#2a3446;--ink:#f2f4f8;--ink-2:#b6c0d1}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(28rem,100vw - 2rem);margin:1rem;padding:2rem 1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.3}p{margin:0 0 .75rem;color:var(--ink-2);overflow-wrap:anywhere}small{color:var(--ink-2)}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Content security policy: the page has nothing to click, so it may be framed where the failed page may be. */
const policy = (path: string) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'${
    framed.test(path) ? '' : "; frame-ancestors 'none'"
  }`

const paying = 'If you were paying, open the link again: it shows what became of your payment.'

/** The message with exactly one full stop. */
const sentence = (message: string) => message.replace(/\.?$/, '.')

/** Title and text for a person. The message of a 400 is for programmers and is not shown. */
function describeProblem({ status, message }: Problem): { title: string; text: string } {
  if (status === 404)
    return {
      title: 'There is no such page',
      text: 'Check the address, or ask the sender of the link for a new one.',
    }
  if (status === 413) return { title: 'This is too large', text: 'Go back and send less.' }
  if (status === 429) return { title: 'Please wait a moment', text: sentence(message) }
  if (status === 503) return { title: 'Please try again in a moment', text: `${sentence(message)} ${paying}` }
  if (status >= 500) return { title: 'This failed on our side', text: `It has been noted. ${paying}` }
  if (status !== 400 && status !== 415) return { title: 'This did not work', text: sentence(message) }
  return {
    title: 'This cannot be read',
    text: 'The address or what you typed holds characters that cannot be read. Go back and correct it, or open the link again.',
  }
}

/** Sends an error as a self-contained HTML page, which needs neither the database nor other files. */
export function sendErrorPage(request: PageRequest, reply: FastifyReply, error: Problem, requestId: string) {
  const path = pathOf(request)
  const { title, text } = describeProblem(error)
  if (framed.test(path)) reply.removeHeader('x-frame-options')
  return reply
    .code(error.status)
    .headers(error.headers)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy(path),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(text)}</p><small>Reference ${requestId}</small></main></body></html>`,
    )
}
