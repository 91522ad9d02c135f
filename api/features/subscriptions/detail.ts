import type { Parsed } from '@adire/contract/endpoint.ts'
import type { getSubscription, listSubscriptionInvoices, Subscription } from '@adire/contract/subscriptions.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fromCursor, notACursor } from '../../database/keyset.ts'
import { pageOf } from '../../http/page.ts'
import { bankOf } from '../lookups/lookups.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { accountOf } from './account.ts'
import { isSoft } from './dunning.ts'
import { columns, joins, type Row, shownRow } from './list.ts'
import { findSubscription, type InvoiceRecord, invoiceOf, planOf, type SubscriptionRecord } from './move.ts'
import { savedCard } from './saved-cards.ts'
import { subscriptionEvents, subscriptionInvoices } from './tables.ts'

const most = 100
const iso = (at: Date | null) => at?.toISOString() ?? null

export const get = (context: MerchantContext, { id }: Parsed<typeof getSubscription>) => show(context, id)

/** One subscription of the merchant's, as it stands now. */
export async function show({ tx, merchant }: MerchantContext, id: string): Promise<Subscription> {
  const held = await findSubscription(tx, { merchantId: merchant.id, id })
  const { rows } = await tx.$client.query<Row>(
    `select ${columns} from subscriptions subscription ${joins} where subscription.merchant_id = $1 and subscription.id = $2`,
    [merchant.id, id],
  )
  const events = await tx
    .select({ at: subscriptionEvents.at, kind: subscriptionEvents.kind, text: subscriptionEvents.text })
    .from(subscriptionEvents)
    .where(and(eq(subscriptionEvents.merchantId, merchant.id), eq(subscriptionEvents.subscriptionId, id)))
    .orderBy(desc(subscriptionEvents.at), desc(subscriptionEvents.id))
    .limit(most)
  const open = held.openInvoiceId ? await invoiceOf(tx, held, held.openInvoiceId) : undefined
  return {
    ...shownRow(rows[0]!),
    card: await cardOf(tx, held),
    mandate: await mandateOf(tx, held),
    consentText: held.consentText,
    trialEndsAt: iso(held.trialEndsAt),
    currentPeriod: { startsAt: held.periodStartsAt.toISOString(), endsAt: held.periodEndsAt.toISOString() },
    charges: held.charges,
    chargeLimit: held.chargeLimit,
    collectedKobo: held.collectedKobo,
    creditKobo: held.creditKobo,
    attention: held.status === 'attention' && open ? attentionOf(open) : null,
    nextPlan: held.nextPlanId ? await nextPlanOf(tx, held.merchantId, held.nextPlanId) : null,
    pausedAt: iso(held.pausedAt),
    endReason: held.endReason,
    endNote: held.endNote,
    cancelledAt: iso(held.cancelledAt),
    endedAt: iso(held.endedAt),
    paymentLink: await linkOf(tx, held),
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}

export async function cardOf(tx: Tx, { merchantId, savedCardId }: SubscriptionRecord) {
  const card = await savedCard(tx, merchantId, savedCardId)
  if (!card) return null
  const { brand, last4, expiryMonth, expiryYear } = card
  return { brand, last4, expiryMonth, expiryYear }
}

async function mandateOf(tx: Tx, held: SubscriptionRecord) {
  const account = await accountOf(tx, held)
  return account ? { slug: account.slug, bankName: bankOf(account.bankId)?.name ?? '', last4: account.last4 } : null
}

export const needsNewCard = ({ failureCode, nextAttemptAt }: InvoiceRecord) => !nextAttemptAt && !isSoft(failureCode)

const attentionOf = (open: InvoiceRecord) => ({
  code: open.failureCode ?? 'pending',
  message: open.failureMessage ?? 'The bank is asked just now',
  needsNewCard: open.status === 'failed' && needsNewCard(open),
  owedKobo: open.dueKobo,
  attempts: open.attempts,
  nextAttemptAt: iso(open.nextAttemptAt),
  lastChanceAt: iso(open.lastChanceAt),
})

async function nextPlanOf(tx: Tx, merchantId: string, planId: string) {
  const { id, code, name, interval, amountKobo } = await planOf(tx, merchantId, planId)
  return { id, code, name, interval, amountKobo }
}

async function linkOf(tx: Tx, { merchantId, paymentLinkId }: SubscriptionRecord) {
  if (!paymentLinkId) return null
  const [link] = await tx
    .select({ id: paymentLinks.id, name: paymentLinks.name })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId)))
  return link ?? null
}

/** Its invoices, newest first. The cursor is the number of the last one. */
export async function invoices(context: MerchantContext, input: Parsed<typeof listSubscriptionInvoices>) {
  const { tx, merchant } = context
  const { id, limit, offset, cursor } = input
  const held = await findSubscription(tx, { merchantId: merchant.id, id })
  const below = cursor === undefined ? undefined : lt(subscriptionInvoices.number, numberIn(cursor))
  const rows = await tx
    .select()
    .from(subscriptionInvoices)
    .where(and(eq(subscriptionInvoices.merchantId, merchant.id), eq(subscriptionInvoices.subscriptionId, id), below))
    .orderBy(desc(subscriptionInvoices.number))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
  return pageOf(rows, input, { total: held.invoices, show: shownInvoice, keyOf: ({ number }) => [String(number)] })
}

function numberIn(cursor: string): number {
  const [number] = fromCursor(cursor, 1)
  if (!/^\d{1,9}$/.test(number!)) throw notACursor()
  return Number(number)
}

const shownInvoice = (row: InvoiceRecord) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  planName: row.planName,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  amountKobo: row.amountKobo,
  creditKobo: row.creditKobo,
  dueKobo: row.dueKobo,
  attempts: row.attempts,
  paymentId: row.paymentId,
  failure:
    row.status === 'failed' && row.failureCode ? { code: row.failureCode, message: row.failureMessage ?? '' } : null,
  nextAttemptAt: iso(row.nextAttemptAt),
  paidAt: iso(row.paidAt),
  createdAt: row.createdAt.toISOString(),
})
