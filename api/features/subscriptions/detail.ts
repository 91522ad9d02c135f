import { debitAttempts } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { usualRetryDays } from '@adire/contract/retry-settings.ts'
import type { getSubscription, listSubscriptionInvoices } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fromCursor, invalidCursor } from '../../database/keyset.ts'
import { defineHandler } from '../../handlers.ts'
import { buildPage } from '../../http/page.ts'
import { findBank } from '../lookups/lookups.ts'
import { findSavedCardIfPresent } from '../saved-cards/saved-cards.ts'
import { countAttempts } from './charge.ts'
import { findDebitAccount } from './debit-account.ts'
import { findInProgressKobo } from './in-progress.ts'
import { type SubscriptionListRow, subscriptionColumns, subscriptionJoins, toSubscriptionRowResponse } from './list.ts'
import {
  findPlanRecord,
  findSubscription,
  findSubscriptionInvoice,
  type InvoiceRecord,
  type SubscriptionRecord,
  subscriptionTimeline,
} from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { payerUrl } from './payer-url.ts'
import { calculatePriceKobo } from './period-price.ts'
import { isSoftDecline } from './soft-declines.ts'
import { subscriptionInvoices } from './tables.ts'

const maxEvents = 100
const iso = (at: Date | null) => at?.toISOString() ?? null

/** The payment link through which a subscription started, for its detail. */
export const subscriptionLink =
  defineHandler<(tx: Tx, subscription: SubscriptionRecord) => Promise<Pick<Subscription, 'paymentLink'>>>(
    'subscriptionLink',
  )

export const getSubscriptionHandler = (context: MerchantContext, { id }: ParsedInput<typeof getSubscription>) =>
  retrieveSubscription(context, id)

/**
 * One of the merchant's subscriptions with its details and events.
 * @throws 404
 */
export async function retrieveSubscription(
  { tx, merchant, config }: MerchantContext,
  id: string,
): Promise<Subscription> {
  const subscription = await findSubscription(tx, { merchantId: merchant.id, id })
  const { rows } = await tx.$client.query<SubscriptionListRow>(
    `select ${subscriptionColumns} from subscriptions subscription ${subscriptionJoins} where subscription.merchant_id = $1 and subscription.id = $2`,
    [merchant.id, id],
  )
  const open = subscription.openInvoiceId
    ? await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId)
    : undefined
  return {
    ...toSubscriptionRowResponse(rows[0]!),
    card: await findCard(tx, subscription),
    mandate: await findMandate(tx, subscription),
    consentText: subscription.consentText,
    trialEndsAt: iso(subscription.trialEndsAt),
    currentPeriod: {
      startsAt: subscription.periodStartsAt.toISOString(),
      endsAt: subscription.periodEndsAt.toISOString(),
    },
    charges: subscription.charges,
    chargeLimit: subscription.chargeLimit,
    collectedKobo: subscription.collectedKobo,
    creditKobo: subscription.creditKobo,
    nextChargeKobo: await findNextChargeKobo(tx, subscription),
    inProgressKobo: await findInProgressKobo(tx, subscription),
    attention: subscription.status === 'attention' && open ? await toAttention(tx, subscription, open) : null,
    nextPlan: await findNextPlan(tx, subscription),
    pausedAt: iso(subscription.pausedAt),
    resumesAt: iso(subscription.resumeAt),
    endReason: subscription.endReason,
    endNote: subscription.endNote,
    cancelledAt: iso(subscription.cancelledAt),
    endedAt: iso(subscription.endedAt),
    payerUrl: payerUrl(config, subscription),
    ...(await subscriptionLink.get()(tx, subscription)),
    events: await subscriptionTimeline.list(tx, subscription, maxEvents),
  }
}

export async function findCard(tx: Tx, { merchantId, savedCardId }: SubscriptionRecord) {
  const card = await findSavedCardIfPresent(tx, merchantId, savedCardId)
  if (!card) return null
  const { brand, last4, expiryMonth, expiryYear } = card
  return { brand, last4, expiryMonth, expiryYear }
}

async function findMandate(tx: Tx, subscription: SubscriptionRecord) {
  const account = await findDebitAccount(tx, subscription)
  return account ? { slug: account.slug, bankName: findBank(account.bankId)?.name ?? '', last4: account.last4 } : null
}

export const needsNewCard = ({ failureCode, nextAttemptAt }: InvoiceRecord) =>
  !nextAttemptAt && !isSoftDecline(failureCode)

async function toAttention(tx: Tx, { merchantId, planId, mandateId }: SubscriptionRecord, open: InvoiceRecord) {
  const scheduled = 1 + (open.retryDays ?? usualRetryDays).length
  const { afterFailure } = await findPlanRecord(tx, { merchantId, id: planId })
  return {
    code: open.failureCode ?? 'pending',
    message: open.failureMessage ?? 'The bank is processing the charge',
    needsNewCard: open.status === 'failed' && needsNewCard(open),
    owedKobo: open.dueKobo,
    attempts: open.attempts,
    scheduledAttempts: mandateId ? Math.min(scheduled, debitAttempts) : scheduled,
    isCharging: open.status === 'pending',
    nextAttemptAt: iso(open.nextAttemptAt),
    lastChanceAt: iso(open.lastChanceAt),
    endsAt: afterFailure === 'cancel' ? iso(open.lastChanceAt) : null,
  }
}

async function findNextPlan(tx: Tx, subscription: SubscriptionRecord) {
  const { merchantId, planId, nextPlanId, nextQuantity } = subscription
  if (!nextPlanId && !nextQuantity) return null
  const plan = await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId })
  const { id, code, name, interval } = plan
  const quantity = nextQuantity ?? subscription.quantity
  return { id, code, name, interval, quantity, amountKobo: calculatePriceKobo(subscription, plan, quantity) }
}

/** Lists a subscription's invoices, newest first. The cursor is the number of the last one. */
export async function listSubscriptionInvoicesHandler(
  context: MerchantContext,
  input: ParsedInput<typeof listSubscriptionInvoices>,
) {
  const { tx, merchant } = context
  const { id, limit, offset, cursor } = input
  const subscription = await findSubscription(tx, { merchantId: merchant.id, id })
  const below = cursor === undefined ? undefined : lt(subscriptionInvoices.number, numberIn(cursor))
  const rows = await tx
    .select()
    .from(subscriptionInvoices)
    .where(and(eq(subscriptionInvoices.merchantId, merchant.id), eq(subscriptionInvoices.subscriptionId, id), below))
    .orderBy(desc(subscriptionInvoices.number))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
  return buildPage(rows, input, {
    total: subscription.invoices,
    serialize: toSubscriptionInvoiceResponse,
    keyOf: ({ number }) => [String(number)],
  })
}

function numberIn(cursor: string): number {
  const [number] = fromCursor(cursor, 1)
  if (!/^\d{1,9}$/.test(number!)) throw invalidCursor()
  return Number(number)
}

const toSubscriptionInvoiceResponse = (row: InvoiceRecord) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  planName: row.planName,
  quantity: row.quantity,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  amountKobo: row.amountKobo,
  discountKobo: row.discountKobo,
  addOns: row.addOns,
  setupFeeKobo: row.setupFeeKobo,
  creditKobo: row.creditKobo,
  dueKobo: row.dueKobo,
  attempts: countAttempts(row),
  paymentId: row.paymentId,
  failure:
    row.status === 'failed' && row.failureCode ? { code: row.failureCode, message: row.failureMessage ?? '' } : null,
  nextAttemptAt: iso(row.nextAttemptAt),
  paidAt: iso(row.paidAt),
  createdAt: row.createdAt.toISOString(),
})
