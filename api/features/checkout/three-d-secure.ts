import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { requireConnector } from '../../connectors/connector-for.ts'
import { sandboxBank } from '../../connectors/sandbox/bank.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { Tx } from '../../database/connect.ts'
import { type Html, html } from '../../emails/html.ts'
import { hostedUnitOfWork, requireSameSite } from '../../http/hosted-page.ts'
import type { Runtime } from '../../runtime.ts'
import { chargeById } from '../charges/charges.ts'
import { invoices } from '../invoices/tables.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findSubscription } from '../subscriptions/move.ts'
import { unitOfWorkOnClockOfPayment } from './on-business-clock.ts'
import { checkoutPath } from './page.ts'
import { sandboxPage, sendPage } from './sandbox-frame.ts'

interface TokenRoute {
  Params: { token: string }
}

/** Routes of the simulated 3-D Secure page of a sandbox card. The decision is handled like that of a real processor. */
export function threeDSecurePages(app: FastifyInstance, runtime: Runtime): void {
  app.get<TokenRoute>('/sandbox/3ds/:token', async (request, reply) => {
    const bankPage = await sandboxBank(sandboxStore(hostedUnitOfWork(runtime, 'TEST', request).write)).page(
      request.params.token,
    )
    return sendPage(reply.code(bankPage ? 200 : 404), bankPage?.isOpen ? renderChallengePage(bankPage) : goneBackPage)
  })

  app.post<TokenRoute & { Body: unknown }>('/sandbox/3ds/:token', async (request, reply) => {
    requireSameSite(request)
    const unitOfWork = hostedUnitOfWork(runtime, 'TEST', request)
    const approved = z.safeParse(z.object({ decision: z.literal('approve') }), request.body).success
    const sent = await sandboxBank(sandboxStore(unitOfWork.write)).decide(request.params.token, approved)
    if (sent === undefined) return sendPage(reply.code(404), goneBackPage)
    // The return of the browser proves nothing: query the processor for the outcome.
    const outcome = await requireConnector(unitOfWork, 'sandbox').payments.query(sent)
    const merchantUnitOfWork = await unitOfWorkOnClockOfPayment(unitOfWork, 'processorReference', sent.reference)
    const address = await merchantUnitOfWork.write(async (context) =>
      payerPage(context.tx, await applyOutcome(context, { processorReference: sent.reference }, outcome)),
    )
    return reply.redirect(address, 303)
  })
}

export async function payerPage(
  tx: Tx,
  { merchantId, paymentLinkId, invoiceId, chargeId, subscriptionId, accessCode }: PaymentRecord,
): Promise<string> {
  if (subscriptionId && !paymentLinkId) {
    const subscription = await findSubscription(tx, { merchantId, id: subscriptionId })
    return `/pay/subscription/${subscription.accessCode}?payment=${accessCode}`
  }
  if (invoiceId) {
    const [invoice] = await tx
      .select({ reference: invoices.reference })
      .from(invoices)
      .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId)))
    return checkoutPath(invoice!.reference, accessCode)
  }
  if (chargeId) return checkoutPath((await chargeById(tx, merchantId, chargeId))!.accessCode, accessCode)
  const [link] = await tx
    .select({ slug: paymentLinks.slug })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId!)))
  return checkoutPath(link!.slug, accessCode)
}

const renderChallengePage = ({ amountKobo, last4 }: { amountKobo: number; last4: string | null }): Html =>
  sandboxPage(
    'Confirm this payment',
    html`<p>Your bank asks whether this payment is yours.</p>
<dl><div><dt>Amount</dt><dd>${formatNaira(amountKobo)}</dd></div><div><dt>Card</dt><dd>ending ${last4 ?? ''}</dd></div></dl>
<form method="post"><button name="decision" value="approve">Approve</button><button name="decision" value="deny">Deny</button></form>`,
  )

const goneBackPage = sandboxPage(
  'Nothing to confirm',
  html`<p>This question was answered already, or never asked. Go back to the page you paid on.</p>`,
)
