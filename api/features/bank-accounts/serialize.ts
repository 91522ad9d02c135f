import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { findBank } from '../lookups/lookups.ts'
import type { BankAccountRecord } from './accounts.ts'
import type { PayoutChange } from './payout-change.ts'

const bankName = (bankId: number) => findBank(bankId)?.name ?? ''

/** Account name in the audit log: "Access Bank 0000000017". */
export const describeAccount = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  `${bankName(bankId)} ${accountNumber}`

/** Account name in messages outside the dashboard: "Access Bank •••• 0017". */
export const describeAccountShort = ({ bankId, accountNumber }: Pick<BankAccountRecord, 'bankId' | 'accountNumber'>) =>
  accountLabel(bankName(bankId), accountNumber)

/** Account fields that the audit log stores for a change. */
export const toAuditValues = ({ bankId, accountNumber, alias, primaryAccount }: BankAccountRecord) => ({
  bank: bankName(bankId),
  accountNumber,
  alias,
  primaryAccount,
})

/** The API response of an account. `waiting` is the business's pending payout account change, of whichever account. */
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
