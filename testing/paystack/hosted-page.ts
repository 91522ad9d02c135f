import type { FastifyInstance } from 'fastify'
import { createAuthorization } from './charges.ts'
import type { Transaction } from './integration.ts'
import type { Scope, Simulation } from './simulation.ts'
import { failTransaction, payTransaction } from './transactions.ts'

export const decisions = ['success', 'declined', 'abandon'] as const
export type Decision = (typeof decisions)[number]

/** Decision of the payer on the hosted page. A declined or abandoned transaction can still be paid there. */
export function decideOnPage(scope: Scope, transaction: Transaction, decision: Decision): void {
  if (transaction.status === 'success' || transaction.status === 'reversed') return
  if (decision === 'success')
    payTransaction(scope, transaction, createAuthorization(transaction.customer.email, 'card', { isReusable: true }))
  else if (decision === 'declined') failTransaction(transaction, 'Insufficient Funds')
  else Object.assign(transaction, { status: 'abandoned', gatewayResponse: 'The transaction was not completed' })
}

/** Serves the page that `authorization_url` points to. */
export function serveHostedPage(
  app: FastifyInstance,
  simulation: Simulation,
  act: (integration: Scope['integration'], work: (scope: Scope) => void) => Promise<unknown>,
): void {
  const findByCode = (accessCode: string) => {
    for (const integration of Object.values(simulation.integrations)) {
      const transaction = [...integration.transactions.values()].find((one) => one.accessCode === accessCode)
      if (transaction) return { integration, transaction }
    }
    return undefined
  }
  app.get<{ Params: { code: string } }>('/checkout/:code', (request, reply) => {
    const found = findByCode(request.params.code)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    if (!found) return reply.code(404).send(renderPage('<h1>No such payment</h1>'))
    const { transaction } = found
    if (transaction.status === 'abandoned') transaction.status = 'ongoing'
    return reply.send(renderPage(renderChoice(transaction)))
  })
  app.post<{ Params: { code: string }; Body: Record<string, string> }>('/checkout/:code', async (request, reply) => {
    const found = findByCode(request.params.code)
    const decision = decisions.find((one) => one === request.body?.decision)
    if (!found || !decision) return reply.code(404).type('text/html').send(renderPage('<h1>No such payment</h1>'))
    const { integration, transaction } = found
    await act(integration, (scope) => decideOnPage(scope, transaction, decision))
    return reply.redirect(addressAfter(transaction), 303)
  })
}

/** `callback_url?trxref=…&reference=…`; the page itself if the merchant gave no address. */
function addressAfter({ callbackUrl, accessCode, reference }: Transaction): string {
  if (!callbackUrl) return `/checkout/${accessCode}`
  const address = new URL(callbackUrl)
  address.searchParams.set('trxref', reference)
  address.searchParams.set('reference', reference)
  return address.href
}

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function renderChoice({ amountKobo, customer, reference, status }: Transaction): string {
  const amount = naira.format(amountKobo / 100)
  const lines = `<h1>Pay ${amount}</h1><p>${escapeText(customer.email)}<br>${escapeText(reference)}</p>`
  if (status === 'success' || status === 'reversed') return `${lines}<p role="status">This payment is complete.</p>`
  const failed = status === 'failed' ? '<p role="alert">The last attempt was declined.</p>' : ''
  return `${lines}${failed}<form method="post">
  <button name="decision" value="success" class="main">Pay ${amount}</button>
  <button name="decision" value="declined">Card is declined</button>
  <button name="decision" value="abandon">Cancel payment</button>
</form>`
}

const renderPage = (content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Paystack simulator</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 22rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  button { display: block; width: 100%; min-height: 2.75rem; margin-top: .75rem; font: inherit; border-radius: .5rem; border: 1px solid }
  .main { background: #0b6b4f; color: #fff; border-color: #0b6b4f }
</style></head>
<body><main><p>Paystack simulator: no money is moved.</p>${content}</main></body></html>`
