import type { getThanks } from '@adire/contract/checkout.ts'
import type { Thanks } from '@adire/contract/checkout-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { chargeById } from '../charges/charges.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findPayment } from './state.ts'

/**
 * Success message and redirect URL, for payers who have paid only: they may give access to the goods.
 * @throws 404 if the payment is unknown; 409 not_paid
 */
export async function getThanksHandler(
  { tx, mode }: Context,
  { accessCode }: ParsedInput<typeof getThanks>,
): Promise<Thanks> {
  const payment = await findPayment(tx, mode, accessCode)
  if (!payment) throw problem.notFound('payment')
  if (!payment.paidAt) throw problem.conflict('not_paid', 'This payment has not been paid')
  return findThanks(tx, payment)
}

export async function findThanks(tx: Tx, payment: PaymentRecord): Promise<Thanks> {
  if (payment.chargeId) {
    const charge = await chargeById(tx, payment.merchantId, payment.chargeId)
    const url = charge?.callbackUrl
    return { message: null, redirectUrl: url ? withReference(url, charge.reference) : null }
  }
  const [link] = payment.paymentLinkId
    ? await tx
        .select({ message: paymentLinks.successMessage, redirectUrl: paymentLinks.redirectUrl })
        .from(paymentLinks)
        .where(and(eq(paymentLinks.merchantId, payment.merchantId), eq(paymentLinks.id, payment.paymentLinkId)))
    : []
  if (!link) return { message: null, redirectUrl: null }
  return { ...link, redirectUrl: link.redirectUrl && withReference(link.redirectUrl, payment.reference) }
}

/** The merchant's URL with the reference of the charge or payment as query parameter; nothing else of the request is added. */
function withReference(address: string, reference: string): string {
  const url = new URL(address)
  url.searchParams.set('reference', reference)
  return url.href
}
