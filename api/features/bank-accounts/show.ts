import { bankOf } from '../lookups/lookups.ts'
import type { BankAccountRecord } from './accounts.ts'

const bankName = (bankId: number) => bankOf(bankId)?.name ?? ''

/** "Access Bank 0000000017": how the audit log names an account. */
export const nameOf = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  `${bankName(bankId)} ${accountNumber}`

/** "Access Bank, number ending 0017": how a message that leaves the dashboard names it. */
export const shortNameOf = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  `${bankName(bankId)}, number ending ${accountNumber.slice(-4)}`

/** What the audit log keeps of an account, to say what changed. */
export const auditedOf = ({ bankId, accountNumber, alias, primaryAccount }: BankAccountRecord) => ({
  bank: bankName(bankId),
  accountNumber,
  alias,
  primaryAccount,
})

export const show = ({ deletedAt: _deletedAt, createdAt, ...account }: BankAccountRecord) => ({
  ...account,
  bankName: bankName(account.bankId),
  createdAt: createdAt.toISOString(),
})
