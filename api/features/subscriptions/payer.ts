import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { cancelPayerSubscription, getPayerSubscription } from '@adire/contract/subscriber.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { problem } from '../../http/problem.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { findBank } from '../lookups/lookups.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { merchants } from '../merchants/tables.ts'
import { nextChargeAt } from './calendar.ts'
import { cancelLockedSubscription } from './cancel.ts'
import { findConfirmation } from './confirmation.ts'
import { type AccountRecord, findDebitAccount } from './debit-account.ts'
import { findCard, needsNewCard } from './detail.ts'
import {
  findPlanRecord,
  findSubscriptionInvoice,
  type InvoiceRecord,
  lockSubscription,
  type SubscriptionRecord,
} from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { isDiscounted } from './period-price.ts'
import { dueSetupFeeKobo } from './setup-fee.ts'
import { findSignUpUrl } from './sign-up-url.ts'
import { subscriptionInvoices, subscriptions } from './tables.ts'

const maxPayments = 24
/** Amount of a card check when nothing is due; refunded at once. */
export const { cardCheckKobo } = limits

const merchantsOfAccessCodes = merchantsOfNames(subscriptions, subscriptions.accessCode)

/** A subscription by access code, in either mode, with its merchant. */
export async function findByAccessCode(tx: Tx, accessCode: string) {
  return merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    tx
      .select({ subscription: subscriptions, business: merchants })
      .from(subscriptions)
      .innerJoin(merchants, eq(merchants.id, subscriptions.merchantId))
      .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.accessCode, accessCode))),
  )
}

/**
 * The subscription, and the context on its merchant's business clock.
 * @throws 404 if it is unknown or of the other mode
 */
export async function requireFound(context: Context, accessCode: string) {
  const found = await findByAccessCode(context.tx, accessCode)
  if (found?.business.mode !== context.mode) throw problem.notFound('subscription')
  return { found, merchantContext: await withBusinessClock(context, found.subscription.merchantId) }
}

export async function getPayerSubscriptionHandler(
  context: Context,
  { accessCode }: ParsedInput<typeof getPayerSubscription>,
) {
  return buildPayerSubscription(context, (await requireFound(context, accessCode)).found)
}

export async function cancelPayerSubscriptionHandler(
  context: Context,
  { accessCode, note }: ParsedInput<typeof cancelPayerSubscription>,
) {
  const { found, merchantContext } = await requireFound(context, accessCode)
  const locked = await lockSubscription(context.tx, found.subscription)
  await cancelLockedSubscription(merchantContext, locked, { endReason: 'payer', by: 'The customer', note })
  return buildPayerSubscription(context, (await requireFound(context, accessCode)).found)
}

/** Serializes a subscription for its payer. */
export async function buildPayerSubscription(
  { tx, config }: Pick<Context, 'tx'> & { config: ApiConfig },
  { subscription, business }: { subscription: SubscriptionRecord; business: typeof merchants.$inferSelect },
): Promise<PayerSubscription> {
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  const open = subscription.openInvoiceId
    ? await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId)
    : undefined
  const charges = await listNewestInvoices(tx, subscription)
  const isRenewing = willCharge(subscription)
  const openInvoice = selectOwedInvoice(subscription, open)
  return {
    accessCode: subscription.accessCode,
    code: subscription.code,
    mode: business.mode,
    business: {
      name: business.businessName,
      logoUrl: logoUrl(config, business.logoFileId),
      brandColor: business.brandColor,
      supportEmail: business.supportEmail ?? business.businessEmail,
    },
    planName: plan.name,
    quantity: subscription.quantity,
    interval: plan.interval,
    amountKobo: subscription.amountKobo,
    discount: isDiscounted(subscription)
      ? { amountKobo: subscription.discountKobo, chargesLeft: subscription.discountChargesLeft }
      : null,
    addOns: subscription.addOns,
    setupFeeKobo: isRenewing ? dueSetupFeeKobo(subscription) : 0,
    email: subscription.customerEmail,
    status: subscription.status,
    isPaused: subscription.pausedAt !== null,
    resumesAt: subscription.resumeAt?.toISOString() ?? null,
    isTrial: subscription.isTrial,
    card: await findCard(tx, subscription),
    account: payersAccount(config, await findDebitAccount(tx, subscription)),
    currentPeriodEndsAt: subscription.periodEndsAt.toISOString(),
    nextPaymentAt: (isRenewing ? nextChargeAt(subscription) : open?.nextAttemptAt)?.toISOString() ?? null,
    nextPaymentKobo: isRenewing ? await findNextChargeKobo(tx, subscription) : (openInvoice?.dueKobo ?? null),
    chargesLeft:
      subscription.chargeLimit === null ? null : Math.max(0, subscription.chargeLimit - subscription.charges),
    owed: openInvoice ? toOwed(openInvoice) : null,
    confirmation: await findConfirmation({ tx, config }, open),
    inProgressKobo: charges.find(({ status }) => status === 'pending')?.dueKobo ?? null,
    cancelledAt: subscription.cancelledAt?.toISOString() ?? null,
    endedAt: subscription.endedAt?.toISOString() ?? null,
    subscribeAgainUrl: subscription.endedAt && (await findSignUpUrl(tx, subscription, config)),
    canCancel: subscription.endedAt === null && subscription.status !== 'non_renewing',
    canChangeCard: mayChangeCard(subscription),
    cardChange: { amountKobo: openInvoice?.dueKobo ?? cardCheckKobo, isGivenBack: !openInvoice },
    charges: charges.map(({ startsAt, endsAt, dueKobo, status, paidAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      dueKobo,
      status,
      paidAt: paidAt?.toISOString() ?? null,
    })),
  }
}

const listNewestInvoices = (tx: Tx, { merchantId, id }: SubscriptionRecord) =>
  tx
    .select()
    .from(subscriptionInvoices)
    .where(and(eq(subscriptionInvoices.merchantId, merchantId), eq(subscriptionInvoices.subscriptionId, id)))
    .orderBy(desc(subscriptionInvoices.number))
    .limit(maxPayments)

const toOwed = (invoice: InvoiceRecord) => ({
  amountKobo: invoice.dueKobo,
  code: invoice.failureCode,
  message: invoice.failureMessage ?? 'The bank is processing the charge',
  needsNewCard: needsNewCard(invoice),
})

const payersAccount = ({ publicUrl }: ApiConfig, account: AccountRecord | undefined) =>
  account
    ? {
        bankName: findBank(account.bankId)?.name ?? '',
        last4: account.last4,
        url: `${publicUrl}/mandate/${account.accessCode}`,
      }
    : null

/** Whether the end of the current period is the time of the next charge. A pending one without a due time waits for the bank. */
const willCharge = ({ status, pausedAt, dueAt }: SubscriptionRecord) =>
  (status === 'active' && !pausedAt) || (status === 'pending' && dueAt !== null)

export const mayChangeCard = ({ status, mandateId }: SubscriptionRecord) =>
  status === 'active' || status === 'attention' || (status === 'pending' && !mandateId)

/** The invoice of the current period while it is past due; undefined otherwise. */
export const selectOwedInvoice = ({ status }: SubscriptionRecord, open: InvoiceRecord | undefined) =>
  status === 'attention' ? open : undefined
