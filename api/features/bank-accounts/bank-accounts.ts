import {
  addBankAccount,
  cancelPayoutAccountChange,
  deleteBankAccount,
  listBankAccounts,
  resolveAccount,
  updateBankAccount,
} from '@adire/contract/bank-accounts.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { answer, answerCreation, answerInSteps } from '../../http/answer.ts'
import { accountsOf } from './accounts.ts'
import { add } from './add.ts'
import { resolve } from './check.ts'
import { remove } from './delete.ts'
import { cancelChange, waitingChange } from './payout-change.ts'
import { show } from './show.ts'
import { update } from './update.ts'

export const routes = [
  answer(listBankAccounts, list),
  answerInSteps(resolveAccount, resolve),
  answerCreation(addBankAccount, add),
  answerInSteps(updateBankAccount, update),
  answer(deleteBankAccount, remove),
  answer(cancelPayoutAccountChange, cancelChange),
]

/** For onboarding, whose settlement account becomes a bank account: the number is checked, the bank asked. */
export { add as addAccount } from './add.ts'
/** For refunds, which may go to an account of the payer's. */
export { askBank, findHolder } from './check.ts'
export { fitsBusiness } from './name.ts'
export { update as updateAccount } from './update.ts'

async function list(context: MerchantContext, { limit, offset }: Parsed<typeof listBankAccounts>) {
  const accounts = await accountsOf(context)
  const waiting = await waitingChange(context)
  const content = accounts.slice(offset, offset + limit).map((account) => show(account, waiting))
  return { content, totalElements: accounts.length, offset, limit }
}
