import * as bankAccounts from '@adire/contract/bank-accounts.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { addBankAccountHandler } from './add.ts'
import { listBankAccountsHandler } from './bank-accounts.ts'
import { resolveAccountHandler } from './check.ts'
import { deleteBankAccountHandler } from './delete.ts'
import { cancelPayoutAccountChangeHandler } from './payout-change.ts'
import { updateBankAccountHandler } from './update.ts'

export const bankAccountRoutes = [
  route(bankAccounts.listBankAccounts, listBankAccountsHandler),
  routeWithoutTransaction(bankAccounts.resolveAccount, resolveAccountHandler),
  creationRoute(bankAccounts.addBankAccount, addBankAccountHandler),
  creationRoute(bankAccounts.updateBankAccount, updateBankAccountHandler),
  route(bankAccounts.deleteBankAccount, deleteBankAccountHandler),
  route(bankAccounts.cancelPayoutAccountChange, cancelPayoutAccountChangeHandler),
]
