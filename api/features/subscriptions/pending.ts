import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { findOrAddPayer } from '../customers/customers.ts'
import { addMandate } from '../direct-debit/add-mandate.ts'
import { emitMandate } from '../direct-debit/emit.ts'
import { appendMandateEvent } from '../direct-debit/move.ts'
import { requestMandate } from '../direct-debit/send.ts'
import { mandates } from '../direct-debit/tables.ts'
import { addSubscriptionRecord, appendSubscriptionEvent, type PlanRecord } from './move.ts'
import { redeemPayerCoupon } from './payer-coupon.ts'
import { describeAgreedPrice, toDiscount } from './period-price.ts'
import { subscriptions } from './tables.ts'

interface Payer {
  email: string
  name: string
  bankId: number
  accountNumber: string
}
interface NewSubscription extends Payer {
  plan: PlanRecord
  paymentLinkId: string
  accountName: string
  couponId?: string | undefined
}

/** Most pending mandates of one payer, plan and account number's last digits. */
const maxPending = 20

/**
 * A pending mandate of this payer for the same plan, coupon and account. The whole number must be the same: the last four digits are on
 * receipts, and anybody who asks gets the access code of the mandate.
 */
export async function findPending(
  { tx, vault }: Pick<Context, 'tx' | 'vault'>,
  plan: PlanRecord,
  who: Omit<Payer, 'name'> & Pick<NewSubscription, 'couponId'>,
) {
  const found = await tx
    .select({ accessCode: mandates.accessCode, slug: mandates.slug, sealed: mandates.sealedAccountNumber })
    .from(mandates)
    .innerJoin(
      subscriptions,
      and(eq(subscriptions.merchantId, mandates.merchantId), eq(subscriptions.id, mandates.subscriptionId)),
    )
    .where(
      and(
        eq(mandates.merchantId, plan.merchantId),
        eq(mandates.customerEmail, who.email),
        eq(mandates.status, 'pending'),
        eq(mandates.bankId, who.bankId),
        eq(mandates.last4, who.accountNumber.slice(-4)),
        eq(subscriptions.status, 'pending'),
        eq(subscriptions.planId, plan.id),
        who.couponId ? eq(subscriptions.couponId, who.couponId) : isNull(subscriptions.couponId),
      ),
    )
    .orderBy(desc(mandates.createdAt))
    .limit(maxPending)
  return found.find(({ slug, sealed }) => vault.open(sealed, slug) === who.accountNumber)
}

/**
 * Creates a pending subscription and its mandate, and emails the mandate to the payer. Returns the mandate, which allows the full
 * price, because the discount of a coupon ends, and the setup fee of the first charge.
 * @throws 422 coupon_refused at `couponId`
 */
export async function addPending(context: Context, newSubscription: NewSubscription) {
  const { tx, now } = context
  const { plan, paymentLinkId, email, name, bankId, accountNumber, accountName } = newSubscription
  const { merchantId, amountKobo, setupFeeKobo } = plan
  const coupon = newSubscription.couponId && (await redeemPayerCoupon(context, plan, newSubscription.couponId))
  const customerId = await findOrAddPayer(context, { merchantId, email, name, text: `Subscribed to ${plan.name}` })
  const subscription = await addSubscriptionRecord(tx, {
    merchantId,
    code: `SUB_${randomText(16)}`,
    accessCode: randomText(32, accessCodeAlphabet),
    status: 'pending',
    planId: plan.id,
    paymentLinkId,
    customerId,
    customerEmail: email,
    customerName: name,
    amountKobo,
    setupFeeKobo,
    discount: coupon ? toDiscount(coupon) : undefined,
    chargeLimit: plan.chargeLimit,
    isTrial: false,
    anchorAt: now,
    step: -1,
    periodStartsAt: now,
    periodEndsAt: now,
    stretchStartsAt: now,
    stretchKobo: 0,
    charges: 0,
    invoices: 0,
    createdAt: now,
  })
  const content = {
    merchantId,
    subscriptionId: subscription.id,
    kind: 'variable' as const,
    customerId,
    customerEmail: email,
    customerName: name,
    bankId,
    accountName,
    amountKobo: amountKobo + setupFeeKobo,
    limitKobo: amountKobo + setupFeeKobo,
    startOn: lagosDay(now),
    narration: plan.name,
    feeBearer: 'merchant' as const,
  }
  const mandate = await addMandate(context, content, accountNumber)
  await tx
    .update(subscriptions)
    .set({ mandateId: mandate.id })
    .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, subscription.id)))
  const every = describeAgreedPrice(subscription, plan.interval)
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'asked',
    `${email} subscribed to ${plan.name} (${every}) and is asked for a mandate`,
  )
  await appendMandateEvent(tx, mandate, now, 'created', `Created when ${email} subscribed to ${plan.name}`)
  await requestMandate(context, mandate)
  await emitMandate(context, mandate, 'mandate.created')
  return mandate
}
