import type { updateBankAccount } from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { requireSecondFactor } from '../auth/confirmation.ts'
import { tellMembers } from '../notifications/jobs.ts'
import {
  accountIn,
  accountsOf,
  type BankAccountRecord,
  holdAccounts,
  isSameAccount,
  makePrimary,
  refuseTwice,
} from './accounts.ts'
import { askBank } from './check.ts'
import { auditedOf, nameOf, shortNameOf, show } from './show.ts'
import { bankAccounts } from './tables.ts'

type Changes = Parsed<typeof updateBankAccount>
type Holder = Awaited<ReturnType<typeof askBank>>

/** Changes an account; the bank is asked again where it is another one. */
export async function update(steps: Steps<MemberContext>, changes: Changes) {
  const isOther = await steps.write(async (context) => {
    await requireSecondFactor(context)
    const known = await accountsOf(context)
    refuse(known, changes)
    return !isSameAccount(accountIn(known, changes.id), changes)
  })
  const holder = isOther ? await askBank(steps, changes) : undefined
  return steps.write((context) => change(context, changes, holder))
}

function refuse(known: readonly BankAccountRecord[], changes: Changes) {
  const account = accountIn(known, changes.id)
  if (account.primaryAccount && !changes.primaryAccount)
    throw problem.conflict(
      'primary_account_needed',
      'Settlements go to this account. Make another one your primary account instead.',
    )
  refuseTwice(
    known.filter(({ id }) => id !== account.id),
    changes,
  )
}

async function change(context: MemberContext, changes: Changes, holder: Holder | undefined) {
  const { tx, merchant } = context
  const known = await holdAccounts(context)
  refuse(known, changes)
  const before = accountIn(known, changes.id)
  if (!holder && !isSameAccount(before, changes))
    throw problem.conflict('bank_account_changed', 'This account was changed meanwhile. Look at it and try again.')
  const { bankId, accountNumber, alias, primaryAccount } = changes
  const [changed] = await tx
    .update(bankAccounts)
    .set({ bankId, accountNumber, alias, ...holder })
    .where(and(eq(bankAccounts.merchantId, merchant.id), eq(bankAccounts.id, before.id)))
    .returning()
  const after = primaryAccount && !before.primaryAccount ? await makePrimary(context, before.id) : changed!
  await tell(context, before, after)
  return show(after)
}

async function tell(context: MemberContext, before: BankAccountRecord, after: BankAccountRecord) {
  const changed = changesBetween(auditedOf(before), auditedOf(after))
  if (!changed) return
  await record(context, { action: 'bank_account.updated', object: nameOf(before), ...changed })
  const what = isSameAccount(before, after) ? shortNameOf(after) : `${shortNameOf(before)} to ${shortNameOf(after)}`
  await tellMembers(context, context.merchant.id, {
    kind: 'security',
    title: 'A bank account was changed',
    text: `${context.user.email} changed ${what}.${after.primaryAccount ? ' Settlements go there.' : ''} If nobody of your business did, change your password and write to us.`,
    path: '/settings/bank-accounts',
  })
}
