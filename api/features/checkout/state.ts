import type { Mode } from '@adire/contract/call.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { localPhone } from '@adire/contract/phone.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { oncePerConnection } from '../../database/row-statements.ts'
import { problem } from '../../http/problem.ts'
import { clock } from '../../jobs/business-clock.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { toChannelStates } from '../payments/channels/channels.ts'
import { merchantsOfAccessCodes, type PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { businessRestrictions } from '../restrictions/tables.ts'
import { requireNotStopped } from '../restrictions/trading.ts'
import { reserveCoupon } from '../subscriptions/payer-coupon.ts'
import { requireCardChangeAllowed } from './card-change-allowed.ts'
import { toFieldValues } from './custom-fields.ts'
import { requireCharge } from './hosted-charge.ts'
import { requireAmountDue } from './invoice.ts'
import { reserveQuota } from './quota.ts'

const ofMode = and(eq(merchants.id, payments.merchantId), eq(merchants.mode, sql.placeholder('mode')))
const ofCode = and(
  eq(payments.merchantId, sql.placeholder('merchantId')),
  eq(payments.accessCode, sql.placeholder('accessCode')),
)

const preparedFind = oncePerConnection((tx) =>
  tx
    .select({ payment: payments, offsetMs: clock.offsetMs })
    .from(payments)
    .innerJoin(merchants, ofMode)
    .leftJoin(clock.table, clock.isOf(payments.merchantId))
    .where(ofCode)
    .prepare('find_payment'),
)
const preparedLock = oncePerConnection((tx) =>
  tx
    .select({
      payment: payments,
      live: goLiveRequests.status,
      frozenFor: businessRestrictions.paymentsFrozenFor,
      paymentLimit: paymentLinks.paymentLimit,
    })
    .from(payments)
    .innerJoin(merchants, ofMode)
    .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
    .leftJoin(businessRestrictions, eq(businessRestrictions.merchantId, merchants.id))
    .leftJoin(
      paymentLinks,
      and(eq(paymentLinks.merchantId, payments.merchantId), eq(paymentLinks.id, payments.paymentLinkId)),
    )
    .where(ofCode)
    .for('update', { of: payments })
    .prepare('lock_payment'),
)

/** A payment by access code, if its merchant is in this mode, with the offset of the merchant's clock. */
export async function findPaymentWithClock(tx: Tx, mode: Mode, accessCode: string) {
  return merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    preparedFind(tx).execute({ mode, merchantId, accessCode }),
  )
}

/** A payment by access code, if its merchant is in this mode. */
export async function findPayment(tx: Tx, mode: Mode, accessCode: string): Promise<PaymentRecord | undefined> {
  return (await findPaymentWithClock(tx, mode, accessCode))?.payment
}

/**
 * Locks a payment that can still be paid, or is already paid: a second click on "Pay" must return the success, not an error.
 * @throws 404 if it is unknown or of a saved card; 409 card_only, payment_expired, payment_in_progress, payment_over, payments_stopped, and
 *   those of its invoice, charge, subscription, coupon or link limit
 */
export async function lockPayablePayment(
  context: Context,
  accessCode: string,
  by: Channel | 'answer',
): Promise<PaymentRecord> {
  const { tx, mode, now } = context
  const found = await merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    preparedLock(tx).execute({ mode, merchantId, accessCode }),
  )
  if (!found) throw problem.notFound('payment')
  const { payment, paymentLimit } = found
  if (payment.savedCardId && !payment.savesCard) throw problem.notFound('payment')
  if (payment.planId && by !== 'card' && by !== 'answer')
    throw problem.conflict('card_only', 'A subscription is paid by card, so that it can be charged again')
  if (payment.status === 'pending' && payment.expiresAt <= now)
    throw problem.conflict('payment_expired', 'This payment has expired. Nothing was charged. Start again.')
  if (payment.status === 'processing')
    throw problem.conflict('payment_in_progress', 'The bank is still working on this payment. Wait a moment.')
  if (payment.status !== 'pending' && payment.status !== 'success')
    throw problem.conflict('payment_over', 'This payment did not go through. Start again to pay.')
  if (payment.status === 'success') return payment
  requireNotStopped(found)
  if (payment.invoiceId) await requireAmountDue(context, payment)
  await requireCharge(tx, payment, by)
  await requireCardChangeAllowed(context, payment)
  await reserveQuota(tx, payment, paymentLimit)
  await reserveCoupon(tx, payment)
  return payment
}

/**
 * Serializes a payment for the payer. What they typed is there to be changed until it is paid; then the access code is in the address of the
 * receipt, which is passed on.
 */
export function toCheckoutState(payment: PaymentRecord): CheckoutState {
  const { failureCode: code, failureMessage: message, paidAt } = payment
  return {
    accessCode: payment.accessCode,
    reference: payment.reference,
    status: payment.status,
    step: payment.step,
    channel: payment.channel,
    email: payment.customerEmail,
    phone: paidAt === null && payment.customerPhone ? localPhone(payment.customerPhone) : null,
    fields: paidAt === null ? toFieldValues(payment.metadata) : {},
    quantity: payment.quantity,
    priceKobo: payment.priceKobo,
    amountKobo: payment.amountKobo,
    failure: code && message ? { code, message } : null,
    triesLeft: payment.attemptsLeft,
    ...toChannelStates(payment),
    openUrl: payment.openUrl,
    returned: returnedOf(payment),
    paidAt: paidAt?.toISOString() ?? null,
    expiresAt: payment.expiresAt.toISOString(),
  }
}

const returnedOf = ({ returnedKobo: amountKobo, returnedFor: reason }: PaymentRecord) =>
  amountKobo && reason ? { amountKobo, reason } : null
