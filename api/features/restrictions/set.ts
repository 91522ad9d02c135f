import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import type { MerchantRecord } from '../kyc/review.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { businessRestrictions } from './tables.ts'

export type RestrictionRecord = typeof businessRestrictions.$inferSelect

/** Most that one payment and the payments of one day may amount to, in kobo. Null: no limit of its own. */
export interface TransactionLimits {
  maxPaymentKobo: number | null
  maxDayKobo: number | null
}

/** The restrictions of a business, locked until the transaction ends. */
async function lockRestrictions(tx: Tx, merchantId: string): Promise<RestrictionRecord> {
  await tx.insert(businessRestrictions).values({ merchantId }).onConflictDoNothing()
  const [found] = await tx
    .select()
    .from(businessRestrictions)
    .where(eq(businessRestrictions.merchantId, merchantId))
    .for('update')
  return found!
}

/** Restrictions of a business; undefined without any. */
export async function findRestrictions(tx: Tx, merchantId: string): Promise<RestrictionRecord | undefined> {
  const [found] = await tx.select().from(businessRestrictions).where(eq(businessRestrictions.merchantId, merchantId))
  return found
}

/**
 * Stops new payments of a business, or lets them start again (`reason` null). What was paid already stays, and an outcome that
 * arrives is recorded. False if the business is in that state already: repeating a decision has no effect.
 */
export async function freezePayments(
  context: Context,
  business: MerchantRecord,
  reason: string | null,
  operator: string,
): Promise<boolean> {
  const { tx, realNow } = context
  const before = await lockRestrictions(tx, business.id)
  if (before.paymentsFrozenFor === reason) return false
  await tx
    .update(businessRestrictions)
    .set({
      paymentsFrozenFor: reason,
      paymentsFrozenAt: reason === null ? null : realNow,
      paymentsFrozenBy: reason === null ? null : operator,
    })
    .where(eq(businessRestrictions.merchantId, business.id))
  await recordAuditEvent(context, {
    action: reason === null ? 'payments.unfrozen' : 'payments.frozen',
    object: business.businessName,
    ...(before.paymentsFrozenFor !== null && { before: { reason: before.paymentsFrozenFor } }),
    ...(reason !== null && { after: { reason } }),
    merchantId: business.id,
    actor: { kind: 'operator', name: operator },
  })
  await notifyOfRestriction(context, business, {
    title: reason === null ? 'Your business can take payments again' : 'Your business cannot take payments',
    text:
      reason === null
        ? 'Payment pages, charges, renewals and debits work again.'
        : `${reason}. Until this is resolved, payment pages, charges, renewals and debits are stopped. Contact us.`,
  })
  return true
}

/** Changes the limits of a business. False if it has these limits already. */
export async function setTransactionLimits(
  context: Context,
  business: MerchantRecord,
  { maxPaymentKobo, maxDayKobo }: TransactionLimits,
  operator: string,
): Promise<boolean> {
  const { tx } = context
  const before = await lockRestrictions(tx, business.id)
  if (before.maxPaymentKobo === maxPaymentKobo && before.maxDayKobo === maxDayKobo) return false
  const after = { maxPaymentKobo, maxDayKobo }
  await tx.update(businessRestrictions).set(after).where(eq(businessRestrictions.merchantId, business.id))
  await recordAuditEvent(context, {
    action: 'limits.updated',
    object: business.businessName,
    before: { maxPaymentKobo: before.maxPaymentKobo, maxDayKobo: before.maxDayKobo },
    after,
    merchantId: business.id,
    actor: { kind: 'operator', name: operator },
  })
  await notifyOfRestriction(context, business, {
    title: 'The limits of your payments have changed',
    text: `One payment: ${describeLimit(maxPaymentKobo)}. All payments of a day: ${describeLimit(maxDayKobo)}.`,
  })
  return true
}

const describeLimit = (kobo: number | null) => (kobo === null ? 'no limit of its own' : `at most ${formatNaira(kobo)}`)

/** Notifies the members in a way that cannot be turned off, and refreshes open dashboards. */
async function notifyOfRestriction(
  context: Context,
  { id, mode }: MerchantRecord,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await sendNotification({ ...context, mode }, id, { kind: 'security', title, text, path: '/settings/prices' })
  await announceTopic(context.tx, id, 'account')
}
