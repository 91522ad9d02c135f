import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { changeCard as changeCardEndpoint } from '@adire/contract/subscriber.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addPayment, note, type PaymentRecord } from '../payments/payments.ts'
import { payments } from '../payments/tables.ts'
import {
  cardCheckKobo,
  codeAlphabet,
  holdDebt,
  invoiceOf,
  lockSubscription,
  lowerAlphabet,
  mayChangeCard,
  owedOf,
  randomText,
  requireFound,
  type SubscriptionRecord,
} from '../subscriptions/subscriptions.ts'
import { stateOf } from './state.ts'

const noChange = () =>
  problem.conflict('subscription_ended', 'This subscription ends or has ended: there is nothing to pay for any more')

/**
 * Begins a payment whose card is the subscription's once it is paid: of what is owed, or a check of the card. One that was
 * begun and can still be paid is answered again.
 */
export async function changeCard(asked: Context, { accessCode }: Parsed<typeof changeCardEndpoint>) {
  const { found, own: context } = await requireFound(asked, accessCode)
  const { tx, now, origin } = context
  const held = await lockSubscription(tx, found.held)
  if (!mayChangeCard(held)) throw noChange()
  const owed = owedOf(held, held.openInvoiceId ? await invoiceOf(tx, held, held.openInvoiceId) : undefined)
  const amountKobo = owed?.dueKobo ?? cardCheckKobo
  const begun = await findBegun(context, held, owed?.id ?? null)
  if (begun) return stateOf(begun)
  const until = new Date(now.getTime() + limits.abandonAfterMs)
  const payment = await addPayment(tx, {
    merchantId: held.merchantId,
    reference: `pay_${randomText(lowerAlphabet, 16)}`,
    accessCode: randomText(codeAlphabet, 24),
    checkoutId: crypto.randomUUID(),
    planId: held.planId,
    subscriptionId: held.id,
    subscriptionInvoiceId: owed?.id ?? null,
    isCardCheck: !owed,
    status: 'pending',
    step: 'enter_card',
    priceKobo: amountKobo,
    amountKobo,
    feeBearer: 'merchant',
    customerEmail: held.customerEmail,
    customerName: held.customerName,
    ipAddress: origin.ip,
    createdAt: now,
    expiresAt: until,
    checkAt: until,
  })
  const what = owed ? `to pay ${formatNaira(amountKobo)} with another card` : 'to change the card'
  await note(tx, payment, now, 'started', `${held.customerEmail} began ${what}`)
  return stateOf(payment)
}

async function findBegun({ tx, now }: Context, held: SubscriptionRecord, invoiceId: string | null) {
  const [begun] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, held.merchantId),
        eq(payments.subscriptionId, held.id),
        invoiceId ? eq(payments.subscriptionInvoiceId, invoiceId) : isNull(payments.subscriptionInvoiceId),
        isNull(payments.savedCardId),
        isNull(payments.paymentLinkId),
        eq(payments.status, 'pending'),
        gt(payments.expiresAt, now),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return begun
}

/** Before a card is charged: the subscription still wants it, and what is owed is nobody else's to charge meanwhile. */
export async function requireWanted(context: Context, payment: PaymentRecord): Promise<void> {
  const { merchantId, subscriptionId } = payment
  if (!subscriptionId) return
  const held = await lockSubscription(context.tx, { merchantId, id: subscriptionId })
  if (!mayChangeCard(held)) throw noChange()
  await holdDebt(context, held, payment)
}
