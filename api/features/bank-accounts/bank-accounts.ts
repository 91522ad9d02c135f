import type { listBankAccounts } from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { listAccounts } from './accounts.ts'
import { waitingChange } from './payout-change.ts'
import { toBankAccountResponse } from './serialize.ts'

export async function listBankAccountsHandler(
  context: MerchantContext,
  { limit, offset }: ParsedInput<typeof listBankAccounts>,
) {
  const accounts = await listAccounts(context)
  const waiting = await waitingChange(context)
  const content = accounts.slice(offset, offset + limit).map((account) => toBankAccountResponse(account, waiting))
  return { content, totalElements: accounts.length, offset, limit }
}
