import type { createMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { resolveAccountName } from '../bank-accounts/check.ts'
import { findBank } from '../lookups/lookups.ts'

type DebitableAccount = Pick<ParsedInput<typeof createMandate>, 'bankId' | 'accountNumber'>

/** Account-name enquiry at the bank. No mandate is created if the enquiry fails. */
export async function requireAccountName(
  unitOfWork: UnitOfWork<MerchantContext>,
  account: DebitableAccount,
): Promise<string> {
  return requireDebitable(unitOfWork, account, (await resolveAccountName(unitOfWork, account)).accountName)
}

/**
 * Checks that an account can have a mandate, and returns the name on the account.
 * @throws 422 account_refused, account_unchecked
 */
export function requireDebitable(
  unitOfWork: UnitOfWork,
  { bankId, accountNumber }: DebitableAccount,
  accountName: string | null,
): string {
  const accountError = connectorFor(unitOfWork, 'mandates').mandates.findError({
    bankCode: findBank(bankId)!.code,
    accountNumber,
  })
  if (accountError) throw problem.field('accountNumber', accountError, 'account_refused')
  if (!accountName)
    throw problem.field('accountNumber', 'The bank did not return the name of this account', 'account_unchecked')
  return accountName
}
