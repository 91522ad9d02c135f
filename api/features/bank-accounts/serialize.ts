import { findBank } from '../lookups/lookups.ts'
import type { BankAccountRecord } from './accounts.ts'
import type { PayoutChange } from './payout-change.ts'

const bankName = (bankId: number) => findBank(bankId)?.name ?? ''

/** "Access Bank 0000000017": how the audit log names an account. */
export const describeAccount = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  `${bankName(bankId)} ${accountNumber}`

/** "Access Bank, number ending 0017": how a message that leaves the dashboard names it. */
export const describeAccountShort = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  `${bankName(bankId)}, number ending ${accountNumber.slice(-4)}`

/** What the audit log keeps of an account, to say what changed. */
export const toAuditValues = ({ bankId, accountNumber, alias, primaryAccount }: BankAccountRecord) => ({
  bank: bankName(bankId),
  accountNumber,
  alias,
  primaryAccount,
})

/** An account as the contract has it; `waiting` is the change of payout account that waits, of whichever account. */
export const toBankAccountResponse = (
  { deletedAt: _deletedAt, createdAt, ...account }: BankAccountRecord,
  waiting: PayoutChange | undefined,
) => ({
  ...account,
  pendingChange: waiting?.bankAccountId === account.id ? toPayoutChangeResponse(waiting) : null,
  bankName: bankName(account.bankId),
  createdAt: createdAt.toISOString(),
})

const toPayoutChangeResponse = ({ bankId, accountNumber, accountName, nameMatches, effectiveAt }: PayoutChange) => ({
  bankId,
  bankName: bankName(bankId),
  accountNumber,
  accountName,
  nameMatches,
  effectiveAt: effectiveAt.toISOString(),
})
