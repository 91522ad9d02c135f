import {
  addBankAccount,
  cancelPayoutAccountChange,
  deleteBankAccount,
  listBankAccounts,
  resolveAccount,
  updateBankAccount,
} from '@adire/contract/bank-accounts.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { listAccounts } from './accounts.ts'
import { addBankAccountHandler } from './add.ts'
import { resolveAccountHandler } from './check.ts'
import { deleteBankAccountHandler } from './delete.ts'
import { cancelPayoutAccountChangeHandler, waitingChange } from './payout-change.ts'
import { toBankAccountResponse } from './serialize.ts'
import { updateBankAccountHandler } from './update.ts'

export const bankAccountRoutes = [
  route(listBankAccounts, listBankAccountsHandler),
  routeWithoutTransaction(resolveAccount, resolveAccountHandler),
  creationRoute(addBankAccount, addBankAccountHandler),
  routeWithoutTransaction(updateBankAccount, updateBankAccountHandler),
  route(deleteBankAccount, deleteBankAccountHandler),
  route(cancelPayoutAccountChange, cancelPayoutAccountChangeHandler),
]

/** Exported for KYC, where the settlement account becomes a bank account, with the same checks. */
export { addBankAccountHandler } from './add.ts'
/** Exported for refunds, which may go to a payer's account. */
export { findAccountName, resolveAccountName } from './check.ts'
export { fitsBusiness } from './name.ts'
export { updateBankAccountHandler } from './update.ts'

async function listBankAccountsHandler(
  context: MerchantContext,
  { limit, offset }: ParsedInput<typeof listBankAccounts>,
) {
  const accounts = await listAccounts(context)
  const waiting = await waitingChange(context)
  const content = accounts.slice(offset, offset + limit).map((account) => toBankAccountResponse(account, waiting))
  return { content, totalElements: accounts.length, offset, limit }
}
