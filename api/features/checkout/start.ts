import { type Channel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { startPayment } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { withBusinessClock, withClockOffset } from '../../jobs/business-clock.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import {
  addPayment,
  appendPaymentEvent,
  lockPayment,
  type PaymentRecord,
  updatePaymentRecord,
} from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { amountToPay } from '../prices/own-prices.ts'
import { requireTrading } from '../restrictions/trading.ts'
import { findSplitTerms } from '../splits/terms.ts'
import type { PlanRecord } from '../subscriptions/move.ts'
import { requirePayerCoupon } from '../subscriptions/payer-coupon.ts'
import { checkCustomFields } from './custom-fields.ts'
import { calculateFirstCharge } from './first-charge.ts'
import { isCharge, orderFromCharge, requireUnpaid } from './hosted-charge.ts'
import { isInvoice, orderFromInvoice } from './invoice.ts'
import { closedProblem, lockLink, type PaymentLinkRecord, requireOpenLink } from './link.ts'
import { offerChannels, requirePaymentsOpen } from './offered-channels.ts'
import { requireSameTerms } from './plan-terms.ts'
import { requireQuota } from './quota.ts'
import { requireStarts } from './start-limits.ts'
import { toCheckoutState } from './state.ts'
import { lockCheckout } from './terms.ts'

type Input = ParsedInput<typeof startPayment>

/** Starts a payment attempt. A pending payment for the same purchase by the same payer is resumed instead. */
export async function startPaymentHandler(requestContext: Context, input: Input) {
  const { context, order, payer } = await findOrder(requestContext, input)
  return toCheckoutState(await findOrCreatePayment(context, order, payer))
}

/** The order and its payer, and the context on the business clock of the merchant. */
async function findOrder(requestContext: Context, input: Input) {
  if (isCharge(input.slug)) return orderFromCharge(requestContext, input)
  if (!isInvoice(input.slug)) return { ...(await orderFromLink(requestContext, input)), payer: input }
  const order = await orderFromInvoice(requestContext, input)
  return { context: await withBusinessClock(requestContext, order.merchantId), order, payer: input }
}

export type PayerInput = Pick<Input, 'checkoutId' | 'email' | 'name'>

/**
 * The pending payment of this purchase, or a new one. `context` must use the merchant's business clock.
 * @throws 503 unavailable, in live mode without a processor; 422 payer_refused (blacklisted), payment_limit_exceeded; 409 payment_in_progress, charge_paid, payment_places_taken, payments_stopped, day_limit_reached; 429 too_many_attempts
 */
export async function findOrCreatePayment(
  context: Context,
  order: CheckoutOrder,
  input: PayerInput,
): Promise<PaymentRecord> {
  const { merchantId, priceKobo, feeBearer } = order
  const { tx } = context
  requirePaymentsOpen(context)
  const { isBlacklisted, restrictions, prices } = await lockCheckout(context, { merchantId, ...input })
  if (isBlacklisted)
    throw problem.field('email', 'This business does not accept payments from this email', 'payer_refused')
  const pending = await findPendingPayment(context, order, input)
  const { link, customFields = noCustomFields } = order
  if (pending) return order.chargeId ? pending : updateCustomFields(context, pending, customFields)
  if (order.chargeId) await requireUnpaid(tx, { merchantId, chargeId: order.chargeId })
  if (link) await requireQuota(tx, link, input.checkoutId, order.quantity ?? 1)

  if (!order.startedText) await requireStarts(context, { ...order, customerEmail: input.email })
  const { channels } = offerChannels(context, order.channels ?? hostedChannels)
  const amountKobo = amountToPay(prices, { channels, feeBearer, priceKobo })
  await requireTrading(context, merchantId, order.isCardCheck ? 0 : amountKobo, restrictions)
  return createPayment(context, order, input, { amountKobo, prices })
}

async function createPayment(
  { tx, now, origin }: Context,
  order: CheckoutOrder,
  { checkoutId, email, name }: PayerInput,
  price: Pick<PaymentRecord, 'amountKobo' | 'prices'>,
) {
  const { merchantId, priceKobo, feeBearer, customFields = noCustomFields } = order
  const expiresAt = order.expiresAt ?? new Date(now.getTime() + limits.abandonAfterMs)
  const payment = await addPayment(tx, {
    merchantId,
    reference: `pay_${randomText(16)}`,
    accessCode: randomText(24, accessCodeAlphabet),
    checkoutId,
    paymentLinkId: order.paymentLinkId,
    invoiceId: order.invoiceId,
    chargeId: order.chargeId,
    planId: order.planId ?? null,
    couponId: order.couponId ?? null,
    discountKobo: order.discountKobo ?? null,
    setupFeeKobo: order.setupFeeKobo ?? 0,
    planAmountKobo: order.planAmountKobo ?? null,
    ...(await findSplitTerms(tx, merchantId, order.splitId)),
    isCardCheck: order.isCardCheck ?? false,
    savesCard: order.savesCard ?? false,
    status: 'pending',
    step: 'select_channel',
    quantity: order.quantity ?? 1,
    priceKobo,
    ...price,
    feeBearer,
    customerEmail: email,
    customerName: name ?? null,
    ...customFields,
    // For an API charge the origin is the merchant's server, not the payer.
    ipAddress: order.startedText ? null : origin.ip,
    createdAt: now,
    expiresAt,
    checkAt: expiresAt,
  })
  const text = order.startedText ?? `${email} began to pay ${formatNaira(payment.amountKobo)}`
  await appendPaymentEvent(tx, payment, now, 'started', text)
  return payment
}

/** What a payment is for, and its price before fees. */
export interface CheckoutOrder {
  merchantId: string
  paymentLinkId: string | null
  invoiceId: string | null
  chargeId: string | null
  /** Price of all units. */
  priceKobo: number
  /** Units that the payer chose; default: 1. */
  quantity?: number
  feeBearer: FeeBearer
  /** Channels that it accepts; default: all of the checkout. */
  channels?: readonly Channel[]
  /** The split that shares the proceeds. */
  splitId: string | null
  /** Custom fields with the payer's values, and the phone number. */
  customFields?: ReturnType<typeof checkCustomFields>
  link?: PaymentLinkRecord
  /** The plan to subscribe to. With a trial, `isCardCheck` is true: the card is only verified. */
  planId?: string
  isCardCheck?: boolean
  /** The coupon of the payer, and its discount on the first period, unless that is a trial. */
  couponId?: string
  discountKobo?: number | null
  /** Price of a period of the plan. */
  planAmountKobo?: number
  /** Setup fee of the plan. Part of the price, unless that is a card check. */
  setupFeeKobo?: number
  /** Whether the card that pays is saved for later charges. */
  savesCard?: boolean
  /** When the payment expires; default: `limits.abandonAfterMs` from now. */
  expiresAt?: Date
  /** Text of the first timeline event if the payment was started through the API, not by the payer. */
  startedText?: string
}

const noCustomFields = { customerPhone: null, metadata: null }

/** The order of an open link, and the context on the business clock of its merchant. */
async function orderFromLink(
  requestContext: Context,
  input: Input,
): Promise<{ context: Context; order: CheckoutOrder }> {
  const found = await lockLink(requestContext.tx, input.slug)
  if (!found || found.business.mode !== requestContext.mode) throw closedProblem()
  const { link } = found
  const context = withClockOffset(requestContext, found.offsetMs)
  const plan = await requireOpenLink(context, link)
  if (plan) requireSameTerms(plan, input.termsVersion)
  const first = plan && (await firstChargeOf(context, plan, input.couponId))
  if (input.couponId && !plan) throw problem.field('couponId', 'This page takes no codes', 'coupon_refused')
  const quantity = resolveQuantity(link, input.quantity)
  const order = {
    merchantId: link.merchantId,
    paymentLinkId: link.id,
    invoiceId: null,
    chargeId: null,
    priceKobo: quantity * resolvePrice(first ? { ...link, amountKobo: first.amountKobo } : link, input.amountKobo),
    quantity,
    feeBearer: plan ? 'merchant' : link.feeBearer,
    splitId: link.splitId,
    customFields: checkCustomFields(link, input),
    link,
    ...first?.stored,
  }
  return { context, order }
}

/**
 * Amount charged at sign-up: the plan's price after the discount with the setup fee, or the card check if there is a trial or nothing to pay.
 * @throws 422 coupon_refused
 */
async function firstChargeOf(context: Context, plan: PlanRecord, couponId: string | undefined) {
  const coupon = couponId ? await requirePayerCoupon(context, plan, couponId) : undefined
  const { amountKobo, discountKobo, isCardCheck } = calculateFirstCharge(plan, coupon)
  const discounted = coupon && { couponId: coupon.id, discountKobo: plan.trialDays > 0 ? null : discountKobo }
  const { id: planId, amountKobo: planAmountKobo, setupFeeKobo } = plan
  return { amountKobo, stored: { planId, planAmountKobo, setupFeeKobo, isCardCheck, ...discounted } }
}

/** @throws 422 outside the range of the link */
function resolveQuantity({ quantity: range }: PaymentLinkRecord, chosen: number | undefined): number {
  const { minimum, maximum } = range ?? { minimum: 1, maximum: 1 }
  if (chosen === undefined || (chosen >= minimum && chosen <= maximum)) return chosen ?? minimum
  throw problem.field('quantity', range ? `Choose from ${minimum} to ${maximum}` : 'This page takes no quantity')
}

function resolvePrice(
  link: Pick<PaymentLinkRecord, 'amountKobo' | 'minimumKobo'>,
  chosenKobo: number | undefined,
): number {
  if (link.amountKobo === null) {
    if (chosenKobo === undefined) throw problem.field('amountKobo', messages.required)
    const { minimumKobo } = link
    if (minimumKobo !== null && chosenKobo < minimumKobo)
      throw problem.field('amountKobo', messages.amountAtLeast(formatNairaNumber(minimumKobo)))
    return chosenKobo
  }
  if (chosenKobo !== undefined && chosenKobo !== link.amountKobo)
    throw problem.field('amountKobo', `The amount of this page is ${formatNaira(link.amountKobo)}`)
  return link.amountKobo
}

async function findPendingPayment({ tx, now }: Context, order: CheckoutOrder, { checkoutId, email }: PayerInput) {
  const [pending] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, order.merchantId),
        eq(payments.checkoutId, checkoutId),
        order.paymentLinkId ? eq(payments.paymentLinkId, order.paymentLinkId) : isNull(payments.paymentLinkId),
        order.invoiceId ? eq(payments.invoiceId, order.invoiceId) : isNull(payments.invoiceId),
        order.chargeId ? eq(payments.chargeId, order.chargeId) : isNull(payments.chargeId),
        isNull(payments.savedCardId),
        eq(payments.status, 'pending'),
        eq(payments.customerEmail, email),
        eq(payments.priceKobo, order.priceKobo),
        eq(payments.quantity, order.quantity ?? 1),
        eq(payments.setupFeeKobo, order.setupFeeKobo ?? 0),
        order.planAmountKobo ? eq(payments.planAmountKobo, order.planAmountKobo) : isNull(payments.planAmountKobo),
        order.couponId ? eq(payments.couponId, order.couponId) : isNull(payments.couponId),
        gt(payments.expiresAt, now),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return pending
}

/** Stores new custom field values after the payer went back and changed them. */
async function updateCustomFields(
  { tx }: Context,
  pending: PaymentRecord,
  customFields: NonNullable<CheckoutOrder['customFields']>,
) {
  const locked = await lockPayment(tx, { merchantId: pending.merchantId, id: pending.id })
  return locked?.status === 'pending' ? updatePaymentRecord(tx, locked, customFields) : pending
}
