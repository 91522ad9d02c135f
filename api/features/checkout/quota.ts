import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { Problem, problem } from '../../http/problem.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { channelsWithChallenges } from '../payments/channels/channels.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'

/** Payments that use the link's quota. A full refund frees it again. */
const isPaid = sql`status in ('success', 'partially_refunded')`
/** Payments sent to a processor: the money may be on its way. */
const isUnderWay = sql`(status = 'processing' or (status = 'pending' and processor_reference is not null))`

/** When a payment without a processor response is queried again: later than any response can still arrive. */
export const lostAfterMs = 30_000

/**
 * SQL condition: a bank is deciding on the payment now, or its outcome is unknown. Excludes payments with an open challenge,
 * which are checked again only when they expire. Twice `lostAfterMs`, because a payment that waited for a lock may have
 * started before the one that had the lock.
 */
export const isBeingDecided = (now: Date) =>
  sql`(status = 'processing' or (status = 'pending' and processor_reference is not null
    and channel in ${channelsWithChallenges} and step <> 'open_url'
    and check_at <= ${new Date(now.getTime() + 2 * lostAfterMs)}))`

type Limited = Pick<typeof paymentLinks.$inferSelect, 'merchantId' | 'id' | 'paymentLimit'>

/** Number of units the link still sells; undefined if it has no limit. A payment takes as many as its quantity. */
export async function countQuotaLeft(tx: Tx, link: Limited, counted: 'paid' | 'paid and under way', except?: SQL) {
  if (link.paymentLimit === null) return undefined
  const ofLink = and(eq(payments.merchantId, link.merchantId), eq(payments.paymentLinkId, link.id))
  const [found] = await tx
    .select({ taken: sql<number>`coalesce(sum(quantity), 0)::int` })
    .from(payments)
    .where(and(ofLink, except, counted === 'paid' ? isPaid : sql`(${isPaid} or ${isUnderWay})`))
  return Math.max(0, link.paymentLimit - found!.taken)
}

/** The error for a link whose units are all paid. */
export const soldOut = 'This page has taken all the payments it was made for.'

interface Claim {
  quantity: number
  /** Payments that do not count. */
  except: SQL
  /** Where the payer can choose fewer. */
  field?: 'quantity'
}

/** Rejects a payment that takes more than is left. */
async function requireLeft(tx: Tx, link: Limited, { quantity, except, field }: Claim): Promise<void> {
  const left = await countQuotaLeft(tx, link, 'paid and under way', except)
  if (left === undefined || left >= quantity) return
  if (left === 0) {
    const message =
      (await countQuotaLeft(tx, link, 'paid')) === 0
        ? `${soldOut} Nothing was charged.`
        : 'Other people are paying for the last ones right now. Nothing was charged. Try again in half an hour.'
    throw problem.conflict('payment_places_taken', message)
  }
  const message = `Only ${left} ${left === 1 ? 'is' : 'are'} left at the moment. Nothing was charged. Choose a smaller quantity.`
  throw new Problem(409, 'payment_places_taken', message, field && [{ field, message }])
}

/**
 * Rejects a new payment early, before the payer types a card. Other attempts of the same checkout do not count.
 * @throws 409 payment_places_taken
 */
export async function requireQuota(tx: Tx, link: Limited, checkoutId: string, quantity: number): Promise<void> {
  const except = sql`checkout_id is distinct from ${checkoutId}`
  await requireLeft(tx, link, { quantity, except, field: 'quantity' })
}

/**
 * Reserves quota of a link with a payment limit when the payer is about to send money, not at the start: a payer who only
 * opens the page blocks nobody. Concurrent payments wait here for the link's row lock, so the processor never gets more
 * payments than the limit. A failed or abandoned attempt frees its quota (docs/decisions/0010). `paymentLimit`: that of the link when
 * the payment was locked; null without a link or limit.
 * @throws 409 payment_places_taken
 */
export async function reserveQuota(tx: Tx, payment: PaymentRecord, paymentLimit: number | null) {
  const { merchantId, id, paymentLinkId, processorReference } = payment
  if (!paymentLinkId || processorReference || paymentLimit === null) return
  const itsLink = and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId))
  const [link] = await tx.select().from(paymentLinks).where(itsLink).for('no key update')
  if (!link) return
  await requireLeft(tx, link, { quantity: payment.quantity, except: sql`id <> ${id}` })
}
