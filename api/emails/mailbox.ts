import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ApiConfig } from '../config.ts'
import { problem } from '../http/problem.ts'
import { type FiledMail, mailFolder } from './deliver.ts'
import { type Html, html } from './html.ts'

// Emails use inline styles; scripts and external images are blocked.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const maxListed = 200

/** Page `/mailbox` with the emails not sent by a mail server; only while demo data is on (`ApiConfig.mailbox`). */
export function serveMailbox(app: FastifyInstance, config: ApiConfig): void {
  if (!config.mailbox) return
  app.get('/mailbox', async (_request, reply) => {
    const names = await filedNames(config)
    const mails = await Promise.all(
      names.slice(0, maxListed).map(async (name) => ({ name, mail: await openMailbox(config, name) })),
    )
    return sendPage(reply, renderMailList(mails))
  })
  app.get<{ Params: { name: string } }>('/mailbox/:name', async ({ params }, reply) => {
    const names = await filedNames(config)
    if (!names.includes(params.name)) throw problem.notFound('mail')
    const mail = await openMailbox(config, params.name)
    return sendPage(reply, { html: mail.html.replace('<body', '<body data-subject="mail"') })
  })
}

async function filedNames(config: ApiConfig): Promise<string[]> {
  const files = await readdir(mailFolder(config)).catch(() => [])
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
    .sort()
    .reverse()
}

const openMailbox = async (config: ApiConfig, name: string) =>
  JSON.parse(await readFile(join(mailFolder(config), `${name}.json`), 'utf8')) as FiledMail

const sendPage = (reply: FastifyReply, page: Html) =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page.html)

const renderMailList = (mails: { name: string; mail: FiledMail }[]): Html => html`<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>
:root{color-scheme:light dark}body{max-width:720px;margin:32px auto;padding:0 16px;font:15px/24px Geist,Arial,sans-serif;color:light-dark(#0F1728,#E9EDF5);background:light-dark(#F5F6F8,#0C111B)}
h1{font-size:22px}ul{list-style:none;padding:0}li{border-top:1px solid light-dark(#E4E7EC,#222C3D);padding:12px 0}a{color:light-dark(#1D47C4,#9DB5FF);font-weight:500}small{display:block;color:light-dark(#5A6579,#8F9BB0)}
</style></head><body><main><h1>Mailbox</h1><p>Mail this installation would have sent. Set SMTP_URL to send it.</p>
${mails.length === 0 && html`<p>Nothing yet.</p>`}
<ul>${mails.map(({ name, mail }) => html`<li><a href="/mailbox/${name}">${mail.subject}</a><small>to ${mail.to}, ${mail.at}</small></li>`)}</ul></main></body></html>`
