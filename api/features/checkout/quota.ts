import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { payments } from '../payments/tables.ts'

/** A place is given back when its money goes back as a whole. */
const isPaid = sql`status in ('success', 'partially_refunded')`
/** Money may be on its way as soon as a processor has heard of the payment. */
const isUnderWay = sql`(status = 'processing' or (status = 'pending' and processor_reference is not null))`

/** When a payment whose answer never came back is looked at again: after any answer that could still come. */
export const lostAfterMs = 30_000

/**
 * A bank is deciding on it at this moment, or has not said how it decided; not while the payer is asked something, which is
 * looked at again when the payment expires. Whoever waited for a lock may have begun before the one who held it: twice the time.
 */
export const isBeingDecided = (now: Date) =>
  sql`(status = 'processing' or (status = 'pending' and processor_reference is not null
    and channel in ('card', 'bank_account') and step <> 'open_url'
    and check_at <= ${new Date(now.getTime() + 2 * lostAfterMs)}))`

type Limited = Pick<typeof paymentLinks.$inferSelect, 'merchantId' | 'id' | 'paymentLimit'>

/** How many more payments a link takes; undefined without a limit. */
export async function countQuotaLeft(tx: Tx, link: Limited, counted: 'paid' | 'paid and under way', except?: SQL) {
  if (link.paymentLimit === null) return undefined
  const ofLink = and(eq(payments.merchantId, link.merchantId), eq(payments.paymentLinkId, link.id))
  const taken = await tx.$count(
    payments,
    and(ofLink, except, counted === 'paid' ? isPaid : sql`(${isPaid} or ${isUnderWay})`),
  )
  return Math.max(0, link.paymentLimit - taken)
}

const quotaPendingProblem = () =>
  problem.conflict(
    'payment_places_taken',
    'Others are paying for the last places just now. Nothing was charged; try again in half an hour.',
  )

/** Tells who begins at once that there is nothing left to begin for, before a card is typed. Her own other tries do not count. */
export async function requireQuota(tx: Tx, link: Limited, checkoutId: string): Promise<void> {
  const others = sql`checkout_id is distinct from ${checkoutId}`
  if ((await countQuotaLeft(tx, link, 'paid and under way', others)) === 0) throw quotaPendingProblem()
}

/**
 * A payment of a link with a limit takes its place when the payer is about to send money, not when she begins: who only
 * looks keeps nobody out. Those who come at the same moment wait here for each other, so no more are let on to a processor
 * than there are places; a try that fails or lapses gives its place back (docs/decisions/0010).
 */
export async function reserveQuota(tx: Tx, { merchantId, id, paymentLinkId, processorReference }: PaymentRecord) {
  if (!paymentLinkId || processorReference) return
  const itsLink = and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId))
  const [known] = await tx.select({ limit: paymentLinks.paymentLimit }).from(paymentLinks).where(itsLink)
  if (!known || known.limit === null) return
  const [link] = await tx.select().from(paymentLinks).where(itsLink).for('no key update')
  if (!link) return
  if ((await countQuotaLeft(tx, link, 'paid and under way', sql`id <> ${id}`)) === 0) throw quotaPendingProblem()
}
