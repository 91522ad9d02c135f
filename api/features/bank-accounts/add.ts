import type { addBankAccount } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { listAccounts, lockBankAccounts, makePrimary, requireNewAccount } from './accounts.ts'
import { resolveAccountName } from './check.ts'
import { type PayoutChange, requestChange, waitingChange } from './payout-change.ts'
import { describeAccount, describeAccountShort, toAuditValues, toBankAccountResponse } from './serialize.ts'
import { bankAccounts } from './tables.ts'

type New = ParsedInput<typeof addBankAccount>
type ResolvedName = Awaited<ReturnType<typeof resolveAccountName>>

/** Adds an account to the business. The number is checked and the bank is called before anything is stored. */
export const addBankAccountHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, account: New): Promise<ResolvedName> {
    await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      requireAccountAllowed(await listAccounts(context), account, await waitingChange(context))
    })
    return resolveAccountName(unitOfWork, account)
  },
  create: storeAccount,
}

function requireAccountAllowed(
  known: Awaited<ReturnType<typeof listAccounts>>,
  account: New,
  waiting: PayoutChange | undefined,
) {
  requireNewAccount(waiting ? [...known, waiting] : known, account)
  if (known.length < limits.bankAccountsMaximum) return
  throw problem.conflict(
    'too_many_bank_accounts',
    `You have ${limits.bankAccountsMaximum} bank accounts, the maximum. Delete one that you no longer use.`,
  )
}

async function storeAccount(context: MemberContext, account: New, resolvedName: ResolvedName) {
  const { tx, now, merchant } = context
  const known = await lockBankAccounts(context)
  requireAccountAllowed(known, account, await waitingChange(context))
  const isFirst = known.length === 0
  const [added] = await tx
    .insert(bankAccounts)
    .values({
      merchantId: merchant.id,
      bankId: account.bankId,
      accountNumber: account.accountNumber,
      ...resolvedName,
      alias: account.alias ?? findBank(account.bankId)!.name,
      primaryAccount: false,
      createdAt: now,
    })
    .returning()
  // Nothing could be paid out before the first account, so it needs no delay.
  const stored = isFirst ? await makePrimary(context, added!.id) : added!
  await recordAuditEvent(context, {
    action: 'bank_account.added',
    object: describeAccount(stored),
    after: toAuditValues(stored),
  })
  await sendNotification(context, merchant.id, {
    kind: 'security',
    title: 'A bank account was added',
    text: `${await readActorName(context)} added ${describeAccountShort(stored)}.${stored.primaryAccount ? ' Settlements go there.' : ''} If no one at your business did this, change your password and contact us.`,
    path: '/settings/bank-accounts',
  })
  const changed = !isFirst && account.primaryAccount === true
  return toBankAccountResponse(
    stored,
    changed ? await requestChange(context, stored, stored) : await waitingChange(context),
  )
}
