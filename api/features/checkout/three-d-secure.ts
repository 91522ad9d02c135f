import { createHash } from 'node:crypto'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxBank } from '../../connectors/sandbox.ts'
import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { Tx } from '../../database/connect.ts'
import { type Html, html } from '../../emails/html.ts'
import type { Runtime } from '../../runtime.ts'
import { invoices } from '../invoices/tables.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { type PaymentRecord, settle } from '../payments/payments.ts'
import { addressOf, stepsOf } from './page.ts'

const style = `
:root{color-scheme:light dark;--ink:light-dark(#0F1728,#E9EDF5);--soft:light-dark(#5A6579,#8F9BB0);--line:light-dark(#E4E7EC,#222C3D)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;font:16px/24px Geist,system-ui,sans-serif;color:var(--ink);background:light-dark(#F5F6F8,#0C111B)}
main{width:100%;max-width:400px;padding:28px;border:1px solid var(--line);border-radius:12px;background:light-dark(#FFFFFF,#131A27)}
.test{margin:0 0 20px;padding:8px 12px;border-radius:8px;font-size:14px;color:light-dark(#8A4B00,#FFCF8F);background:light-dark(#FDF0D9,#3A2A10)}
h1{margin:0 0 8px;font-size:20px;line-height:28px}p{margin:0 0 16px}dl{margin:0 0 24px;border-top:1px solid var(--line)}
div{display:flex;justify-content:space-between;padding:10px 0;border-bottom:1px solid var(--line)}dt{color:var(--soft)}dd{margin:0;font-weight:600}
form{display:grid;gap:12px}button{min-height:48px;border-radius:8px;border:1px solid var(--line);font:600 16px Geist,system-ui,sans-serif;color:var(--ink);background:transparent;cursor:pointer}
button[value=approve]{color:#FFFFFF;background:#2450D8;border-color:#2450D8}button:focus-visible{outline:3px solid #6F95FF;outline-offset:2px}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

interface TokenRoute {
  Params: { token: string }
}

/** The page on which a sandbox card's bank asks its holder. Its decision comes back to us as any processor's does. */
export function sandboxPages(app: FastifyInstance, runtime: Runtime): void {
  app.get<TokenRoute>('/sandbox/3ds/:token', async (request, reply) => {
    const asked = await sandboxBank(sandboxStore(stepsOf(runtime, 'TEST', request).write)).page(request.params.token)
    return send(reply.code(asked ? 200 : 404), asked?.isOpen ? questionPage(asked) : goneBackPage)
  })

  app.post<TokenRoute & { Body: unknown }>('/sandbox/3ds/:token', async (request, reply) => {
    const steps = stepsOf(runtime, 'TEST', request)
    const approved = z.safeParse(z.object({ decision: z.literal('approve') }), request.body).success
    const reference = await sandboxBank(sandboxStore(steps.write)).decide(request.params.token, approved)
    if (reference === undefined) return send(reply.code(404), goneBackPage)
    // That somebody came back proves nothing: the processor is asked what the bank said.
    const outcome = await connectorFor(steps.mode, steps.config, steps.write).query(reference)
    const address = await steps.write(async (context) =>
      pageOf(context.tx, await settle(context, { processorReference: reference }, outcome)),
    )
    return reply.redirect(address, 303)
  })
}

async function pageOf(tx: Tx, { merchantId, paymentLinkId, invoiceId, accessCode }: PaymentRecord): Promise<string> {
  if (invoiceId) {
    const [invoice] = await tx
      .select({ reference: invoices.reference })
      .from(invoices)
      .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId)))
    return addressOf(invoice!.reference, accessCode)
  }
  const [link] = await tx
    .select({ slug: paymentLinks.slug })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId!)))
  return addressOf(link!.slug, accessCode)
}

const send = (reply: FastifyReply, page: Html) =>
  reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${page.html}`)

const frame = (title: string, body: Html): Html => html`<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ html: style }}</style></head>
<body><main><p class="test">Test Mode: no real bank, no real money.</p><h1>${title}</h1>${body}</main></body></html>`

const questionPage = ({ amountKobo, last4 }: { amountKobo: number; last4: string | null }): Html =>
  frame(
    'Confirm this payment',
    html`<p>Your bank asks whether this payment is yours.</p>
<dl><div><dt>Amount</dt><dd>${formatNaira(amountKobo)}</dd></div><div><dt>Card</dt><dd>ending ${last4 ?? ''}</dd></div></dl>
<form method="post"><button name="decision" value="approve">Approve</button><button name="decision" value="deny">Deny</button></form>`,
  )

const goneBackPage = frame(
  'Nothing to confirm',
  html`<p>This question was answered already, or never asked. Go back to the page you paid on.</p>`,
)
