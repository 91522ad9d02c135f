import type { deleteBankAccount } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { settlements } from '../settlements/tables.ts'
import { accountIn, type BankAccountRecord, lockBankAccounts } from './accounts.ts'
import { withdrawChange } from './payout-change.ts'
import { describeAccount, describeAccountShort, toAuditValues } from './serialize.ts'
import { bankAccounts } from './tables.ts'

/** Deletes an account softly: the row is kept for the settlements that were paid to it. */
export async function deleteBankAccountHandler(context: MemberContext, { id }: ParsedInput<typeof deleteBankAccount>) {
  const { tx, now, merchant, user } = context
  await requireConfirmation(context)
  const account = accountIn(await lockBankAccounts(context), id)
  await requireUnusedAccount(context, account)
  await withdrawChange(context, id)
  await tx
    .update(bankAccounts)
    .set({ deletedAt: now })
    .where(and(eq(bankAccounts.merchantId, merchant.id), eq(bankAccounts.id, id)))
  await recordAuditEvent(context, {
    action: 'bank_account.deleted',
    object: describeAccount(account),
    before: toAuditValues(account),
  })
  await sendNotification(context, merchant.id, {
    kind: 'security',
    title: 'A bank account was deleted',
    text: `${user.email} deleted ${describeAccountShort(account)}. If nobody of your business did, change your password and write to us.`,
    path: '/settings/bank-accounts',
  })
}

/** Rejects deletion while money may still be paid to the account. No other function checks this. */
async function requireUnusedAccount(
  { tx, merchant }: MemberContext,
  { id, primaryAccount }: BankAccountRecord,
): Promise<void> {
  if (primaryAccount)
    throw problem.conflict(
      'primary_account',
      'Settlements go to your primary account, so it cannot be deleted. Make another account your primary one first.',
    )
  const [running] = await tx
    .select({ reference: settlements.reference })
    .from(settlements)
    .where(
      and(
        eq(settlements.merchantId, merchant.id),
        eq(settlements.bankAccountId, id),
        eq(settlements.status, 'processing'),
      ),
    )
    .limit(1)
  if (running)
    throw problem.conflict(
      'bank_account_in_use',
      `The settlement ${running.reference} is on its way to this account. Delete it once the bank has answered.`,
    )
}
