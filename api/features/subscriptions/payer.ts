import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { cancelPayerSubscription, getPayerSubscription, PayerSubscription } from '@adire/contract/subscriber.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { inTimeOf } from '../../jobs/own-time.ts'
import { bankOf } from '../lookups/lookups.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { merchants } from '../merchants/tables.ts'
import { type AccountRecord, accountOf } from './account.ts'
import { cancelHeld } from './cancel.ts'
import { cardOf, needsNewCard } from './detail.ts'
import { type InvoiceRecord, invoiceOf, lockSubscription, planOf, type SubscriptionRecord } from './move.ts'
import { subscriptionInvoices, subscriptions } from './tables.ts'

const most = 24
/** What checks a card that nothing is owed on; given back at once. */
export const { cardCheckKobo } = limits

/** A subscription by its payer's key, with its business, in whichever mode that lives. */
export async function findByAccessCode(tx: Tx, accessCode: string) {
  const [found] = await tx
    .select({ held: subscriptions, business: merchants })
    .from(subscriptions)
    .innerJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .where(eq(subscriptions.accessCode, accessCode))
  return found
}

/** Found, and what time it is where it lives. */
export async function requireFound(context: Context, accessCode: string) {
  const found = await findByAccessCode(context.tx, accessCode)
  if (found?.business.mode !== context.mode) throw problem.notFound('subscription')
  return { found, own: await inTimeOf(context, found.held.merchantId) }
}

export async function getAsPayer(context: Context, { accessCode }: Parsed<typeof getPayerSubscription>) {
  return sheetOf(context, (await requireFound(context, accessCode)).found)
}

export async function cancelAsPayer(context: Context, { accessCode, note }: Parsed<typeof cancelPayerSubscription>) {
  const { found, own } = await requireFound(context, accessCode)
  const locked = await lockSubscription(context.tx, found.held)
  await cancelHeld(own, locked, { endReason: 'payer', by: 'The customer', note })
  return sheetOf(context, (await requireFound(context, accessCode)).found)
}

/** What its payer sees of it. */
export async function sheetOf(
  { tx, config }: Pick<Context, 'tx'> & { config: Config },
  { held, business }: { held: SubscriptionRecord; business: typeof merchants.$inferSelect },
): Promise<PayerSubscription> {
  const plan = await planOf(tx, held.merchantId, held.planId)
  const open = held.openInvoiceId ? await invoiceOf(tx, held, held.openInvoiceId) : undefined
  const charges = await tx
    .select()
    .from(subscriptionInvoices)
    .where(and(eq(subscriptionInvoices.merchantId, held.merchantId), eq(subscriptionInvoices.subscriptionId, held.id)))
    .orderBy(desc(subscriptionInvoices.number))
    .limit(most)
  const isRenewing = held.status === 'active' && !held.pausedAt
  const owed = owedOf(held, open)
  return {
    accessCode: held.accessCode,
    code: held.code,
    mode: business.mode,
    business: {
      name: business.businessName,
      logoUrl: logoUrl(config, business.logoFileId),
      supportEmail: business.supportEmail ?? business.businessEmail,
    },
    planName: plan.name,
    interval: plan.interval,
    amountKobo: held.amountKobo,
    email: held.customerEmail,
    status: held.status,
    isPaused: held.pausedAt !== null,
    isTrial: held.isTrial,
    card: await cardOf(tx, held),
    account: payersAccount(config, await accountOf(tx, held)),
    currentPeriodEndsAt: held.periodEndsAt.toISOString(),
    nextPaymentAt: isRenewing ? held.periodEndsAt.toISOString() : (open?.nextAttemptAt?.toISOString() ?? null),
    nextPaymentKobo: isRenewing ? Math.max(0, held.amountKobo - held.creditKobo) : (owed?.dueKobo ?? null),
    chargesLeft: held.chargeLimit === null ? null : Math.max(0, held.chargeLimit - held.charges),
    owed: owed
      ? {
          amountKobo: owed.dueKobo,
          message: owed.failureMessage ?? 'The bank is asked just now',
          needsNewCard: needsNewCard(owed),
        }
      : null,
    cancelledAt: held.cancelledAt?.toISOString() ?? null,
    endedAt: held.endedAt?.toISOString() ?? null,
    canCancel: held.endedAt === null && held.status !== 'non_renewing',
    canChangeCard: mayChangeCard(held),
    cardChange: { amountKobo: owed?.dueKobo ?? cardCheckKobo, isGivenBack: !owed },
    charges: charges.map(({ startsAt, endsAt, dueKobo, status, paidAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      dueKobo,
      status,
      paidAt: paidAt?.toISOString() ?? null,
    })),
  }
}

const payersAccount = ({ publicUrl }: Config, account: AccountRecord | undefined) =>
  account
    ? {
        bankName: bankOf(account.bankId)?.name ?? '',
        last4: account.last4,
        url: `${publicUrl}/mandate/${account.accessCode}`,
      }
    : null

export const mayChangeCard = ({ status }: SubscriptionRecord) => status === 'active' || status === 'attention'

/** The invoice of the present period, while it waits for money. */
export const owedOf = ({ status }: SubscriptionRecord, open: InvoiceRecord | undefined) =>
  status === 'attention' ? open : undefined
