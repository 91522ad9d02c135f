import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import type { FastifyInstance } from 'fastify'
import { callConnector } from '../../connectors/call-connector.ts'
import { requireConnector } from '../../connectors/connector-for.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { hostedUnitOfWork } from '../../http/hosted-page.ts'
import { Problem, problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { confirmPath, isWithoutPayer, waitsForConfirmation } from '../payments/confirm-card.ts'
import { lockPayment, type PaymentRecord } from '../payments/move.ts'
import { receiptPath } from '../payments/receipt.ts'
import { returnPath } from './card-page.ts'
import { findPayment } from './state.ts'
import { payerPage } from './three-d-secure.ts'

/** How long after the payment a bank's page leads a payer back, in ms. The holder of a saved card has until the payment expires. */
const leadsBackMs = hourMs

/**
 * Where the holder of a saved card confirms a charge, and where a payer comes back to from the card page of the processor, with the access code of the payment, or from the page of a bank, with
 * the processor's reference: that address is the same for all payments. Only the processor's answer counts, not the address.
 */
export function returnPage(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Params: { accessCode: string } }>(returnPath(':accessCode'), async (request, reply) => {
    const unitOfWork = hostedUnitOfWork(runtime, 'LIVE', request)
    const { accessCode } = request.params
    const payment = await unitOfWork.write(({ tx }) => findPayment(tx, 'LIVE', accessCode))
    return reply.redirect(await comeBack(unitOfWork, payment), 303)
  })
  app.get<{ Params: { accessCode: string } }>(confirmPath(':accessCode'), async (request, reply) => {
    const unitOfWork = hostedUnitOfWork(runtime, 'LIVE', request)
    const { accessCode } = request.params
    return reply.redirect(await unitOfWork.write((context) => findConfirmationPage(context, accessCode)), 303)
  })
  app.get<{ Querystring: { reference?: unknown } }>('/pay/return', async (request, reply) => {
    const unitOfWork = hostedUnitOfWork(runtime, 'LIVE', request)
    const { reference } = request.query
    const payment =
      typeof reference === 'string' && reference.length <= 100
        ? await unitOfWork.write((context) => findByReference(context, reference))
        : undefined
    return reply.redirect(await comeBack(unitOfWork, payment), 303)
  })
}

/** Where the holder of a saved card confirms a charge; what there is to see, once there is nothing to confirm. */
async function findConfirmationPage(context: Context, accessCode: string): Promise<string> {
  const { tx, now } = context
  const payment = await findPayment(tx, 'LIVE', accessCode)
  if (!payment?.processor || !isWithoutPayer(payment)) throw problem.notFound('payment')
  return waitsForConfirmation(payment) && payment.expiresAt > now ? payment.openUrl : findAddress(context, payment)
}

/** How long after a payment its payer, who comes back from a bank, is led to the page on which it began, in ms. */
const pageLeadsMs = 15 * minuteMs

/**
 * The page of a payment, or its receipt. Receipts are passed on, and have the access code of the payment in their address: it must not lead
 * on to the page of a subscription, which cancels it, or to an invoice.
 */
async function findAddress({ tx, now }: Context, payment: PaymentRecord): Promise<string> {
  const { paidAt, isCardCheck, subscriptionId, accessCode } = payment
  if (!paidAt || isCardCheck) return payerPage(tx, payment)
  const isPassedOn = now.getTime() - paidAt.getTime() >= pageLeadsMs
  const hasNoPage = subscriptionId !== null && isWithoutPayer(payment)
  return isPassedOn || hasNoPage ? receiptPath(accessCode) : payerPage(tx, payment)
}

/** Receipts show references, so one leads to its payment only while its payer may be on the page of the bank. */
async function findByReference({ tx, now }: Context, reference: string): Promise<PaymentRecord | undefined> {
  const payment = await lockPayment(tx, { processorReference: reference })
  if (!payment) return undefined
  const until = isWithoutPayer(payment) ? payment.expiresAt : new Date(payment.createdAt.getTime() + leadsBackMs)
  return until > now ? payment : undefined
}

const queriesPerMinute = 6

/** Counts a query, which is several requests to the processor. False if there were too many: a job queries the payment, too. */
async function countQuery({ tx, realNow }: Context, { id }: PaymentRecord): Promise<boolean> {
  try {
    await consumeAttempt(tx, [{ key: `payment-return:${id}`, max: queriesPerMinute }], realNow, minuteMs)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Queries an open payment, unless it was queried too often, and returns the address of its page. */
async function comeBack(unitOfWork: UnitOfWork, payment: PaymentRecord | undefined): Promise<string> {
  if (!payment?.processor || !payment.processorReference) throw problem.notFound('payment')
  const { merchantId, id, processor, processorReference: reference, amountKobo } = payment
  const isOpen = payment.status === 'pending' || payment.status === 'processing'
  const isQueried = isOpen && (await unitOfWork.write((context) => countQuery(context, payment)))
  const outcome = isQueried
    ? await runForBusiness(merchantId, () =>
        callConnector(requireConnector(unitOfWork, processor).payments.query({ reference, amountKobo })),
      )
    : undefined
  return unitOfWork.write(async (context) => {
    const known = outcome ? await applyOutcome(context, { merchantId, id }, outcome) : payment
    return findAddress(context, known)
  })
}
