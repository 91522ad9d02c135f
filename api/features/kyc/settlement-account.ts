import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { submitSettlementAccount } from '@adire/contract/kyc.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'
import { problem } from '../../http/problem.ts'
import { addBankAccountHandler } from '../bank-accounts/add.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { updateBankAccountHandler } from '../bank-accounts/update.ts'
import { lockKycItem, requireOpen, submitItem } from './move.ts'
import { enqueueSandboxReview, verdictOnAccount } from './sandbox.ts'

type Input = ParsedInput<typeof submitSettlementAccount>

/** Checks whether an account may be submitted: whether it is the primary one already. A handler throws to reject it. */
export const settlementAccountChecks =
  defineHandlers<(context: MemberContext, isPrimary: boolean) => Promise<void>>('settlementAccountChecks')

const type = 'SETTLEMENT_ACCOUNT'

/**
 * Submits the settlement account: it becomes the primary account, and its name is compared with the business's. Nothing of it is done
 * when another account is submitted at the same moment.
 */
export async function submitSettlementAccountHandler(unitOfWork: UnitOfWork<MemberContext>, input: Input) {
  const known = await unitOfWork.write(async (context) => {
    await requireOpen(context, type)
    const account = await findAccount(context, input)
    for (const check of settlementAccountChecks.get()) await check(context, account?.primaryAccount === true)
    return account
  })
  const changed = known && { ...known, primaryAccount: true }
  const added = { bankId: input.bankId!, accountNumber: input.accountNumber!, primaryAccount: true }
  const name = changed
    ? await updateBankAccountHandler.prepare(unitOfWork, changed)
    : await addBankAccountHandler.prepare(unitOfWork, added)
  return unitOfWork.write(async (context) => {
    await lockKycItem(context, context.merchant.id, type)
    await requireOpen(context, type)
    const account = changed
      ? await updateBankAccountHandler.create(context, changed, name)
      : await addBankAccountHandler.create(context, added, name!)
    await submitItem(context, type, { submitted: accountLabel(account.bankName, account.accountNumber) })
    await enqueueSandboxReview(context, type, verdictOnAccount(account))
    return account
  })
}

/** The submitted account, if the business already has it. */
async function findAccount({ tx, merchant }: MemberContext, { bankAccountId, bankId, accountNumber }: Input) {
  const [account] = await tx
    .select({
      id: bankAccounts.id,
      bankId: bankAccounts.bankId,
      accountNumber: bankAccounts.accountNumber,
      alias: bankAccounts.alias,
      primaryAccount: bankAccounts.primaryAccount,
    })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.merchantId, merchant.id),
        isNull(bankAccounts.deletedAt),
        bankAccountId === undefined
          ? and(eq(bankAccounts.bankId, bankId!), eq(bankAccounts.accountNumber, accountNumber!))
          : eq(bankAccounts.id, bankAccountId),
      ),
    )
  if (!account && bankAccountId !== undefined) throw problem.notFound('bank account')
  return account
}
