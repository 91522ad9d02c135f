import type { FastifyInstance } from 'fastify'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorOf } from '../../connectors/connector-for.ts'
import { hostedUnitOfWork } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { returnPath } from './card-page.ts'
import { findPayment } from './state.ts'
import { payerPage } from './three-d-secure.ts'

/** Where a payer comes back to from the card page of the processor. Only the processor's answer counts, not the address. */
export function returnPage(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Params: { accessCode: string } }>(returnPath(':accessCode'), async (request, reply) => {
    const unitOfWork = hostedUnitOfWork(runtime, 'LIVE', request)
    const { accessCode } = request.params
    const payment = await unitOfWork.write(({ tx }) => findPayment(tx, 'LIVE', accessCode))
    if (!payment?.processor || !payment.processorReference) throw problem.notFound('payment')
    const { merchantId, id, processor, processorReference: reference, amountKobo } = payment
    const isOpen = payment.status === 'pending' || payment.status === 'processing'
    const outcome = isOpen
      ? await callConnector(connectorOf(unitOfWork, processor).payments.query({ reference, amountKobo }))
      : undefined
    const address = await unitOfWork.write(async (context) => {
      const known = outcome ? await applyOutcome(context, { merchantId, id }, outcome) : payment
      return payerPage(context.tx, known)
    })
    return reply.redirect(address, 303)
  })
}
