import type { deleteBankAccount } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext, ReadContext } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { accountIn, type BankAccountRecord, lockBankAccounts } from './accounts.ts'
import { withdrawChange } from './payout-change.ts'
import { describeAccount, describeAccountShort, toAuditValues } from './serialize.ts'
import { bankAccounts } from './tables.ts'

/** Reason, as a sentence for the user, not to delete an account that the feature uses. Undefined if it does not use it. */
export const bankAccountObstacles =
  defineHandlers<(context: ReadContext, account: BankAccountRecord) => Promise<string | undefined>>(
    'bankAccountObstacles',
  )

/** Deletes an account softly: the row is kept for the settlements that were paid to it. */
export async function deleteBankAccountHandler(context: MemberContext, { id }: ParsedInput<typeof deleteBankAccount>) {
  const { tx, now, merchant } = context
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
    text: `${await readActorName(context)} deleted ${describeAccountShort(account)}. If no one at your business did this, change your password and contact us.`,
    path: '/settings/bank-accounts',
  })
}

/** Rejects deletion while money may still be paid to the account. No other function checks this. */
async function requireUnusedAccount(context: MemberContext, account: BankAccountRecord): Promise<void> {
  if (account.primaryAccount)
    throw problem.conflict(
      'primary_account',
      'Settlements go to your primary account, so it cannot be deleted. Make another account your primary one first.',
    )
  for (const findObstacle of bankAccountObstacles.get()) {
    const obstacle = await findObstacle(context, account)
    if (obstacle) throw problem.conflict('bank_account_in_use', obstacle)
  }
}
