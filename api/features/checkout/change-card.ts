import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { changeCard } from '@adire/contract/subscriber.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { addPayment, appendPaymentEvent } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { requirePaymentsNotStopped } from '../restrictions/trading.ts'
import { findSubscriptionInvoice, lockSubscription, type SubscriptionRecord } from '../subscriptions/move.ts'
import { cardCheckKobo, mayChangeCard, requireFound, selectOwedInvoice } from '../subscriptions/payer.ts'
import { cardChangeRejected } from './card-change-allowed.ts'
import { toCheckoutState } from './state.ts'

/**
 * Starts a payment that changes the subscription's card once paid: of the open invoice, or a card check. A started payment that
 * can still be paid is returned again.
 * @throws 409 subscription_ended, payments_stopped
 */
export async function changeCardHandler(requestContext: Context, { accessCode }: ParsedInput<typeof changeCard>) {
  const { found, merchantContext: context } = await requireFound(requestContext, accessCode)
  const { tx, now, origin } = context
  const subscription = await lockSubscription(tx, found.subscription)
  if (!mayChangeCard(subscription)) throw cardChangeRejected()
  const openInvoice = selectOwedInvoice(
    subscription,
    subscription.openInvoiceId
      ? await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId)
      : undefined,
  )
  const amountKobo = openInvoice?.dueKobo ?? cardCheckKobo
  const pending = await findPendingCardChange(context, subscription, openInvoice?.id ?? null)
  if (pending) return toCheckoutState(pending)
  await requirePaymentsNotStopped(tx, subscription.merchantId)
  const until = new Date(now.getTime() + limits.abandonAfterMs)
  const payment = await addPayment(tx, {
    merchantId: subscription.merchantId,
    reference: `pay_${randomText(16)}`,
    accessCode: randomText(24, accessCodeAlphabet),
    checkoutId: crypto.randomUUID(),
    planId: subscription.planId,
    subscriptionId: subscription.id,
    subscriptionInvoiceId: openInvoice?.id ?? null,
    isCardCheck: !openInvoice,
    status: 'pending',
    step: 'enter_card',
    priceKobo: amountKobo,
    amountKobo,
    feeBearer: 'merchant',
    customerEmail: subscription.customerEmail,
    customerName: subscription.customerName,
    ipAddress: origin.ip,
    createdAt: now,
    expiresAt: until,
    checkAt: until,
  })
  const purpose = openInvoice ? `to pay ${formatNaira(amountKobo)} with another card` : 'to change the card'
  await appendPaymentEvent(tx, payment, now, 'started', `${subscription.customerEmail} began ${purpose}`)
  return toCheckoutState(payment)
}

async function findPendingCardChange({ tx, now }: Context, subscription: SubscriptionRecord, invoiceId: string | null) {
  const [pending] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, subscription.merchantId),
        eq(payments.subscriptionId, subscription.id),
        invoiceId ? eq(payments.subscriptionInvoiceId, invoiceId) : isNull(payments.subscriptionInvoiceId),
        isNull(payments.savedCardId),
        isNull(payments.paymentLinkId),
        eq(payments.status, 'pending'),
        gt(payments.expiresAt, now),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return pending
}
