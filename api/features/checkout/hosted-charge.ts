import type { startPayment } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { savedCardConsent } from '@adire/contract/saved-cards.ts'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { type ChargeRecord, chargeById, findCharge } from '../charges/charges.ts'
import { decidingPayment } from '../charges/serialize.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { closedProblem, type FoundPageContent, type PageContent } from './link.ts'
import { toPayee } from './payee.ts'
import type { CheckoutOrder, PayerInput } from './start.ts'

/** True if the slug is a charge's access code. No payment link slug has this prefix. */
export const isCharge = (slug: string) => slug.startsWith('chg_')

/**
 * The order of another attempt at a charge, and the context on the business clock of its merchant. Payer and amount come from the charge;
 * the request's values are ignored.
 * @throws 404 payment_page_closed, also after the charge has expired
 */
export async function orderFromCharge(
  requestContext: Context,
  { slug }: ParsedInput<typeof startPayment>,
): Promise<{ context: Context; order: CheckoutOrder; payer: PayerInput }> {
  const found = await findCharge(requestContext.tx, slug)
  if (!found || found.business.mode !== requestContext.mode) throw closedProblem()
  const { charge } = found
  const context = await withBusinessClock(requestContext, charge.merchantId)
  if (charge.expiresAt <= context.now) throw closedProblem('expired')
  return { context, order: toCheckoutOrder(charge), payer: toPayerInput(charge) }
}

export const toCheckoutOrder = (charge: ChargeRecord): CheckoutOrder => ({
  merchantId: charge.merchantId,
  paymentLinkId: null,
  invoiceId: null,
  chargeId: charge.id,
  priceKobo: charge.amountKobo,
  feeBearer: charge.feeBearer,
  channels: charge.channels,
  splitId: charge.splitId,
  savesCard: charge.saveCard,
  customFields: { customerPhone: charge.phone, metadata: null },
  expiresAt: charge.expiresAt,
})

/** The payer of a charge. All attempts at a charge share one `checkoutId`. */
export const toPayerInput = ({ id, email, name }: ChargeRecord): PayerInput => ({
  checkoutId: id,
  email,
  ...(name && { name }),
})

/** The checkout page of a charge in either mode, with the payment to show if the URL names none. */
export async function findChargePage(
  { tx, config, realNow }: Pick<Context, 'tx' | 'config' | 'realNow'>,
  accessCode: string,
): Promise<FoundPageContent | undefined> {
  const found = await findCharge(tx, accessCode)
  if (!found) return undefined
  const { charge, business } = found
  const page: PageContent = {
    slug: accessCode,
    name: charge.description ?? `Payment ${charge.reference}`,
    description: null,
    ...toPayee(config, business),
    picture: null,
    amountKobo: charge.amountKobo,
    minimumKobo: null,
    quantity: null,
    feeBearer: charge.feeBearer,
    fields: [],
    collectPhone: false,
    hasThanks: charge.callbackUrl !== null,
    channels: charge.channels,
    coupon: null,
    plan: null,
    invoice: null,
    saveCardConsent: charge.saveCard ? savedCardConsent(business.businessName) : null,
    isCharge: true,
  }
  const { now } = await withBusinessClock({ tx, mode: business.mode, now: realNow, realNow }, charge.merchantId)
  const payment = await decidingPayment(tx, charge)
  const isOver = charge.expiresAt <= now && (payment?.status === 'failed' || payment?.status === 'abandoned')
  return {
    page,
    now,
    closed: isOver ? { closing: 'expired', message: null } : null,
    merchantId: charge.merchantId,
    paymentLinkId: null,
    invoiceId: null,
    chargeId: charge.id,
    ...(payment && !isOver && { payment }),
  }
}

const isPaid = sql`${payments.paidAt} is not null`
const isUnderWay = sql`(${payments.status} = 'processing' or (${payments.status} = 'pending' and ${payments.processorReference} is not null))`

/**
 * Checks that the charge is not paid, and that no other attempt may still take the payer's money.
 * @throws 409 charge_paid, payment_in_progress
 */
export async function requireUnpaid(
  tx: Tx,
  { merchantId, chargeId, id }: { merchantId: string; chargeId: string; id?: string },
): Promise<void> {
  const others = (which: SQL) =>
    tx.$count(
      payments,
      and(
        eq(payments.merchantId, merchantId),
        eq(payments.chargeId, chargeId),
        id === undefined ? undefined : ne(payments.id, id),
        which,
      ),
    )
  if ((await others(isPaid)) > 0)
    throw problem.conflict('charge_paid', 'This has already been paid. There is nothing more to do.')
  if ((await others(isUnderWay)) > 0)
    throw problem.conflict('payment_in_progress', 'The bank is still working on this payment. Wait a moment.')
}

/**
 * Checks, before the payer is charged, that the payment's charge is unpaid and accepts this channel.
 * @throws 409 channel_refused, charge_paid, payment_in_progress
 */
export async function requireCharge(tx: Tx, payment: PaymentRecord, by: string): Promise<void> {
  const { merchantId, chargeId, id } = payment
  if (!chargeId) return
  const charge = await chargeById(tx, merchantId, chargeId)
  if (!charge) throw problem.notFound('payment')
  if (by !== 'answer' && !charge.channels.some((channel) => channel === by))
    throw problem.conflict('channel_refused', 'The business does not accept this payment method. Choose another one.')
  await requireUnpaid(tx, { merchantId, chargeId, id })
}
