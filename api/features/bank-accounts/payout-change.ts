import type { cancelPayoutAccountChange } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context, MemberContext, ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatInstant } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { type BankAccountRecord, isSameAccount, lockBankAccounts, makePrimary } from './accounts.ts'
import { describeAccount, describeAccountShort } from './serialize.ts'
import { bankAccounts, payoutAccountChanges } from './tables.ts'

export type PayoutChange = typeof payoutAccountChanges.$inferSelect
type Details = Pick<BankAccountRecord, 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'>

const path = '/settings/bank-accounts'

/** The pending change of payout account, if any. */
export async function waitingChange({ tx, merchant }: ReadContext): Promise<PayoutChange | undefined> {
  const [waiting] = await tx
    .select()
    .from(payoutAccountChanges)
    .where(and(eq(payoutAccountChanges.merchantId, merchant.id), isNull(payoutAccountChanges.endedAt)))
  return waiting
}

/**
 * Requests that settlements go to an account with these details, effective a day later. The caller has locked the accounts. The
 * same request again changes nothing and does not restart the day; a different request replaces the pending one.
 */
export async function requestChange(
  context: MemberContext,
  { id }: BankAccountRecord,
  { bankId, accountNumber, accountName, nameMatches }: Details,
): Promise<PayoutChange> {
  const { tx, now, merchant } = context
  const details = { bankId, accountNumber, accountName, nameMatches }
  const waiting = await waitingChange(context)
  if (waiting?.bankAccountId === id && isSameAccount(waiting, details)) return waiting
  if (waiting) await endChange(context, waiting, 'replaced')
  const effectiveAt = new Date(now.getTime() + limits.payoutAccountDelayMs)
  const [change] = await tx
    .insert(payoutAccountChanges)
    .values({
      ...details,
      merchantId: merchant.id,
      bankAccountId: id,
      requestedBy: await readActorName(context),
      requestedAt: now,
      effectiveAt,
    })
    .returning()
  const after = { accountName, effectiveAt: effectiveAt.toISOString() }
  await recordAuditEvent(context, {
    action: 'payout_account.change_requested',
    object: describeAccount(details),
    after,
  })
  await sendNotification(context, merchant.id, {
    kind: 'security',
    title: 'Your payout account will change',
    text: `${await readActorName(context)} asked for payouts to ${describeAccountShort(details)}${accountName ? ` (${accountName})` : ''}. Settlements go there from ${formatInstant(effectiveAt)}, Lagos. If no one at your business asked for this, cancel the change under Bank accounts and change your password.`,
    path,
  })
  return change!
}

const endChange = (
  { tx, now }: Context,
  { merchantId, id }: PayoutChange,
  outcome: NonNullable<PayoutChange['outcome']>,
) =>
  tx
    .update(payoutAccountChanges)
    .set({ endedAt: now, outcome })
    .where(and(eq(payoutAccountChanges.merchantId, merchantId), eq(payoutAccountChanges.id, id)))

/** Cancels the pending change of an account; false if there is none. The caller has locked the accounts. */
export async function withdrawChange(context: MemberContext, accountId: string): Promise<boolean> {
  const waiting = await waitingChange(context)
  if (waiting?.bankAccountId !== accountId) return false
  await endChange(context, waiting, 'cancelled')
  await recordAuditEvent(context, { action: 'payout_account.change_cancelled', object: describeAccount(waiting) })
  return true
}

/** Cancels a pending change. Needs no confirmation of identity: cancelling only leaves things as they are. */
export async function cancelPayoutAccountChangeHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof cancelPayoutAccountChange>,
) {
  await lockBankAccounts(context)
  if (!(await withdrawChange(context, id))) throw problem.notFound('pending change')
  await sendNotification(context, context.merchant.id, {
    kind: 'security',
    title: 'The change of your payout account was cancelled',
    text: `${await readActorName(context)} cancelled it. Settlements still go to your current account.`,
    path,
  })
}

/** Applies the pending change of one business if it is due; false if none is. */
export async function applyChange(context: Context, merchantId: string): Promise<boolean> {
  const { tx, now, config } = context
  const reading: ReadContext = { tx, merchant: { id: merchantId } }
  const known = await lockBankAccounts(reading)
  const change = await waitingChange(reading)
  if (!change || change.effectiveAt > now) return false
  const { bankId, accountNumber, accountName, nameMatches } = change
  const before = known.find(({ primaryAccount }) => primaryAccount)
  await tx
    .update(bankAccounts)
    .set({ bankId, accountNumber, accountName, nameMatches })
    .where(and(eq(bankAccounts.merchantId, merchantId), eq(bankAccounts.id, change.bankAccountId)))
  const after = await makePrimary(reading, change.bankAccountId)
  await endChange(context, change, 'applied')
  await recordAuditEvent(context, {
    action: 'payout_account.changed',
    object: describeAccount(after),
    before: { account: before ? describeAccount(before) : null },
    after: { account: describeAccount(after), requestedBy: change.requestedBy },
    merchantId,
    actor: { kind: 'system', name: config.brand.name },
  })
  await sendNotification(context, merchantId, {
    kind: 'security',
    title: 'Your payout account was changed',
    text: `Settlements go to ${describeAccountShort(after)} from now on, as ${change.requestedBy} requested. If no one at your business asked for this, contact us at once.`,
    path,
  })
  return true
}
