import {
  addBankAccount,
  cancelPayoutAccountChange,
  deleteBankAccount,
  listBankAccounts,
  resolveAccount,
  updateBankAccount,
} from '@adire/contract/bank-accounts.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { addBankAccountHandler } from './add.ts'
import { listBankAccountsHandler } from './bank-accounts.ts'
import { resolveAccountHandler } from './check.ts'
import { deleteBankAccountHandler } from './delete.ts'
import { cancelPayoutAccountChangeHandler } from './payout-change.ts'
import { updateBankAccountHandler } from './update.ts'

export const bankAccountRoutes = [
  route(listBankAccounts, listBankAccountsHandler),
  routeWithoutTransaction(resolveAccount, resolveAccountHandler),
  creationRoute(addBankAccount, addBankAccountHandler),
  creationRoute(updateBankAccount, updateBankAccountHandler),
  route(deleteBankAccount, deleteBankAccountHandler),
  route(cancelPayoutAccountChange, cancelPayoutAccountChangeHandler),
]
