import type { resolveAccount } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { eq } from 'drizzle-orm'
import { callFirst } from '../../connectors/call-first.ts'
import { canProcess } from '../../connectors/connector-for.ts'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { findBank } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'
import { fitsBusiness } from './name.ts'

type AccountAt = Pick<ParsedInput<typeof resolveAccount>, 'bankId' | 'accountNumber'>

const lookupsPerMinute = 60
const unknown = () => problem.field('accountNumber', messages.accountUnknown, 'account_unknown')

/** Looks up the name of an account; stores nothing. */
export async function resolveAccountHandler(unitOfWork: UnitOfWork<MemberContext>, account: AccountAt) {
  const { code, nubanScheme } = checkNumber(account)
  const isUnusual = nubanScheme === 'OFI' && !isNuban(code, account.accountNumber)
  return {
    ...(await resolveAccountName(unitOfWork, account)),
    warning: isUnusual ? 'The last digit is unusual for this bank. Compare the number with a statement.' : null,
  }
}

/**
 * Checks the account number. For deposit money banks the central bank's check digit (NUBAN) must be right. Other institutions
 * may not use it, so `resolveAccountHandler` only warns; wallets have none.
 * @throws 422 if the bank is not in the list or the number cannot exist
 */
function checkNumber({ bankId, accountNumber }: AccountAt) {
  const bank = findBank(bankId)
  if (!bank?.active) throw problem.field('bankId', 'Choose a bank from the list')
  if (bank.nubanScheme === 'DMB' && !isNuban(bank.code, accountNumber)) throw unknown()
  return bank
}

/**
 * Looks up an account's name at the bank. If the bank returns no name, `nameMatches` is false, so that a person reviews it.
 * @throws 429 too_many_attempts above 60 lookups of a caller in a minute; otherwise as `findAccountName`
 */
export async function resolveAccountName(unitOfWork: UnitOfWork<MerchantContext>, account: AccountAt) {
  checkNumber(account)
  const expectedName = await unitOfWork.write(async ({ tx, realNow, user, apiKey, merchant }) => {
    await consumeAttempt(
      tx,
      [{ key: `account-lookup:${user?.id ?? apiKey!.id}`, max: lookupsPerMinute }],
      realNow,
      60_000,
    )
    const [business] = await tx
      .select({ name: merchants.businessName })
      .from(merchants)
      .where(eq(merchants.id, merchant.id))
    return business!.name
  })
  const accountName = await findAccountName(unitOfWork, account, expectedName)
  return { accountName, nameMatches: accountName !== null && fitsBusiness(accountName, expectedName) }
}

/**
 * Account name from the bank; null if the bank does not check it. `expectedName` is the supposed account holder.
 * @throws 422 account_unknown if there is no such account, validation_error at `bankId` for an unknown bank; 503 unavailable if the bank does
 * not answer, or no processor of the mode can look up names
 */
export async function findAccountName(
  unitOfWork: UnitOfWork,
  account: AccountAt,
  expectedName: string,
): Promise<string | null> {
  const { code: bankCode } = checkNumber(account)
  const { accountNumber } = account
  if (!canProcess(unitOfWork, 'accountNames'))
    throw problem.unavailable(
      'Bank accounts cannot be checked in Live Mode yet, so you cannot add an account or change its number.',
    )
  const { answered } = await callFirst(unitOfWork, { capability: 'accountNames', stored: null }, ({ accountNames }) =>
    accountNames.resolve({ bankCode, accountNumber, expectedName }),
  )
  if (!answered) throw problem.unavailable('The bank is not responding. Please try again in a moment.')
  const { result: found } = answered
  if (found.kind === 'unknown') throw unknown()
  return found.kind === 'unchecked' ? null : found.accountName
}
