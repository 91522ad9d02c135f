import { addBankAccount, updateBankAccount } from '@adire/contract/bank-accounts.ts'
import { accountIn, isSameAccount, listAccounts } from '../bank-accounts/accounts.ts'
import { addBankAccountHandler } from '../bank-accounts/add.ts'
import { describeAccount } from '../bank-accounts/serialize.ts'
import { updateBankAccountHandler } from '../bank-accounts/update.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { defineAction } from './action.ts'

type Account = Parameters<typeof describeAccount>[0]

const describeHolder = (name: string | null) => name ?? 'The bank returned no name'

/** The account that settlements go to. */
const primaryIn = (accounts: Awaited<ReturnType<typeof listAccounts>>) => {
  const primary = accounts.find(({ primaryAccount }) => primaryAccount)
  return primary ? describeAccount(primary) : 'None'
}

const settlementLine = (accounts: Awaited<ReturnType<typeof listAccounts>>, account: Account) =>
  describeChange('Settlements go to', primaryIn(accounts), `${describeAccount(account)}, a day after the approval`)

export const accountActions = [
  defineAction({
    name: 'addBankAccount',
    endpoint: addBankAccount,
    handler: addBankAccountHandler,
    async preview(context, input, { accountName, nameMatches }) {
      const accounts = await listAccounts(context)
      return {
        title: `Add the bank account ${describeAccount(input)}`,
        effects: [
          describeEffect('Bank account', describeAccount(input)),
          describeEffect('Holder', describeHolder(accountName)),
          describeEffect('Name', nameMatches ? 'Matches the business' : 'Differs from the business'),
          ...(input.primaryAccount && accounts.length > 0 ? settlementLine(accounts, input) : []),
          ...(accounts.length === 0 ? [describeEffect('Settlements go to', describeAccount(input))] : []),
        ],
      }
    },
  }),
  defineAction({
    name: 'updateBankAccount',
    endpoint: updateBankAccount,
    handler: updateBankAccountHandler,
    // Another alias pays nobody else.
    async isCovered(context, input) {
      const account = accountIn(await listAccounts(context), input.id)
      return !isSameAccount(account, input) || (input.primaryAccount === true && !account.primaryAccount)
    },
    async preview(context, input, resolved) {
      const accounts = await listAccounts(context)
      const account = accountIn(accounts, input.id)
      return {
        title: isSameAccount(account, input)
          ? `Pay settlements to ${describeAccount(account)}`
          : `Change the bank account ${describeAccount(account)}`,
        subjectId: account.id,
        effects: [
          ...describeChange('Bank account', describeAccount(account), describeAccount(input)),
          ...describeChange(
            'Holder',
            describeHolder(account.accountName),
            describeHolder(resolved ? resolved.accountName : account.accountName),
          ),
          ...(input.primaryAccount ? settlementLine(accounts, input) : []),
        ],
      }
    },
  }),
]
