import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../emails/html.ts'

const style = `
:root{color-scheme:light dark;--ink:light-dark(#0F1728,#E9EDF5);--soft:light-dark(#5A6579,#8F9BB0);--line:light-dark(#E4E7EC,#222C3D)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;font:16px/24px Geist,system-ui,sans-serif;color:var(--ink);background:light-dark(#F5F6F8,#0C111B)}
main{width:100%;max-width:400px;padding:28px;border:1px solid var(--line);border-radius:12px;background:light-dark(#FFFFFF,#131A27)}
.test{margin:0 0 20px;padding:8px 12px;border-radius:8px;font-size:14px;color:light-dark(#8A4B00,#FFCF8F);background:light-dark(#FDF0D9,#3A2A10)}
h1{margin:0 0 8px;font-size:20px;line-height:28px}p{margin:0 0 16px}dl{margin:0 0 24px;border-top:1px solid var(--line)}
div{display:flex;justify-content:space-between;padding:10px 0;border-bottom:1px solid var(--line)}dt{color:var(--soft)}dd{margin:0;font-weight:600}
form{display:grid;gap:12px}button{min-height:48px;border-radius:8px;border:1px solid var(--line);font:600 16px Geist,system-ui,sans-serif;color:var(--ink);background:transparent;cursor:pointer}
button[value=approve]{color:#FFFFFF;background:#2450D8;border-color:#2450D8}a{color:light-dark(#1D47C4,#9DB5FF)}label{display:grid;gap:6px}input{min-height:48px;padding:0 12px;border:1px solid var(--line);border-radius:8px;font:inherit;color:inherit;background:transparent}button:focus-visible,input:focus-visible{outline:3px solid #6F95FF;outline-offset:2px}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

export const sendPage = (reply: FastifyReply, page: Html) =>
  reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${page.html}`)

/** A sandbox page that simulates a third party: no script, and a style different from ours. */
export const sandboxPage = (title: string, body: Html): Html => html`<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ html: style }}</style></head>
<body><main><p class="test">Test Mode: no real bank, no real money.</p><h1>${title}</h1>${body}</main></body></html>`
