import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { isPrimaryOf } from '../bank-accounts/primary-account.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import type { MerchantRecord } from '../kyc/review.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { businessOwner, lockPayoutSettings, matchingOwner, type PayoutSettingsRecord } from './move.ts'
import { lockOpenSettlement } from './open-settlement.ts'
import { recomputeTotals } from './recompute-totals.ts'
import { payoutSettings } from './tables.ts'

/** Agreed terms of payouts. */
export type PayoutTerms = Pick<PayoutSettingsRecord, 'reserveBps' | 'reserveDays' | 'stampDutyBearer'>

/**
 * Changes the terms of a business, for payments that are settled from now on. A change of who bears stamp duty also applies to a settlement
 * that was not sent yet. Returns its settings, and whether they have changed.
 */
export async function setPayoutTerms(
  context: Context,
  business: MerchantRecord,
  terms: Partial<PayoutTerms>,
  operator: string,
): Promise<{ settings: PayoutSettingsRecord; isChanged: boolean }> {
  const { tx } = context
  const owner = businessOwner(business.id)
  const before = await lockPayoutSettings(tx, owner)
  const changed = changesBetween(before, terms)
  if (!changed) return { settings: before, isChanged: false }
  const [settings] = await tx.update(payoutSettings).set(terms).where(matchingOwner(owner)).returning()
  const open = await lockOpenSettlement(tx, owner)
  if (open && open.status !== 'processing') await recomputeTotals(tx, settings!, open)
  await recordAuditEvent(context, {
    action: 'payout_terms.updated',
    object: business.businessName,
    ...changed,
    merchantId: business.id,
    actor: { kind: 'operator', name: operator },
  })
  await announceTopic(tx, business.id, 'account')
  return { settings: settings!, isChanged: true }
}

/**
 * Stops payouts of a business, or lets them start again (`reason` null): the next payout time puts its settlement on hold. A payout
 * that is at the bank is not stopped; one that the bank does not know is not sent again. False if the business is in that state already: repeating a decision has no effect.
 */
export async function freezePayouts(
  context: Context,
  business: MerchantRecord,
  reason: string | null,
  operator: string,
): Promise<boolean> {
  const { tx } = context
  const owner = businessOwner(business.id)
  const before = await lockPayoutSettings(tx, owner)
  if (before.blockedFor === reason) return false
  await tx.update(payoutSettings).set({ blockedFor: reason }).where(matchingOwner(owner))
  await recordAuditEvent(context, {
    action: reason === null ? 'payouts.unfrozen' : 'payouts.frozen',
    object: business.businessName,
    ...(before.blockedFor !== null && { before: { reason: before.blockedFor } }),
    ...(reason !== null && { after: { reason } }),
    merchantId: business.id,
    actor: { kind: 'operator', name: operator },
  })
  await sendNotification({ ...context, mode: business.mode }, business.id, {
    kind: 'security',
    title: reason === null ? 'Your business is paid out again' : 'Payouts of your business are stopped',
    text:
      reason === null
        ? 'What was on hold is paid out on the next working day.'
        : `${reason}. Your balance stays yours; nothing is paid out until this is resolved. Contact us.`,
    path: '/settings/prices',
  })
  await announceTopic(tx, business.id, 'account')
  return true
}

/**
 * Accepts the primary account of a business whatever name the bank has for it. Returns its number.
 * @throws 404 primary_account_not_found
 */
export async function acceptPrimaryAccount(
  context: Context,
  business: MerchantRecord,
  operator: string,
): Promise<string> {
  const { tx } = context
  const [accepted] = await tx
    .update(bankAccounts)
    .set({ nameMatches: true })
    .where(isPrimaryOf(business.id))
    .returning()
  if (!accepted) throw problem.notFound('primary account')
  await recordAuditEvent(context, {
    action: 'payout_account.accepted',
    object: accepted.accountNumber,
    merchantId: business.id,
    actor: { kind: 'operator', name: operator },
  })
  return accepted.accountNumber
}
