import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Decision, decisions, renderPage } from '../processor/page-html.ts'
import { act } from './act.ts'
import { createAuthorization } from './authorizations.ts'
import type { Mandate, Transaction } from './integration.ts'
import { agreeToMandate } from './mandates.ts'
import { renderMandate, renderTransaction } from './page-html.ts'
import type { Scope, Simulation } from './simulation.ts'
import { failTransaction, payTransaction } from './transactions.ts'

/** Decision of the payer on the hosted page. A declined or abandoned transaction can still be paid there. */
export function decideOnPage(scope: Scope, transaction: Transaction, decision: Decision): void {
  if (transaction.status === 'success' || transaction.status === 'reversed') return
  const card = () => createAuthorization(transaction.customer.email, 'card', { isReusable: true })
  if (decision === 'success') payTransaction(scope, transaction, transaction.authorization ?? card())
  else if (decision === 'declined') failTransaction(transaction, 'Insufficient Funds')
  else Object.assign(transaction, { status: 'abandoned', gatewayResponse: 'The transaction was not completed' })
}

/** Serves the pages that `authorization_url` of a transaction and `redirect_url` of a mandate point to. */
export function serveHostedPage(
  app: FastifyInstance,
  simulation: Simulation,
  afterAgreement: (reference: string) => void,
): void {
  const sendPage = (reply: FastifyReply, content: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(renderPage('Paystack', content))

  app.get<{ Params: { code: string } }>('/checkout/:code', (request, reply) => {
    const { transaction, mandate } = findPage(simulation, request.params.code)
    if (mandate) return sendPage(reply, renderMandate(mandate))
    if (!transaction) return sendPage(reply.code(404), '<h1>No such payment</h1>')
    if (transaction.status === 'abandoned') transaction.status = 'ongoing'
    return sendPage(reply, renderTransaction(transaction))
  })
  app.post<{ Params: { code: string }; Body: Record<string, string> }>('/checkout/:code', async (request, reply) => {
    const { integration, transaction, mandate } = findPage(simulation, request.params.code)
    const page = transaction ?? mandate
    const decision = decisions.find((one) => one === request.body?.decision)
    if (!integration || !page || !decision) return sendPage(reply.code(404), '<h1>No such payment</h1>')
    await act(simulation, integration, (scope) => {
      if (transaction) decideOnPage(scope, transaction, decision)
      else if (mandate && decision === 'success') agreeToMandate(scope, mandate)
    })
    if (mandate && decision === 'success') afterAgreement(mandate.reference)
    return reply.redirect(addressAfter(page), 303)
  })
}

/** Transaction or mandate that an access code belongs to. */
function findPage({ integrations }: Simulation, accessCode: string) {
  for (const integration of Object.values(integrations)) {
    const transaction = [...integration.transactions.values()].find((one) => one.accessCode === accessCode)
    const mandate = [...integration.mandates.values()].find((one) => one.accessCode === accessCode)
    if (transaction || mandate) return { integration, transaction, mandate }
  }
  return {}
}

/** `callback_url?trxref=…&reference=…`; the page itself if the merchant gave no address. */
function addressAfter({ callbackUrl, accessCode, reference }: Transaction | Mandate): string {
  if (!callbackUrl) return `/checkout/${accessCode}`
  const address = new URL(callbackUrl)
  address.searchParams.set('trxref', reference)
  address.searchParams.set('reference', reference)
  return address.href
}
