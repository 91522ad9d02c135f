import type { updateBankAccount } from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { accountIn, accountsOf, type BankAccountRecord, holdAccounts, isSameAccount, refuseTwice } from './accounts.ts'
import { askBank } from './check.ts'
import { type PayoutChange, requestChange, waitingChange } from './payout-change.ts'
import { auditedOf, nameOf, shortNameOf, show } from './show.ts'
import { bankAccounts } from './tables.ts'

type Changes = Parsed<typeof updateBankAccount>
type Holder = Awaited<ReturnType<typeof askBank>>
type Details = Pick<BankAccountRecord, 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'>

/** Changes an account; the bank is asked again where it is another one. What settlements go to changes a day later. */
export async function update(steps: Steps<MemberContext>, changes: Changes) {
  const isOther = await steps.write(async (context) => {
    await requireConfirmation(context)
    const known = await accountsOf(context)
    const waiting = await waitingChange(context)
    refuse(known, waiting, changes)
    return !isKnown(accountIn(known, changes.id), waiting, changes)
  })
  const holder = isOther ? await askBank(steps, changes) : undefined
  return steps.write((context) => change(context, changes, holder))
}

/** Whether the bank has said already whose account this is. */
const isKnown = (account: BankAccountRecord, waiting: PayoutChange | undefined, changes: Changes) =>
  isSameAccount(account, changes) || (waiting?.bankAccountId === account.id && isSameAccount(waiting, changes))

function refuse(known: readonly BankAccountRecord[], waiting: PayoutChange | undefined, changes: Changes) {
  const account = accountIn(known, changes.id)
  if (account.primaryAccount && !changes.primaryAccount)
    throw problem.conflict(
      'primary_account_needed',
      'Settlements go to this account. Make another one your primary account instead.',
    )
  const others = known.filter(({ id }) => id !== account.id)
  refuseTwice(waiting && waiting.bankAccountId !== account.id ? [...others, waiting] : others, changes)
}

async function change(context: MemberContext, changes: Changes, holder: Holder | undefined) {
  const known = await holdAccounts(context)
  const waiting = await waitingChange(context)
  refuse(known, waiting, changes)
  const before = accountIn(known, changes.id)
  if (!holder && !isKnown(before, waiting, changes))
    throw problem.conflict('bank_account_changed', 'This account was changed meanwhile. Look at it and try again.')
  const { bankId, accountNumber, alias, primaryAccount } = changes
  const details = isSameAccount(before, changes) ? before : { bankId, accountNumber, ...(holder ?? waiting!) }
  // The number of the account that is paid stays as it is for a day; that of another one changes nothing for payouts.
  if (before.primaryAccount) {
    const after = await write(context, before, { alias })
    const isPaidElsewhere = !isSameAccount(before, changes)
    return show(after, isPaidElsewhere ? await requestChange(context, before, details) : waiting)
  }
  const after = await write(context, before, { alias, ...picked(details) })
  const becomesPrimary = primaryAccount || waiting?.bankAccountId === before.id
  return show(after, becomesPrimary ? await requestChange(context, after, after) : waiting)
}

const picked = ({ bankId, accountNumber, accountName, nameMatches }: Details): Details => ({
  bankId,
  accountNumber,
  accountName,
  nameMatches,
})

async function write(context: MemberContext, before: BankAccountRecord, to: Partial<BankAccountRecord>) {
  const [after] = await context.tx
    .update(bankAccounts)
    .set(to)
    .where(and(eq(bankAccounts.merchantId, context.merchant.id), eq(bankAccounts.id, before.id)))
    .returning()
  await tell(context, before, after!)
  return after!
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
