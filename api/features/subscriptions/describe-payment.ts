import { describeAddOn } from '@adire/contract/add-on-text.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import type { Purchase } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findCouponIfPresent } from './coupon.ts'
import { findSubscriptionInvoice, type InvoiceRecord } from './move.ts'
import { payerUrl } from './payer-url.ts'
import { plans, subscriptions } from './tables.ts'

type OfSubscription = Pick<
  PaymentRecord,
  'merchantId' | 'subscriptionId' | 'subscriptionInvoiceId' | 'planId' | 'couponId' | 'discountKobo' | 'isCardCheck'
>

/** The subscription with the plan that was paid for, which need not be the one that it has now. */
async function findSubscriptionOfPayment(
  tx: Tx,
  { merchantId, subscriptionId, planId }: OfSubscription,
  invoice: InvoiceRecord | undefined,
) {
  if (!subscriptionId) return undefined
  const paidPlanId = invoice?.planId ?? planId ?? subscriptions.planId
  const [found] = await tx
    .select({
      id: subscriptions.id,
      code: subscriptions.code,
      accessCode: subscriptions.accessCode,
      planId: plans.id,
      planName: plans.name,
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.merchantId, merchantId), eq(plans.id, paidPlanId)))
    .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, subscriptionId)))
  return found && { ...found, planName: invoice?.planName ?? found.planName }
}

/** Coupon that reduced a payment: the one of the payer who subscribes with it, or that of the period that it pays. */
async function findCouponOfPayment(tx: Tx, payment: OfSubscription, period: InvoiceRecord | undefined) {
  const reduced = payment.couponId ? payment : period
  if (!reduced?.couponId || !reduced.discountKobo) return null
  const coupon = await findCouponIfPresent(tx, { merchantId: payment.merchantId, id: reduced.couponId })
  return coupon ? { id: coupon.id, name: coupon.name, discountKobo: reduced.discountKobo } : null
}

/** Invoice that a payment pays. */
async function findPaidInvoice(tx: Tx, { merchantId, subscriptionId, subscriptionInvoiceId }: OfSubscription) {
  if (!subscriptionId || !subscriptionInvoiceId) return undefined
  return findSubscriptionInvoice(tx, { merchantId, id: subscriptionId }, subscriptionInvoiceId)
}

/** The invoice of a plan change has the discount of a full period, of which the payment is a part. */
const periodOf = (invoice: InvoiceRecord | undefined) => (invoice?.kind === 'period' ? invoice : undefined)

export async function subscriptionPaymentParts(tx: Tx, payment: OfSubscription) {
  const invoice = await findPaidInvoice(tx, payment)
  const period = periodOf(invoice)
  const coupon = await findCouponOfPayment(tx, payment, period)
  const found = await findSubscriptionOfPayment(tx, payment, invoice)
  if (!found) return { subscription: null, coupon }
  const { accessCode: _, ...subscription } = found
  const { isCardCheck } = payment
  return { subscription: { ...subscription, isCardCheck, setupFeeKobo: period?.setupFeeKobo ?? 0 }, coupon }
}

const describeCoupon = ({ name, discountKobo }: { name: string; discountKobo: number }): [string, string] => [
  'Coupon',
  `${name}, ${formatNaira(discountKobo)} off`,
]

const describeAddOns = (period: InvoiceRecord | undefined): [string, string][] =>
  (period?.addOns ?? []).map((addOn) => [describeAddOn(addOn), formatNaira(addOn.amountKobo * addOn.quantity)])

const describeSetupFee = (period: InvoiceRecord | undefined): [string, string][] =>
  period?.setupFeeKobo ? [['Setup fee', formatNaira(period.setupFeeKobo)]] : []

export async function describeSubscriptionPurchase(
  tx: Tx,
  payment: OfSubscription,
  config: Pick<ApiConfig, 'publicUrl'>,
): Promise<Purchase | undefined> {
  const invoice = await findPaidInvoice(tx, payment)
  const found = await findSubscriptionOfPayment(tx, payment, invoice)
  if (!found) return undefined
  const period = periodOf(invoice)
  const coupon = await findCouponOfPayment(tx, payment, period)
  return {
    text: `for ${found.planName}`,
    rows: [
      ['Plan', found.planName],
      ...describeAddOns(period),
      ...describeSetupFee(period),
      ...(coupon ? [describeCoupon(coupon)] : []),
    ],
    action: { label: 'View subscription', url: payerUrl(config, found) },
  }
}
