import type { cancelPayoutAccountChange } from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context, MemberContext, Reading } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatInstant } from '../../lagos.ts'
import { record } from '../audit/audit.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { type BankAccountRecord, holdAccounts, isSameAccount, makePrimary } from './accounts.ts'
import { nameOf, shortNameOf } from './show.ts'
import { bankAccounts, payoutAccountChanges } from './tables.ts'

export type PayoutChange = typeof payoutAccountChanges.$inferSelect
type Details = Pick<BankAccountRecord, 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'>

const path = '/settings/bank-accounts'

/** The change of payout account that waits, if one does. */
export async function waitingChange({ tx, merchant }: Reading): Promise<PayoutChange | undefined> {
  const [waiting] = await tx
    .select()
    .from(payoutAccountChanges)
    .where(and(eq(payoutAccountChanges.merchantId, merchant.id), isNull(payoutAccountChanges.endedAt)))
  return waiting
}

/**
 * Lets settlements go to an account, with these details, from a day later on. The accounts are locked already. Asked for
 * again it changes nothing, and does not begin the day anew; another request replaces the one that waits.
 */
export async function requestChange(
  context: MemberContext,
  { id }: BankAccountRecord,
  { bankId, accountNumber, accountName, nameMatches }: Details,
): Promise<PayoutChange> {
  const { tx, now, merchant, user } = context
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
      requestedBy: user.email,
      requestedAt: now,
      effectiveAt,
    })
    .returning()
  const after = { accountName, effectiveAt: effectiveAt.toISOString() }
  await record(context, { action: 'payout_account.change_requested', object: nameOf(details), after })
  await tellMembers(context, merchant.id, {
    kind: 'security',
    title: 'Your payout account will change',
    text: `${user.email} asked to be paid to ${shortNameOf(details)}${accountName ? ` (${accountName})` : ''}. Settlements go there from ${formatInstant(effectiveAt)}, Lagos. If nobody of your business asked for this, cancel the change under Bank accounts and change your password.`,
    path,
  })
  return change!
}

const endChange = ({ tx, now }: Context, { id }: PayoutChange, outcome: NonNullable<PayoutChange['outcome']>) =>
  tx.update(payoutAccountChanges).set({ endedAt: now, outcome }).where(eq(payoutAccountChanges.id, id))

/** Takes the change back that waits on an account, if one does; true where one did. The accounts are locked already. */
export async function withdrawChange(context: MemberContext, accountId: string): Promise<boolean> {
  const waiting = await waitingChange(context)
  if (waiting?.bankAccountId !== accountId) return false
  await endChange(context, waiting, 'cancelled')
  await record(context, { action: 'payout_account.change_cancelled', object: nameOf(waiting) })
  return true
}

/** No confirmation: whoever is quicker to cancel can only leave things as they are. */
export async function cancelChange(context: MemberContext, { id }: Parsed<typeof cancelPayoutAccountChange>) {
  await holdAccounts(context)
  if (!(await withdrawChange(context, id))) throw problem.notFound('pending change')
  await tellMembers(context, context.merchant.id, {
    kind: 'security',
    title: 'The change of your payout account was cancelled',
    text: `${context.user.email} cancelled it. Settlements go to your present account.`,
    path,
  })
}

/** Makes the change of one business take effect, once it is due; false where none is. */
export async function applyChange(context: Context, merchantId: string): Promise<boolean> {
  const { tx, now, config } = context
  const reading: Reading = { tx, merchant: { id: merchantId } }
  const known = await holdAccounts(reading)
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
  await record(context, {
    action: 'payout_account.changed',
    object: nameOf(after),
    before: { account: before ? nameOf(before) : null },
    after: { account: nameOf(after), requestedBy: change.requestedBy },
    merchantId,
    actor: { kind: 'system', name: config.brand.name },
  })
  await tellMembers(context, merchantId, {
    kind: 'security',
    title: 'Your payout account was changed',
    text: `Settlements go to ${shortNameOf(after)} from now on, as ${change.requestedBy} asked. If nobody of your business did, write to us at once.`,
    path,
  })
  return true
}
