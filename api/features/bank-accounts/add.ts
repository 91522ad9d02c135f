import type { addBankAccount } from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { MemberContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { bankOf } from '../lookups/lookups.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { accountsOf, holdAccounts, makePrimary, refuseTwice } from './accounts.ts'
import { askBank } from './check.ts'
import { type PayoutChange, requestChange, waitingChange } from './payout-change.ts'
import { auditedOf, nameOf, shortNameOf, show } from './show.ts'
import { bankAccounts } from './tables.ts'

type New = Parsed<typeof addBankAccount>
type Holder = Awaited<ReturnType<typeof askBank>>

/** Adds an account to the signed-in user's business: the number is checked and the bank asked before anything is kept. */
export const add = {
  async prepare(steps: Steps<MemberContext>, account: New): Promise<Holder> {
    await steps.write(async (context) => {
      await requireConfirmation(context)
      refuseMore(await accountsOf(context), account, await waitingChange(context))
    })
    return askBank(steps, account)
  },
  create: keep,
}

function refuseMore(known: Awaited<ReturnType<typeof accountsOf>>, account: New, waiting: PayoutChange | undefined) {
  refuseTwice(waiting ? [...known, waiting] : known, account)
  if (known.length < limits.bankAccountsMaximum) return
  throw problem.conflict(
    'too_many_bank_accounts',
    `You have ${limits.bankAccountsMaximum} bank accounts, which is the most. Delete one that you no longer use.`,
  )
}

async function keep(context: MemberContext, account: New, holder: Holder) {
  const { tx, now, merchant, user } = context
  const known = await holdAccounts(context)
  refuseMore(known, account, await waitingChange(context))
  const isFirst = known.length === 0
  const [added] = await tx
    .insert(bankAccounts)
    .values({
      merchantId: merchant.id,
      bankId: account.bankId,
      accountNumber: account.accountNumber,
      ...holder,
      alias: account.alias ?? bankOf(account.bankId)!.name,
      primaryAccount: false,
      createdAt: now,
    })
    .returning()
  // Nothing could be paid out before the first account, so it needs no delay.
  const kept = isFirst ? await makePrimary(context, added!.id) : added!
  await record(context, { action: 'bank_account.added', object: nameOf(kept), after: auditedOf(kept) })
  await tellMembers(context, merchant.id, {
    kind: 'security',
    title: 'A bank account was added',
    text: `${user.email} added ${shortNameOf(kept)}.${kept.primaryAccount ? ' Settlements go there.' : ''} If nobody of your business did, change your password and write to us.`,
    path: '/settings/bank-accounts',
  })
  const changed = !isFirst && account.primaryAccount === true
  return show(kept, changed ? await requestChange(context, kept, kept) : await waitingChange(context))
}
