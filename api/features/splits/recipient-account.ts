import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { cancelPartyAccountChange } from '@adire/contract/splits.ts'
import { and, eq } from 'drizzle-orm'
import type { Context, MemberContext, ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatInstant } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { splitRecipients } from './tables.ts'

export type RecipientRecord = typeof splitRecipients.$inferSelect
export type RecipientAccount = Pick<RecipientRecord, 'bankId' | 'accountNumber'>

const none = { pendingBankId: null, pendingAccountNumber: null, pendingAccountName: null, pendingFrom: null }

export const isSameAccount = (one: RecipientAccount, other: RecipientAccount) =>
  one.bankId === other.bankId && one.accountNumber === other.accountNumber

/** Short form of an account for messages outside the dashboard: "Access Bank •••• 0017". */
export const describeRecipientAccount = ({ bankId, accountNumber }: RecipientAccount) =>
  accountLabel(findBank(bankId)?.name ?? '', accountNumber)

/** Full form of an account for the audit log: "Access Bank 0690000031". */
export const describeAccount = ({ bankId, accountNumber }: RecipientAccount) =>
  `${findBank(bankId)?.name ?? ''} ${accountNumber}`

/** Account that a recipient will be paid to later, if a change was requested. */
export const pendingAccount = (recipient: RecipientRecord): RecipientAccount | undefined =>
  recipient.pendingFrom === null
    ? undefined
    : { bankId: recipient.pendingBankId!, accountNumber: recipient.pendingAccountNumber! }

/**
 * A recipient of the merchant, locked until the transaction ends.
 * @throws 404 party_not_found
 */
export async function lockRecipient({ tx, merchant }: ReadContext, id: string): Promise<RecipientRecord> {
  const [recipient] = await tx
    .select()
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.id, id)))
    .for('update')
  if (!recipient) throw problem.notFound('party')
  return recipient
}

const updateRecipientRecord = ({ tx }: Context, { merchantId, id }: RecipientRecord, to: Partial<RecipientRecord>) =>
  tx
    .update(splitRecipients)
    .set(to)
    .where(and(eq(splitRecipients.merchantId, merchantId), eq(splitRecipients.id, id)))

/** Requests that a locked recipient is paid to another account after `limits.payoutAccountDelayMs`, and notifies the members. */
export async function requestRecipientAccount(
  context: MemberContext,
  recipient: RecipientRecord,
  account: RecipientAccount & { accountName: string },
): Promise<void> {
  const pendingFrom = new Date(context.now.getTime() + limits.payoutAccountDelayMs)
  const { bankId: pendingBankId, accountNumber: pendingAccountNumber, accountName: pendingAccountName } = account
  await updateRecipientRecord(context, recipient, {
    pendingBankId,
    pendingAccountNumber,
    pendingAccountName,
    pendingFrom,
  })
  const after = {
    account: describeAccount(account),
    accountName: pendingAccountName,
    effectiveAt: pendingFrom.toISOString(),
  }
  await recordAuditEvent(context, { action: 'payout_account.change_requested', object: recipient.name, after })
  await warn(
    context,
    recipient.merchantId,
    `The account of ${recipient.name} will change`,
    `${await readActorName(context)} asked to pay ${recipient.name} to ${describeRecipientAccount(account)} (${pendingAccountName}). It is paid there from ${formatInstant(pendingFrom)}, Lagos. If no one at your business asked for this, cancel the change under Split payments and change your password.`,
  )
}

/** Cancels a requested account change. Needs no confirmation: an attacker who cancels can only keep the account that is in use. */
export async function cancelRecipientAccount(
  context: MemberContext,
  { id }: ParsedInput<typeof cancelPartyAccountChange>,
) {
  const recipient = await lockRecipient(context, id)
  const pending = pendingAccount(recipient)
  if (!pending) throw problem.notFound('pending change')
  await updateRecipientRecord(context, recipient, none)
  const before = { account: describeAccount(pending) }
  await recordAuditEvent(context, { action: 'payout_account.change_cancelled', object: recipient.name, before })
  const text = `${await readActorName(context)} cancelled it. ${recipient.name} is still paid to the current account.`
  await warn(context, recipient.merchantId, `The change of the account of ${recipient.name} was cancelled`, text)
}

/** Applies a recipient's account change once it is due. Returns false if none is due. */
export async function applyRecipientAccount(context: Context, merchantId: string, id: string): Promise<boolean> {
  const recipient = await lockRecipient({ tx: context.tx, merchant: { id: merchantId } }, id)
  const pending = pendingAccount(recipient)
  if (!pending || recipient.pendingFrom! > context.now) return false
  await updateRecipientRecord(context, recipient, { ...pending, accountName: recipient.pendingAccountName!, ...none })
  await recordAuditEvent(context, {
    action: 'payout_account.changed',
    object: recipient.name,
    before: { account: describeAccount(recipient) },
    after: { account: describeAccount(pending) },
    merchantId,
    actor: { kind: 'system', name: context.config.brand.name },
  })
  const text = `${recipient.name} is paid to ${describeRecipientAccount(pending)} from now on. If nobody of your business asked for this, contact us at once.`
  await warn(context, merchantId, `The account of ${recipient.name} was changed`, text)
  return true
}

/** Notifies all members, because the payout destination changes. */
const warn = (context: Context, merchantId: string, title: string, text: string) =>
  sendNotification(context, merchantId, { kind: 'security', title, text, path: '/split-payment?show=parties' })
