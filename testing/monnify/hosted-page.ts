import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Decision, decisions, renderPage, renderPayment } from '../processor/page-html.ts'
import { act } from './act.ts'
import type { Transaction } from './merchant-account.ts'
import type { Scope, Simulation } from './simulation.ts'
import { findTransaction, payTransaction, saveCard } from './transactions.ts'

/** Decision of the payer on the hosted page. A declined or cancelled transaction can still be paid there. */
export function decideOnPage(scope: Scope, transaction: Transaction, decision: Decision): void {
  if (transaction.status !== 'PENDING' || decision !== 'success') return
  const card = saveCard(scope.simulation, transaction.customer.email)
  payTransaction(scope, transaction, 'CARD', { card })
}

type Params = { reference: string }

/** Serves the pages that `checkoutUrl` points to. */
export function serveHostedPage(app: FastifyInstance, simulation: Simulation): void {
  const sendPage = (reply: FastifyReply, content: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(renderPage('Monnify', content))
  const find = (reference: string) => {
    try {
      return findTransaction(simulation, reference)
    } catch {
      return undefined
    }
  }
  app.get<{ Params: Params }>('/checkout/:reference', ({ params }, reply) => {
    const transaction = find(params.reference)
    if (!transaction) return sendPage(reply.code(404), '<h1>No such payment</h1>')
    const { amountKobo, customer, paymentReference: reference, status } = transaction
    return sendPage(reply, renderPayment({ amountKobo, email: customer.email, reference, isPaid: status === 'PAID' }))
  })
  app.post<{ Params: Params; Body: Record<string, string> }>(
    '/checkout/:reference',
    async ({ params, body }, reply) => {
      const transaction = find(params.reference)
      const decision = decisions.find((one) => one === body?.decision)
      if (!transaction || !decision) return sendPage(reply.code(404), '<h1>No such payment</h1>')
      await act(simulation, (scope) => decideOnPage(scope, transaction, decision))
      return reply.redirect(addressAfter(transaction), 303)
    },
  )
}

/** `redirectUrl?paymentReference=…`; the page itself if the merchant gave no address. */
function addressAfter({ redirectUrl, transactionReference, paymentReference }: Transaction): string {
  if (!redirectUrl) return `/checkout/${encodeURIComponent(transactionReference)}`
  const address = new URL(redirectUrl)
  address.searchParams.set('paymentReference', paymentReference)
  return address.href
}
