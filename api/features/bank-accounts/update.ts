import type { updateBankAccount } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { sendNotification } from '../notifications/jobs.ts'
import {
  accountIn,
  type BankAccountRecord,
  isSameAccount,
  listAccounts,
  lockBankAccounts,
  requireNewAccount,
} from './accounts.ts'
import { resolveAccountName } from './check.ts'
import { type PayoutChange, requestChange, waitingChange } from './payout-change.ts'
import { describeAccount, describeAccountShort, toAuditValues, toBankAccountResponse } from './serialize.ts'
import { bankAccounts } from './tables.ts'

type Changes = ParsedInput<typeof updateBankAccount>
type ResolvedName = Awaited<ReturnType<typeof resolveAccountName>>
type Details = Pick<BankAccountRecord, 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'>

/** Changes an account; a different number is checked with the bank again. A change of the payout account takes effect a day later. */
export const updateBankAccountHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, changes: Changes): Promise<ResolvedName | undefined> {
    const isOther = await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      const known = await listAccounts(context)
      const waiting = await waitingChange(context)
      requireValidChange(known, waiting, changes)
      return !isKnown(accountIn(known, changes.id), waiting, changes)
    })
    return isOther ? resolveAccountName(unitOfWork, changes) : undefined
  },
  create: changeAccount,
}

/** Whether the bank has already returned the name for this number. */
const isKnown = (account: BankAccountRecord, waiting: PayoutChange | undefined, changes: Changes) =>
  isSameAccount(account, changes) || (waiting?.bankAccountId === account.id && isSameAccount(waiting, changes))

function requireValidChange(known: readonly BankAccountRecord[], waiting: PayoutChange | undefined, changes: Changes) {
  const account = accountIn(known, changes.id)
  if (account.primaryAccount && !changes.primaryAccount)
    throw problem.conflict(
      'primary_account_needed',
      'Settlements go to this account. Make another one your primary account instead.',
    )
  const others = known.filter(({ id }) => id !== account.id)
  requireNewAccount(waiting && waiting.bankAccountId !== account.id ? [...others, waiting] : others, changes)
}

async function changeAccount(context: MemberContext, changes: Changes, resolvedName: ResolvedName | undefined) {
  const known = await lockBankAccounts(context)
  const waiting = await waitingChange(context)
  requireValidChange(known, waiting, changes)
  const before = accountIn(known, changes.id)
  if (!resolvedName && !isKnown(before, waiting, changes))
    throw problem.conflict('bank_account_changed', 'Someone else has changed this account. Check it and try again.')
  const { bankId, accountNumber, alias, primaryAccount } = changes
  const details = isSameAccount(before, changes) ? before : { bankId, accountNumber, ...(resolvedName ?? waiting!) }
  // The number of the payout account changes only after a day. A change of another account does not affect payouts.
  if (before.primaryAccount) {
    const after = await updateBankAccountRecord(context, before, { alias })
    const isPaidElsewhere = !isSameAccount(before, changes)
    return toBankAccountResponse(after, isPaidElsewhere ? await requestChange(context, before, details) : waiting)
  }
  const after = await updateBankAccountRecord(context, before, { alias, ...pickDetails(details) })
  const becomesPrimary = primaryAccount || waiting?.bankAccountId === before.id
  return toBankAccountResponse(after, becomesPrimary ? await requestChange(context, after, after) : waiting)
}

const pickDetails = ({ bankId, accountNumber, accountName, nameMatches }: Details): Details => ({
  bankId,
  accountNumber,
  accountName,
  nameMatches,
})

async function updateBankAccountRecord(
  context: MemberContext,
  before: BankAccountRecord,
  to: Partial<BankAccountRecord>,
) {
  const [after] = await context.tx
    .update(bankAccounts)
    .set(to)
    .where(and(eq(bankAccounts.merchantId, context.merchant.id), eq(bankAccounts.id, before.id)))
    .returning()
  await recordAccountChange(context, before, after!)
  return after!
}

async function recordAccountChange(context: MemberContext, before: BankAccountRecord, after: BankAccountRecord) {
  const changed = changesBetween(toAuditValues(before), toAuditValues(after))
  if (!changed) return
  await recordAuditEvent(context, { action: 'bank_account.updated', object: describeAccount(before), ...changed })
  const what = isSameAccount(before, after)
    ? describeAccountShort(after)
    : `${describeAccountShort(before)} to ${describeAccountShort(after)}`
  await sendNotification(context, context.merchant.id, {
    kind: 'security',
    title: 'A bank account was changed',
    text: `${await readActorName(context)} changed ${what}.${after.primaryAccount ? ' Settlements go there.' : ''} If no one at your business did this, change your password and contact us.`,
    path: '/settings/bank-accounts',
  })
}
