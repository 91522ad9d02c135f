import type { deleteBankAccount } from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { settlements } from '../settlements/tables.ts'
import { accountIn, type BankAccountRecord, holdAccounts } from './accounts.ts'
import { withdrawChange } from './payout-change.ts'
import { auditedOf, nameOf, shortNameOf } from './show.ts'
import { bankAccounts } from './tables.ts'

/** The row stays, for the settlements that went there. */
export async function remove(context: MemberContext, { id }: Parsed<typeof deleteBankAccount>) {
  const { tx, now, merchant, user } = context
  await requireConfirmation(context)
  const account = accountIn(await holdAccounts(context), id)
  await refuseInUse(context, account)
  await withdrawChange(context, id)
  await tx
    .update(bankAccounts)
    .set({ deletedAt: now })
    .where(and(eq(bankAccounts.merchantId, merchant.id), eq(bankAccounts.id, id)))
  await record(context, { action: 'bank_account.deleted', object: nameOf(account), before: auditedOf(account) })
  await tellMembers(context, merchant.id, {
    kind: 'security',
    title: 'A bank account was deleted',
    text: `${user.email} deleted ${shortNameOf(account)}. If nobody of your business did, change your password and write to us.`,
    path: '/settings/bank-accounts',
  })
}

/** Refuses while money may be on its way there: the one place that knows. */
async function refuseInUse({ tx, merchant }: MemberContext, { id, primaryAccount }: BankAccountRecord): Promise<void> {
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
